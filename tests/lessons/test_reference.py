"""The reference pages as data: complete, strict, and in agreement with the rules core."""

from __future__ import annotations

import pytest

from trainer.lessons.course import ContentError
from trainer.lessons.picture import Picture
from trainer.lessons.practice import CHAPTER_KINDS
from trainer.lessons.reference import library
from trainer.lessons.reference.schema import Figure, Glossary, Question, Term
from trainer.lessons.schema import Chapter, read_chapter
from trainer.rules import Card, Lay, Position, Profile, Table, legal_turns, parse_position
from trainer.rules.cards import points
from trainer.rules.notation import parse_table
from trainer.rules.profile import BASES, CLASSIC, OFFICIAL

# The concepts of the rules' list of terms; each has one entry, or shares one.
CONCEPTS = (
    "card",
    "row",
    "end",
    "hand",
    "stock",
    "turn",
    "lay",
    "draw",
    "pass",
    "open",
    "penalty",
    "game",
    "session",
    "dealer",
    "puzzle",
    "best-turn",
    "hint",
    "lesson",
    "class",
    "teacher-pupil",
    "colours",
    "label",
)


def figures() -> list[Figure]:
    answers = [a for guide in library.guides() for a in guide.answers]
    records = [
        *(q for group in library.faq().groups for q in group.questions),
        *library.glossary().terms,
        *library.quick_start().stages,
        *library.sheet().boxes,
        *answers,
    ]
    return [record.figure for record in records if record.figure is not None]


def question(name: str) -> Question:
    found = [q for group in library.faq().groups for q in group.questions if q.id == name]
    return found[0]


def table(text: str) -> Table:
    return parse_table(text, OFFICIAL)


def fits(text: str, *cards: str) -> list[bool]:
    return [table(text).fits(Card.parse(card)) for card in cards]


def test_at_least_eighteen_questions_are_answered_each_with_a_picture() -> None:
    names = [q.id for group in library.faq().groups for q in group.questions]
    assert len(names) == len(set(names)) >= 18
    assert all(q.question.endswith("?") for g in library.faq().groups for q in g.questions)


def test_every_concept_has_its_entry_in_the_glossary() -> None:
    names = [term.id for term in library.glossary().terms]
    assert len(names) == len(set(names))
    assert set(CONCEPTS) <= set(names)


def test_every_chapter_of_practice_has_a_teachers_page() -> None:
    for chapter in CHAPTER_KINDS:
        guide = library.guide_for(chapter)
        assert guide is not None
        assert guide.activity.minutes <= guide.minutes


def test_cards_shown_as_just_laid_are_at_an_end_of_what_lay_before() -> None:
    for figure in figures():
        if figure.rows is None:
            continue
        before = figure.rows.cards - set(figure.fresh)
        rows = Table(profile=figure.rows.profile).lay_all(
            Table(profile=figure.rows.profile).arrange(before)
        )
        assert rows.lay_all(rows.arrange(figure.fresh)) == figure.rows


@pytest.mark.parametrize("base", sorted(BASES))
def test_quick_start_and_sheet_tell_how_many_cards_are_dealt(base: str) -> None:
    sizes = {players: BASES[base].deal_size(players) for players in range(2, 7)}
    assert sizes == {2: 20, 3: 20, 4: 15, 5: 12, 6: 10}
    boxes = library.sheet().for_rules(base)  # type: ignore[arg-type]
    told = " ".join(text for box in boxes for text in box.text)
    assert "20 each for 2 or 3 players, 15 for 4, 12 for 5, 10 for 6" in told


def test_the_sheet_of_each_profile_says_what_sets_it_apart() -> None:
    told = {
        base: " ".join(text for box in library.sheet().for_rules(base) for text in box.text)
        for base in BASES
    }
    assert "three cards at most" in told["official"]
    assert "three cards at most" not in told["classic"]
    assert "draw one card" in told["classic"]
    assert "If you hold an 11" in told["classic"]
    assert "If you hold an 11" not in told["official"]


