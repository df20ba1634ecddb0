"""The kernel's random numbers: SplitMix64 (Steele, Lea, Flood 2014), one stream a world.

The stream of (seed, purpose, index) depends on nothing else, so neither threads nor the way
in which work is split can change a result. The C kernel computes the very same numbers.
"""

from __future__ import annotations

from enum import IntEnum

WORD = (1 << 64) - 1
_STEP = 0x9E3779B97F4A7C15
_PURPOSE_STEP = 0xD1342543DE82EF95
_INDEX_STEP = 0xDA942042E4DD58B5
_BATCH = 8  # dice from one word; 80 ** 8 leaves a rejection once in ten thousand words


NEXT_ATTEMPT = 16
"""Added to a purpose when a deal is thrown away and made again."""


class Purpose(IntEnum):
    """What a stream is for; deals and the choices of players must not share numbers."""

    DEAL = 1
    PLAY = 2
    GAME = 3
    BELIEF = 4


def _mix(value: int) -> int:
    value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9 & WORD
    value = (value ^ value >> 27) * 0x94D049BB133111EB & WORD
    return value ^ value >> 31


class Random64:
    """A stream of 64-bit words."""

    def __init__(self, seed: int, purpose: int, index: int) -> None:
        base = _mix(seed + _STEP & WORD)
        self._state = _mix(base + purpose * _PURPOSE_STEP + index * _INDEX_STEP & WORD)

    def word(self) -> int:
        """The next 64 random bits."""
        self._state = self._state + _STEP & WORD
        return _mix(self._state)

    def below(self, bound: int) -> int:
        """A number in 0..bound-1, for the small bounds of ties and single draws."""
        return (self.word() >> 32) * bound >> 32

    def fraction(self) -> float:
        """A number in [0, 1) with 53 random bits."""
        return (self.word() >> 11) * 2.0**-53

    def dice(self, first: int, count: int) -> list[int]:
        """Numbers below first, first - 1, …: `count` of them (at most 8), exactly uniform.

        One word, multiplied by each bound in turn, gives them all; what is left over decides
        the rare rejection that makes every combination equally likely.
        """
        while True:
            rest, product, result = self.word(), 1, []
            for bound in range(first, first - count, -1):
                rest *= bound
                result.append(rest >> 64)
                rest &= WORD
                product *= bound
            if rest >= product or rest >= (WORD + 1) % product:
                return result

    def shuffle(self, cards: list[int], count: int | None = None) -> None:
        """Put a uniformly random choice into the first `count` places (default: all)."""
        size = len(cards)
        wanted = size - 1 if count is None else min(count, size - 1)
        for place in range(0, wanted, _BATCH):
            batch = min(_BATCH, wanted - place)
            for offset, die in enumerate(self.dice(size - place, batch)):
                here, there = place + offset, place + offset + die
                cards[here], cards[there] = cards[there], cards[here]
