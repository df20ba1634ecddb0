"""The ``trainer`` command: one module a family of commands, loaded when it is used.

Bad input is one line on standard error and exit status 2, never a traceback.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence

import click

from trainer import __version__
from trainer.config import SettingError
from trainer.rules.errors import RulesError

# Which module defines which command; a module is imported when its command is asked for, so
# that `trainer turns` does not wait for the database library.
COMMANDS = {
    "turns": "trainer.cli.turns",
    "analyse": "trainer.cli.engine",
    "engine": "trainer.cli.engine",
    "bench": "trainer.cli.engine",
    "match": "trainer.cli.engine",
    "puzzles": "trainer.cli.puzzles",
    "i18n": "trainer.cli.i18n",
    "serve": "trainer.cli.site",
    "db": "trainer.cli.site",
    "teachers": "trainer.cli.teachers",
    "doctor": "trainer.cli.site",
}


class LazyGroup(click.Group):
    """A group that finds its commands in the modules named by ``COMMANDS``."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All names, in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the module that has the command; None for an unknown name."""
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(COMMANDS[cmd_name])
        commands: list[click.Command] = module.commands
        return next((command for command in commands if command.name == cmd_name), None)


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="trainer")
def cli() -> None:
    """Learn, solve and analyse the card game Elfer raus!"""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line; exits with 0, 1 (a check failed), 2 (bad input) or 130 (Ctrl-C)."""
    try:
        result = cli.main(args=arguments, prog_name="trainer", standalone_mode=False)
    except click.ClickException as error:
        _fail(error.format_message())
    except (RulesError, SettingError) as error:
        _fail(str(error))
    except (click.Abort, KeyboardInterrupt):
        sys.exit(130)
    except BrokenPipeError:
        # The reader (head, less) has gone: nothing is left to be said, nor to be flushed.
        sys.stdout = None
        sys.exit(0)
    except OSError as error:
        # A full disk, a folder that may not be written: what is not flushed yet would fail again.
        sys.stdout = None
        _fail(str(error))
    sys.exit(result if isinstance(result, int) else 0)


def _fail(text: str) -> None:
    line = " ".join(text.split())
    sys.stderr.write(f"trainer: error: {line}\n")
    sys.exit(2)
