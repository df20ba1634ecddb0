"""A small sound checkout in a temporary folder: sources, template, catalogs, glossary."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from trainer.cli.i18n import i18n
from trainer.i18n.checks import check_translations
from trainer.i18n.checks.finding import Finding
from trainer.i18n.extraction import SourceTree

REPOSITORY = Path(__file__).resolve().parents[2]

CODE = """
from trainer.i18n.messages import message, message_c, message_n

def words(count):
    return [
        message_n("%(num)s card is left.", "%(num)s cards are left.", count),
        message("Well done, %(name)s!", name="Ada"),
        message_c("button", "Next turn"),
    ]
"""
TEMPLATE = """
{% trans trimmed %}
  Does the <b>blue</b> card fit?
{% endtrans %}
{{ _("The stock is empty: you pass.") }}
{{ _("Elfer raus! is a game; the label says “11”.") }}
"""
LESSON = """
id = "start"
title = "The first row"

[[steps]]
id = "lay"
text = ["Lay {B10} *now*, then {B12}."]
answers = ["B10,B12"]
"""

NB, THIN = "\u00a0", "\u202f"
#: The translations by language, in the order of `ENGLISH`.
ENGLISH = (
    "The first row",
    "Lay {B10} *now*, then {B12}.",
    "Does the <b>blue</b> card fit?",
    "The stock is empty: you pass.",
    "Elfer raus! is a game; the label says “11”.",
    "%(num)s card is left.",
    "Well done, %(name)s!",
    "Next turn",
)
SOUND: dict[str, tuple[str | tuple[str, ...], ...]] = {
    "ru": (
        "Первый ряд",
        "Выложите {B10} *сейчас*, потом {B12}.",
        "Подходит ли <b>синяя</b> карта?",
        "Запас пуст: вы пасуете.",
        "Elfer raus! — это игра; на ярлыке написано «11».",
        (
            "Осталась %(num)s карта.",
            "Осталось %(num)s карты.",
            "Осталось %(num)s карт.",
        ),
        "Отлично, %(name)s!",
        "Следующий ход",
    ),
    "fr": (
        "La première rangée",
        "Posez {B10} *maintenant*, puis {B12}.",
        f"La carte <b>bleue</b> convient-elle{THIN}?",
        f"La pioche est vide{NB}: vous passez.",
        f"Elfer raus! est un jeu{THIN}; l’étiquette dit «{NB}11{NB}».",
        ("Il reste %(num)s carte.", "Il reste %(num)s cartes."),
        f"Bravo, %(name)s{THIN}!",
        "Tour suivant",
    ),
    "pt": (
        "A primeira fila",
        "Coloque {B10} *agora*, depois {B12}.",
        "A carta <b>azul</b> serve?",
        "O monte está vazio: passe a vez.",
        "Elfer raus! é um jogo; na etiqueta lê-se «11».",
        ("Resta %(num)s carta.", "Restam %(num)s cartas."),
        "Muito bem, %(name)s!",
        "Vez seguinte",
    ),
    "es": (
        "La primera fila",
        "Coloca {B10} *ahora*, después {B12}.",
        "¿Encaja la carta <b>azul</b>?",
        "El mazo está vacío: pasas.",
        "Elfer raus! es un juego; la etiqueta dice «11».",
        ("Queda %(num)s carta.", "Quedan %(num)s cartas."),
        "¡Muy bien, %(name)s!",
        "Turno siguiente",
    ),
    "it": (
        "La prima fila",
        "Posa {B10} *adesso*, poi {B12}.",
        "La carta <b>blu</b> va bene?",
        "Il tallone è vuoto: passi.",
        "Elfer raus! è un gioco; l’etichetta dice «11».",
        ("Resta %(num)s carta.", "Restano %(num)s carte."),
        "Ben fatto, %(name)s!",
        "Turno successivo",
    ),
}


@dataclass(frozen=True)
class Checkout:
    """A checkout with two sources, one lesson and some catalogs."""

    root: Path

    @property
    def tree(self) -> SourceTree:
        return SourceTree(self.root)

    @property
    def translations(self) -> Path:
        return self.root / "translations"

    def catalog(self, code: str) -> Path:
        return self.translations / code / "LC_MESSAGES" / "messages.po"

    def text(self, code: str) -> str:
        return self.catalog(code).read_text(encoding="utf-8")

    def change(self, code: str, old: str, new: str) -> None:
        """Replace the one place of a catalog that reads `old`."""
        text = self.text(code)
        assert text.count(old) == 1, f"{old!r} is there {text.count(old)} times"
        self.catalog(code).write_text(text.replace(old, new), encoding="utf-8")

    def fill(self, code: str) -> None:
        """Put the sound translations into an empty catalog."""
        for english, translated in zip(ENGLISH, SOUND[code], strict=True):
            if isinstance(translated, str):
                old, new = (
                    f'msgid "{english}"\nmsgstr ""',
                    f'msgid "{english}"\nmsgstr "{translated}"',
                )
                self.change(code, old, new)
            else:
                for form, text in enumerate(translated):
                    self.change(code, f'msgstr[{form}] ""', f'msgstr[{form}] "{text}"')

    def check(self) -> list[Finding]:
        return check_translations(self.translations, self.tree)

    def rules(self) -> set[str]:
        return {finding.rule for finding in self.check()}

    def run(self, *arguments: str) -> Result:
        return CliRunner().invoke(i18n, ["--root", str(self.root), *arguments])


@pytest.fixture(scope="session")
def sound_checkout(tmp_path_factory: pytest.TempPathFactory) -> Checkout:
    """The sound checkout, made with the commands themselves; not to be changed."""
    checkout = Checkout(tmp_path_factory.mktemp("checkout"))
    lessons = checkout.root / "trainer" / "lessons" / "content"
    for folder in (lessons, checkout.root / "templates", checkout.translations):
        folder.mkdir(parents=True)
    (checkout.root / "trainer" / "words.py").write_text(CODE, encoding="utf-8")
    (checkout.root / "templates" / "page.html").write_text(TEMPLATE, encoding="utf-8")
    (lessons / "start.toml").write_text(LESSON, encoding="utf-8")
    shutil.copy(REPOSITORY / "translations" / "glossary.toml", checkout.translations)
    assert checkout.run("extract").exit_code == 0
    for language in ("ru", "fr", "pt-PT", "es", "it"):
        result = checkout.run("init", language)
        assert result.exit_code == 0, result.output
    for code in SOUND:
        checkout.fill(code)
    return checkout


@pytest.fixture
def checkout(sound_checkout: Checkout, tmp_path: Path) -> Checkout:
    """A copy of the sound checkout that a test may break."""
    shutil.copytree(sound_checkout.root, tmp_path / "copy")
    return Checkout(tmp_path / "copy")
