"""Passwords of teachers: which are taken, and how they are kept.

The rules are those of NIST SP 800-63B: length counts, every character is allowed, nothing has to
be mixed in, and what everybody tries first is refused. Kept is an argon2id hash. Hashing is slow
on purpose and needs memory, so it never happens within a transaction (on SQLite all others would
wait), and only so many at a time in one process.
"""

from __future__ import annotations

import threading
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError, VerifyMismatchError

from trainer.classes import codes
from trainer.classes.refusals import Fault

SHORTEST = 10
LONGEST = 200
MEMORY_KIB = 32 * 1024
AT_ONCE = 2
"""With the memory above 64 MiB for each server process."""
PATIENCE_SECONDS = 10.0
VARIETY = 4
"""A password has at least so many different letters or digits."""
OWN_PART = 4
"""So much of a password has to be something else than the account's name."""

HASHER = PasswordHasher(time_cost=2, memory_cost=MEMORY_KIB, parallelism=1)

# What people choose first, in the languages of the site; digits around it change nothing.
_WORDS = """
password passwort motdepasse contrasena contraseña contrassenha palavrapasse parola пароль
passwordpassword passw0rd pa55word letmein welcome bienvenue bienvenido benvenuto willkommen
iloveyou jetaime tequiero teamo ichliebedich administrator superuser changeme secret geheim
teacher teachers teacherteacher enseignant professeur professor professora docente maestra
insegnante lehrer lehrerin учитель учительница school schule ecole école escola escuela
scuola школа elferraus elfer elferraustrainer football sunshine princess superman qwertyqwerty
"""
WORDS = frozenset(_WORDS.split())
RUNS = (
    "01234567890123456789",
    "09876543210987654321",
    "abcdefghijklmnopqrstuvwxyz",
    "qwertyuiopasdfghjklzxcvbnm",
    "qwertzuiopasdfghjklyxcvbnm",
    "azertyuiopqsdfghjklmwxcvbn",
    "1q2w3e4r5t6y7u8i9o0p",
    "1qaz2wsx3edc4rfv5tgb",
    "абвгдеёжзийклмнопрстуфхцчшщъыьэюя",
    "йцукенгшщзхъфывапролджэячсмитьбю",
)


class BusyError(Exception):
    """Too many passwords are being checked at this moment; try again in some seconds."""


_slots = threading.BoundedSemaphore(AT_ONCE)


@contextmanager
def _slot() -> Iterator[None]:
    if not _slots.acquire(timeout=PATIENCE_SECONDS):
        raise BusyError
    try:
        yield
    finally:
        _slots.release()


def hashed(password: str) -> str:
    """What is kept of a password. Raises BusyError."""
    with _slot():
        return HASHER.hash(_normal(password))


def matches(kept: str | None, password: str) -> bool:
    """Whether a password is the one kept; None for nobody's takes just as long. May be BusyError.

    Whatever is longer than any password is wrong without being hashed.
    """
    if len(password) > LONGEST:
        return False
    with _slot():
        try:
            return HASHER.verify(kept or _nobodys(), _normal(password)) and kept is not None
        except (VerifyMismatchError, VerificationError, InvalidHashError):
            return False


def is_dated(kept: str) -> bool:
    """Whether a hash was made with other parameters than those of today."""
    return HASHER.check_needs_rehash(kept)


@cache
def _nobodys() -> str:
    return HASHER.hash(codes.new_secret())


def fault_of(password: str, name: str) -> Fault | None:
    """Why a password is not taken for the account of that name; None for a good one."""
    if len(_normal(password)) < SHORTEST:
        return Fault.PASSWORD_SHORT
    if len(_normal(password)) > LONGEST:
        return Fault.PASSWORD_LONG
    if _is_like(password, name):
        return Fault.PASSWORD_LIKE_NAME
    return Fault.PASSWORD_COMMON if _is_common(password) else None


def _normal(password: str) -> str:
    # The same letter may come composed or in parts, as keyboards and systems like it.
    return unicodedata.normalize("NFKC", password)


def _letters(text: str) -> str:
    return "".join(letter for letter in _normal(text).casefold() if letter.isalnum())


def _is_like(password: str, name: str) -> bool:
    own = _letters(name)
    return bool(own) and own in _letters(password) and len(_without(password, own)) < OWN_PART


def _without(password: str, own: str) -> str:
    return _letters(password).replace(own, "")


def _is_common(password: str) -> bool:
    letters = _letters(password)
    core = letters.strip("0123456789")
    if len(set(_normal(password).casefold())) < VARIETY or core in WORDS:
        return True
    return any(letters in run or (len(core) >= 6 and core in run) for run in RUNS if letters)
