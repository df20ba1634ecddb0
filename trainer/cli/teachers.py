"""``trainer teachers``: invitations and recovery codes from whoever runs the site."""

from __future__ import annotations

import click

from trainer.classes import codes, recovery, signing_up
from trainer.cli.site import open_sessions
from trainer.config import Settings


@click.group()
def teachers() -> None:
    """Look after teachers' accounts."""


@teachers.command()
@click.option("--note", default="", help="For whom it is; only shown by `trainer teachers list`.")
@click.option(
    "--days",
    type=click.IntRange(1, 365),
    default=signing_up.DAYS,
    show_default=True,
    help="How long it can be used.",
)
def invite(note: str, days: int) -> None:
    """Print an invitation with which one teacher can sign up. It is not shown again."""
    with open_sessions() as sessions:
        code = codes.spaced(signing_up.invite(sessions, " ".join(note.split()), days))
    click.echo(f"Invitation for one teacher, for {days} days: {code}")
    click.echo(f"After the address of your site: /en/teach/sign-up?invitation={code}")
    policy = Settings.from_environment().sign_up
    if policy != "invitation":
        meaning = "everybody can sign up without one" if policy == "open" else "nobody can sign up"
        click.echo(f"With TRAINER_SIGN_UP={policy} {meaning}.", err=True)


@teachers.command("list")
def show() -> None:
    """List all teachers, and the invitations that nobody has used yet."""
    with open_sessions() as sessions:
        known = signing_up.teachers(sessions)
        open_invitations = [one for one in signing_up.invitations(sessions) if one.used_at is None]
    click.echo("since       last seen   classes  name")
    for one in known:
        since, seen = one.since.date().isoformat(), one.seen_at.date().isoformat()
        click.echo(f"{since}  {seen}  {one.classes:7}  {one.name}")
    for invitation in open_invitations:
        until = invitation.expires_at.date().isoformat()
        click.echo(f"invitation until {until}  {invitation.note}".rstrip())


@teachers.command()
@click.argument("name")
def reset(name: str) -> None:
    """Print a code with which the teacher NAME can set a new password once."""
    with open_sessions() as sessions:
        code = recovery.give_one(sessions, name)
    if code is None:
        raise click.ClickException(f"no teacher has the name {name!r}")
    click.echo(f"Code for one new password: {codes.spaced(code)}")
    click.echo("To be typed in on your site at: /en/teach/recover")


commands: list[click.Command] = [teachers]
