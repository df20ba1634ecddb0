"""What /privacy says in numbers and names: cookies, periods, who runs the site.

In: the settings, and the modules that set cookies or end what is kept.
Out: values for the page; nothing is said there that the code does not do.
Owns: the words for the cookies. A test holds the list against the code that sets them.
Knows: which module owns which cookie.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta

from flask import current_app

from trainer.classes import guessing, moving, retention, stale
from trainer.classes import sessions as browsers
from trainer.classes.classrooms import MOST_YEARS
from trainer.config import Settings
from trainer.i18n.messages import Message, message
from trainer.web import clock, known_browser, language, learner, rules_choice, signed_in


@dataclass(frozen=True)
class Cookie:
    """A cookie of the site. ``owner``: the module or script that sets it."""

    name: str
    purpose: Message
    life: timedelta
    owner: str

    @property
    def days(self) -> int:
        """Its life in whole days."""
        return self.life.days


def cookies() -> Iterator[Cookie]:
    """Every cookie that the site can set."""
    yield from _who_is_here()
    yield from _in_safety()
    yield from _as_chosen()


def _who_is_here() -> Iterator[Cookie]:
    yield Cookie(
        learner.COOKIE,
        message("A random number that says it is you, so that your progress is there again."),
        learner.COOKIE_AGE,
        "learner.py",
    )
    yield Cookie(
        "pupil",
        message("That your class card was shown on this device. It ends when you sign out."),
        signed_in.COOKIE_AGE["pupil"],
        "signed_in.py",
    )
    yield Cookie(
        "teacher",
        message("That a teacher has signed in on this device. It ends when you sign out."),
        signed_in.COOKIE_AGE["teacher"],
        "signed_in.py",
    )


def _in_safety() -> Iterator[Cookie]:
    yield Cookie(
        known_browser.COOKIE,
        message(
            "Which teachers have signed in on this device before, so that strangers who guess at "
            "a password cannot keep them out."
        ),
        known_browser.COOKIE_AGE,
        "known_browser.py",
    )
    yield Cookie(
        str(current_app.config["SESSION_COOKIE_NAME"]),
        message("Protects forms, so that no other site can send them in your name."),
        current_app.permanent_session_lifetime,
        "security.py",
    )


def _as_chosen() -> Iterator[Cookie]:
    yield Cookie(
        language.COOKIE,
        message("The language that you have chosen."),
        timedelta(seconds=language.COOKIE_SECONDS),
        "language.py",
    )
    yield Cookie(
        rules_choice.COOKIE,
        message("The rules that you have chosen for the lessons."),
        timedelta(seconds=rules_choice.COOKIE_SECONDS),
        "rules_choice.py",
    )
    yield Cookie(
        clock.COOKIE,
        message("How far your clock is from world time, so that your day ends at midnight."),
        timedelta(days=400),
        "zone.js",
    )


def values() -> dict[str, object]:
    """The values of the page: numbers of days unless they say otherwise."""
    settings: Settings = current_app.extensions["settings"]
    return {
        "operator": settings.operator,
        "https": settings.https,
        "cookies": list(cookies()),
        "names_days": settings.names_days,
        "guest_days": stale.GUEST.days,
        "report_days": stale.REPORT.days,
        "spent_days": stale.SPENT.days,
        "account_years": stale.UNUSED_ACCOUNT.days // 365,
        "bin_days": retention.BIN.days,
        "warning_days": retention.WARNING.days,
        "teacher_days": browsers.TEACHER_IDLE.days,
        "pupil_days": browsers.PUPIL_IDLE.days,
        "guess_days": guessing.KEPT.days,
        "class_years": MOST_YEARS,
        "code_minutes": moving.VALID.seconds // 60,
    }
