"""Who is learning: what pages use to remember answers and to show what is remembered.

In: the signed cookie, or the card that a pupil has shown; the form.
Out: stored answers and steps, in the database before the page says so.
Owns: the cookie `learner`, which holds a random id and nothing else.
Knows: no page. A page with a form that will be stored renders ``submission_key()`` into it;
that gives the browser its id early, so that a double click on the first answer is one learner.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from flask import Flask, Response, current_app, g, request
from itsdangerous import BadSignature, TimestampSigner

from trainer.learners import guests, progress
from trainer.learners.progress import Answer, Attempt, ChapterProgress, PuzzleRecord, Summary
from trainer.web import signed_in
from trainer.web.database import sessions

COOKIE = "learner"
FIELD = "submission"
# Browsers keep no cookie for more than 400 days; ours is renewed by every visit after a month.
COOKIE_AGE = timedelta(days=400)
RENEW_AFTER = timedelta(days=30)


def current() -> str | None:
    """The id of the learner at this browser; None for one who has no cookie yet.

    A pupil who has shown a card is the learner of that card; the guest whom this browser knew
    before is kept in its own cookie until the pupil signs out.
    """
    if "learner" not in g:
        seat = signed_in.pupil()
        g.learner, g.learner_cookie = (seat.learner, "keep") if seat else _read_cookie()
        if g.learner is not None and g.learner_cookie == "send":
            # What is stored lives as long as the cookie that is renewed now.
            guests.note_visit(sessions(), g.learner)
    found: str | None = g.learner
    return found


def reserve() -> str:
    """The id of the learner, a new one if need be; the answer brings it to the browser."""
    found = current()
    if found is None:
        found = g.learner = guests.new_id()
        g.learner_cookie = "send"
    return found


def forget(learner: str) -> None:
    """Take the cookie of a learner away from this browser; another guest's cookie stays."""
    mine = _read_cookie()[0] == learner
    g.learner, g.learner_cookie = None, "delete" if mine else "keep"


def become(learner: str) -> None:
    """Let this browser be that learner from now on."""
    g.learner, g.learner_cookie = learner, "send"


def submission_key() -> str:
    """A new key for the hidden field ``submission`` of a form that will be stored."""
    reserve()
    return secrets.token_urlsafe(12)


def store_answer(answer: Answer) -> Attempt:
    """Store the answer that this form brings, once; when it returns, it is in the database."""
    key = request.form.get(FIELD, "").strip() or secrets.token_urlsafe(12)
    return progress.record_attempt(sessions(), reserve(), key, answer)


def store_step(chapter: str, step: str, steps: Sequence[str]) -> ChapterProgress:
    """Store that a step is done; ``steps`` are all step ids of the chapter."""
    return progress.record_step(sessions(), reserve(), chapter, step, steps)


def note_visit(chapter: str, step: str) -> None:
    """Remember the step that is looked at, for those who have stored anything before."""
    found = current()
    if found is not None:
        progress.record_visit(sessions(), found, chapter, step)


def solved_puzzles() -> frozenset[str]:
    """The ids of the puzzles that the learner has solved."""
    found = current()
    return frozenset() if found is None else progress.solved_puzzles(sessions(), found)


def puzzle_record(puzzle: str) -> PuzzleRecord | None:
    """What the learner has done about one puzzle; None for nothing."""
    found = current()
    return None if found is None else progress.puzzle_record(sessions(), found, puzzle)


def chapter_progress(chapter: str) -> ChapterProgress:
    """How far the learner is in a chapter."""
    found = current()
    if found is None:
        return ChapterProgress(chapter)
    return progress.chapter_progress(sessions(), found, chapter)


def forget_chapter(chapter: str) -> None:
    """Let the learner start a chapter afresh; everything else is kept."""
    found = current()
    if found is not None:
        progress.forget_chapter(sessions(), found, chapter)


def summary() -> Summary:
    """All that the learner has done, in short."""
    found = current()
    return Summary() if found is None else progress.summary(sessions(), found)


def install(app: Flask) -> None:
    """Send the cookie where need be, and give templates ``submission_key``."""
    app.after_request(_send_cookie)
    app.jinja_env.globals["submission_key"] = submission_key


def _signer() -> TimestampSigner:
    key = current_app.secret_key
    if key is None:
        raise RuntimeError("the app has no secret key")
    return TimestampSigner(key, salt="learner", key_derivation="hmac", digest_method=hashlib.sha256)


def _read_cookie() -> tuple[str | None, str]:
    """The id in the cookie, and what is to be done about the cookie: keep, send or delete."""
    value = request.cookies.get(COOKIE, "")
    if not value:
        return None, "keep"
    try:
        text, signed_at = _signer().unsign(value, return_timestamp=True)
    except BadSignature:
        return None, "keep"
    found = text.decode("ascii", "replace")
    old = datetime.now(UTC) - signed_at > RENEW_AFTER
    return (found, "send" if old else "keep") if guests.is_id(found) else (None, "keep")


def _send_cookie(response: Response) -> Response:
    if "learner" not in g or g.learner_cookie == "keep":
        return response
    secure = request.is_secure or bool(current_app.config["SESSION_COOKIE_SECURE"])
    if g.learner_cookie == "delete":
        response.delete_cookie(COOKIE, httponly=True, samesite="Lax", secure=secure)
    else:
        response.set_cookie(
            COOKIE,
            _signer().sign(g.learner).decode("ascii"),
            max_age=COOKIE_AGE,
            httponly=True,
            samesite="Lax",
            secure=secure,
        )
    response.vary.add("Cookie")
    return response
