"""``trainer i18n``: the catalogs, from the sources' sentences to checked translations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import click

from trainer.config import PACKAGE


@dataclass(frozen=True)
class Place:
    """The checkout that the commands work in."""

    root: Path

    @property
    def translations(self) -> Path:
        """The folder of the catalogs."""
        return self.root / "translations"


@contextmanager
def _plain_errors() -> Iterator[None]:
    """Turn the faults of files into one line for the terminal."""
    from trainer.i18n.catalogs import CatalogError
    from trainer.i18n.checks.glossary import GlossaryError
    from trainer.i18n.extraction import ExtractionError
    from trainer.i18n.pofiles import LanguageError

    try:
        yield
    except (CatalogError, ExtractionError, GlossaryError, LanguageError, OSError) as fault:
        raise click.ClickException(str(fault)) from fault


@click.group()
@click.option(
    "--root",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    default=PACKAGE.parent,
    help="The checkout to work in; by default the one that this program runs from.",
)
@click.pass_context
def i18n(ctx: click.Context, root: Path) -> None:
    """Extract sentences, add and update languages, check translations."""
    if not (root / "translations").is_dir() or not (root / "trainer").is_dir():
        raise click.ClickException(f"{root} is not a checkout of the trainer: use --root")
    ctx.obj = Place(root.resolve())


@i18n.command()
@click.pass_obj
def extract(place: Place) -> None:
    """Write translations/messages.pot from the code, the templates and the content."""
    from trainer.i18n.extraction import SourceTree, extract_messages
    from trainer.i18n.pofiles import template_path, write_template

    with _plain_errors():
        template = extract_messages(SourceTree(place.root))
        changed = write_template(template_path(place.translations), template)
    click.echo(f"{len(template)} messages, template {'written' if changed else 'unchanged'}")


@i18n.command()
@click.option("--prune", is_flag=True, help="Drop translations of sentences that are gone.")
@click.pass_obj
def update(place: Place, prune: bool) -> None:
    """Extract, then bring every catalog up to the template; translations are kept."""
    from trainer.i18n.extraction import SourceTree, extract_messages
    from trainer.i18n.pofiles import template_path, update_all, write_template

    with _plain_errors():
        template = extract_messages(SourceTree(place.root))
        write_template(template_path(place.translations), template)
        changes = update_all(place.translations, template, prune=prune)
    for code, changed in changes.items():
        click.echo(f"{code}: {'updated' if changed else 'unchanged'}")


@i18n.command(name="compile")
@click.pass_obj
def compile_(place: Place) -> None:
    """Write a compiled .mo beside each catalog, for programs that want it.

    The site reads the catalogs themselves and needs none.
    """
    from trainer.i18n.pofiles import compile_all

    with _plain_errors():
        for code, path in compile_all(place.translations).items():
            click.echo(f"{code}: {path.relative_to(place.root)}")


@i18n.command()
@click.argument("languages", nargs=-1)
@click.option("--rule", "rules", multiple=True, help="Show only this rule; may be repeated.")
@click.pass_context
def check(ctx: click.Context, languages: tuple[str, ...], rules: tuple[str, ...]) -> None:
    """Check the template and the catalogs (of LANGUAGES, or all); status 1 if a fault is found."""
    from trainer.i18n.catalogs import find_languages
    from trainer.i18n.checks import check_translations
    from trainer.i18n.extraction import SourceTree

    place: Place = ctx.obj
    unknown = set(languages) - set(find_languages(place.translations))
    if unknown:
        raise click.ClickException(f"no such language: {', '.join(sorted(unknown))}")
    with _plain_errors():
        tree = SourceTree(place.root)
        found = check_translations(place.translations, tree, languages or None)
    shown = [finding for finding in found if not rules or finding.rule in rules]
    for finding in shown:
        click.echo(str(finding))
    counts = Counter(finding.rule for finding in shown)
    summary = ", ".join(f"{rule} {count}" for rule, count in sorted(counts.items()))
    click.echo(f"{len(shown)} faults: {summary}" if shown else "no faults", err=True)
    ctx.exit(1 if shown else 0)


@i18n.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.pass_obj
def pseudo(place: Place, folder: Path) -> None:
    """Write the pseudo-languages xa and xb (right to left) as catalogs into FOLDER.

    To see them on the site, start it with TRAINER_PSEUDO=1 instead.
    """
    from babel import Locale

    from trainer.i18n.extraction import SourceTree, extract_messages
    from trainer.i18n.pofiles import catalog_path, write_catalog
    from trainer.i18n.pseudo import CODES, RIGHT_TO_LEFT, pseudo_catalog

    with _plain_errors():
        template = extract_messages(SourceTree(place.root))
        for code in CODES:
            catalog = pseudo_catalog(template, right_to_left=code == RIGHT_TO_LEFT)
            path = catalog_path(folder, code)
            write_catalog(path, catalog, Locale("en"))
            click.echo(f"{code}: {path}")


@i18n.command()
@click.argument("language")
@click.option("--code", help="The language in addresses; by default the base language.")
@click.pass_obj
def init(place: Place, language: str, code: str | None) -> None:
    """Add LANGUAGE (de, pt-PT, …): make its catalog, ready to be translated."""
    from trainer.i18n.extraction import SourceTree, extract_messages
    from trainer.i18n.pofiles import add_language

    with _plain_errors():
        template = extract_messages(SourceTree(place.root))
        path = add_language(place.translations, language, template, code)
    click.echo(f"{path.relative_to(place.root)}: {len(template)} messages to translate")


commands: list[click.Command] = [i18n]
