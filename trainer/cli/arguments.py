"""Arguments that several commands share."""

from __future__ import annotations

import click


class PositionCommand(click.Command):
    """A command with a POSITION argument, which may begin with ``-`` (a row that is not open)."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Move positions behind ``--``, so that they are not read as options."""
        positions = [arg for arg in args if arg.startswith("-/")]
        rest = [arg for arg in args if not arg.startswith("-/")]
        return super().parse_args(ctx, [*rest, "--", *positions] if positions else rest)
