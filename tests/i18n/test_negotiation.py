"""Accept-Language against the languages of the site."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trainer.i18n.negotiation import negotiate, parse_wishes

LANGUAGES = ("en", "es", "fr", "it", "pt", "ru")


@pytest.mark.parametrize(
    ("header", "code"),
    [
        ("pt-BR", "pt"),
        ("es-MX,en;q=0.5", "es"),
        ("en;q=0.5,es-MX", "es"),
        ("RU-ru", "ru"),
        ("fr_CA", "fr"),
        ("de, it;q=0.3, fr;q=0.2", "it"),
        ("de", "en"),
        ("", "en"),
        (None, "en"),
        ("*", "en"),
        ("fr;q=0", "en"),
        ("fr;q=0, it;q=0.1", "it"),
        ("fr;q=0.5, it;q=0.5", "fr"),
        ("fr-CA;q=0, fr;q=0.4", "fr"),
        ("en;q=0, *", "es"),
        ("it;q=0.2, *;q=0.1", "it"),
        ("*;q=0.8, it;q=0.2", "en"),
        ("fr;q=2", "en"),
        ("fr;q=abc, ru;q=0.1", "ru"),
        ("fr;q=0.1234, ru;q=0.1", "ru"),
        (";;;,,,===", "en"),
        ("xx-nonsense-é", "en"),
        ("../../etc/passwd", "en"),
        ("fr ; q = 0.9 , ru", "ru"),
        ("zh-Hant-TW, pt-PT;q=0.7", "pt"),
    ],
)
def test_the_wanted_base_language_is_found(header: str | None, code: str) -> None:
    assert negotiate(header, LANGUAGES) == code


def test_a_code_with_a_region_is_found_by_its_language() -> None:
    assert negotiate("zh-Hant", ("en", "zh-TW")) == "zh-TW"


def test_the_whole_tag_is_better_than_the_language_alone() -> None:
    assert negotiate("pt-BR", ("en", "pt", "pt-BR")) == "pt-BR"
    assert negotiate("pt_br", ("en", "pt", "pt-BR")) == "pt-BR"
    assert negotiate("pt-AO", ("en", "pt", "pt-BR")) == "pt"


def test_a_header_without_end_is_cut() -> None:
    assert len(parse_wishes("fr," * 100_000)) == 50


@given(st.text())
def test_any_header_gets_a_language_that_exists(header: str) -> None:
    assert negotiate(header, LANGUAGES) in LANGUAGES


@given(
    st.permutations(LANGUAGES),
    st.lists(st.sampled_from(["-BR", "-MX", "", "-Latn-XX", "_CA"]), min_size=6, max_size=6),
)
def test_the_highest_quality_wins_in_any_order(order: list[str], regions: list[str]) -> None:
    parts = [
        f"{code}{region};q=0.{9 - LANGUAGES.index(code)}"
        for code, region in zip(order, regions, strict=True)
    ]
    assert negotiate(",".join(parts), LANGUAGES) == "en"


@given(st.sampled_from(LANGUAGES), st.text(alphabet="abcxyz;=q,.-*0 ", max_size=30))
def test_a_plain_first_wish_is_met_whatever_nonsense_follows(code: str, nonsense: str) -> None:
    header = f"{code},{nonsense}"
    rivals = {wish.language for wish in parse_wishes(nonsense) if wish.quality == 1}
    assert negotiate(header, LANGUAGES) == code or code in rivals


@given(st.sampled_from(LANGUAGES))
def test_a_refused_language_is_never_chosen_by_the_star(code: str) -> None:
    assert negotiate(f"{code};q=0, *;q=0.5", LANGUAGES) != code