def test_what_the_questions_say_of_their_pictures_is_so() -> None:
    assert fits(question("skip-number").figure.table, "B13", "B14") == [True, False]
    assert fits(question("before-eleven").figure.table, "G12", "G11") == [False, True]
    assert fits(question("keep-back").figure.table, "B10", "B12") == [True, True]
    assert fits(question("must-eleven").figure.table, "R13", "G11") == [True, True]
    assert fits(question("wrong-card").figure.table, "G13", "G14") == [True, False]
    draw = question("how-many-draw").figure
    assert fits(draw.table, *map(str, draw.shown)) == [False, False, True]
    assert len(draw.shown) == OFFICIAL.draw_limit
    stuck = question("stock-empty").figure
    assert fits(stuck.table, *map(str, stuck.shown)) == [False, False]
    assert fits(question("draw-by-choice").figure.table, "G10", "Y20") == [True, False]
    reading = question("remember-draws").figure
    assert set(reading.shown) == set(table(reading.table).fitting)
    assert points(question("count-points").figure.shown) == 21
    assert points(question("most-points").figure.shown) == 6


def turns(text: str, hand: str, profile: Profile) -> set[frozenset[Card]]:
    position = Picture.read("", text, hand, str(profile)).position
    assert isinstance(position, Position)
    return {frozenset(t.cards) for t in legal_turns(position) if isinstance(t, Lay)}


def test_the_number_of_turns_in_the_activity_is_right() -> None:
    hand = "R9,Y9,Y8,B10,B12,G11"
    official = turns("-/10-12/-/11", hand, OFFICIAL)
    guide = library.guide("ordinary-turn")
    assert guide is not None
    assert f"there are {len(official)} turns" in guide.activity.closing
    assert f"leaves {len(turns('-/10-12/-/11', hand, CLASSIC))} turns" in guide.answers[-1].reply
    assert max(map(len, official)) == 5


def test_the_worked_example_leaves_the_points_that_the_page_says() -> None:
    position = parse_position("-/-/-/11 R9,B10,B12 =Y11 75 official")
    left = {str(turn): points(position.hand - set(turn.cards)) for turn in legal_turns(position)}
    assert left == {"B10": 21, "B12": 19, "B10,B12": 9}
    guide = library.guide("worked-example")
    assert guide is not None
    assert "Both blue cards: 9. {B12} alone: 9 + 10 = 19. {B10} alone: 9 + 12 = 21." in (
        guide.answers[0].reply
    )


def test_the_decks_of_the_options_have_the_sizes_that_are_told() -> None:
    told = {option.id: option.text for option in library.origins().options}
    assert f"{len(Profile.parse('official+max15').deck)} cards" in told["max15"]
    assert f"{len(Profile.parse('official+max10').deck)} cards" in told["max10"]
    assert f"{len(Profile.parse('official+colours3').deck)} cards" in told["colours3"]


def test_a_term_is_new_at_the_first_step_that_mentions_it_and_nowhere_else() -> None:
    chapter = two_steps("Take a card.", "The stock is empty. Draw a card.")
    found = library.first_appearances(
        [chapter], [term("card", "card"), term("stock", "stock"), term("row", "row")]
    )
    names = {place: [one.id for one in terms] for place, terms in found.items()}
    assert names == {("some", "first"): ["card"], ("some", "second"): ["stock"]}


def test_only_whole_words_count_as_mentioning_a_term() -> None:
    chapter = two_steps("Discard nothing.", "Think.")
    assert library.first_appearances([chapter], [term("card", "card")]) == {}


def term(name: str, word: str) -> Term:
    return Term(id=name, term=word, definition="What it is.", words=(word,))


def two_steps(first: str, second: str) -> Chapter:
    step = '[[steps]]\nkind = "continue"\nid = "{}"\ntitle = "T"\ntext = ["{}"]\ntask = "Go on."\n'
    head = 'id = "some"\ntitle = "Some"\naim = "Aim."\nsummary = ["All."]\n'
    return read_chapter(
        (head + step.format("first", first) + step.format("second", second)).encode()
    )


@pytest.mark.parametrize(
    "text",
    [
        'extra = 1\n[[terms]]\nid = "a"\nterm = "b"\ndefinition = "c"',
        '[[terms]]\nid = "A b"\nterm = "b"\ndefinition = "c"',
        '[[terms]]\nid = "a"\nterm = "b"\ndefinition = "c"\n[terms.figure]\ncaption = "d"',
        '[[terms]]\nid = "a"\nterm = "b"\ndefinition = "c"\n'
        '[terms.figure]\ncaption = "d"\ncards = "X1"',
        '[[terms]]\nid = "a"\nterm = "b"\ndefinition = "c"\n'
        '[terms.figure]\ncaption = "d"\ntable = "11/-/-/-"\nlaid = "R12"',
        "not toml",
    ],
)
def test_a_file_with_a_fault_is_refused_by_its_name(text: str) -> None:
    with pytest.raises(ContentError, match=r"glossary\.toml"):
        library.parse("glossary.toml", text.encode(), Glossary)
