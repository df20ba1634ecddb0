"""Codes that people read from paper and type, and secrets that only browsers hold.

The alphabet has no letters that look alike (0 O, 1 I L, 2 Z, 5 S, 8 B, 6 G, U V) and, without
vowels but A and E, hardly any words. What people type is taken in any case, with or without
hyphens and spaces; a Cyrillic letter that looks like one of ours is that one.
"""

from __future__ import annotations

import hashlib
import secrets

ALPHABET = "ACDEFHJKMNPQRTWXY34679"
SECRET_BYTES = 32

_LOOK_ALIKE = str.maketrans("АСЕНКМРТХУ", "ACEHKMPTXY")
"""Cyrillic capitals as the Latin ones that a card shows, for whoever types on such keys."""


def new_code(length: int) -> str:
    """A random code of so many letters; 4.5 bits each."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def normal(text: str) -> str:
    """What was typed, in the form in which codes are stored: capitals without separators."""
    return "".join(one for one in text.upper().translate(_LOOK_ALIKE) if one.isalnum())


def spaced(code: str, size: int = 4) -> str:
    """A code for the eye, in groups joined by hyphens: ``KMPT-7X3Q``."""
    return "-".join(code[start : start + size] for start in range(0, len(code), size))


def new_secret() -> str:
    """A secret for a cookie or a link: 256 random bits as 43 characters."""
    return secrets.token_urlsafe(SECRET_BYTES)


def digest(secret: str) -> str:
    """What is stored of a secret: its SHA-256 in hexadecimal. A stored one opens nothing."""
    return hashlib.sha256(secret.encode()).hexdigest()


def new_public_id() -> str:
    """An id for addresses: 96 random bits in hexadecimal, not to be guessed."""
    return secrets.token_hex(12)


def public_id_of(*parts: str) -> str:
    """The id that a form's key gives to what the form makes: sent twice, it makes one thing."""
    return digest("\0".join(parts))[:24]
