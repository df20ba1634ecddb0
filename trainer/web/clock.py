"""What time it is, and which day it is for the reader.

In: the cookie `zone`, in which a script keeps the browser's distance from UTC in minutes.
Out: moments in UTC, and days as the reader's calendar has them. Without the cookie: UTC.
Owns: the limits of what a cookie may say.
Knows: no page.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone

from flask import request

COOKIE = "zone"
FURTHEST = 14 * 60
"""No place on earth is further from UTC, in minutes."""


def now() -> datetime:
    """This moment."""
    return datetime.now(UTC)


def today() -> date:
    """The reader's calendar day."""
    return day_of(now())


def day_of(moment: datetime) -> date:
    """The day of a moment in the reader's calendar."""
    return moment.astimezone(timezone(timedelta(minutes=offset()))).date()


def offset() -> int:
    """The reader's distance from UTC in minutes, eastward; 0 where nothing sensible is said."""
    try:
        minutes = int(request.cookies.get(COOKIE, "")[:6])
    except ValueError:
        return 0
    return minutes if abs(minutes) <= FURTHEST else 0
