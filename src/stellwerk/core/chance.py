"""Chance that anybody can check afterwards.

A game's seed is text. Its SHA-256 (the commitment) is published before the game, the seed itself after it.
Chance action number i of the game draws from the stream ``<seed>:<i>``, so anybody with the
seed can deal every card again. `Chance` hands out these streams one after the other; where no proof is
needed, `random.Random` will do. Where seeds come from is not decided here.
"""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256
from typing import TYPE_CHECKING, Protocol, TypeVar

from stellwerk.core.errors import SetupError

if TYPE_CHECKING:
    from collections.abc import Iterator

Item = TypeVar("Item")

WORDS = 2**64


class RandomSource(Protocol):
    """What a shuffle needs: `random.Random`, or a `Chance`."""

    def randrange(self, stop: int, /) -> int:
        """A number from 0 to stop − 1, all equally likely."""
        ...


class Stream:
    """The verifiable random numbers of one label, such as ``<seed>:0``."""

    def __init__(self, label: str) -> None:
        self._words = _words(label)

    def randrange(self, stop: int, /) -> int:
        """The next number below `stop`; words that would favour small numbers are skipped."""
        limit = WORDS - WORDS % stop
        return next(word for word in self._words if word < limit) % stop


def _words(label: str) -> Iterator[int]:
    block = 0
    while True:
        digest = sha256(f"{label}:{block}".encode()).digest()
        for start in range(0, 32, 8):
            yield int.from_bytes(digest[start : start + 8], "big")
        block += 1


class Chance:
    """The chance actions of one game, in order, from its seed; `number` is that of the next one."""

    def __init__(self, seed: str, number: int = 0) -> None:
        self.seed = seed
        self.number = number
        self._stream = Stream(f"{seed}:{number}")

    def begin_action(self) -> None:
        """Switch to the stream of the next chance action."""
        self._stream = Stream(f"{self.seed}:{self.number}")
        self.number += 1

    def randrange(self, stop: int, /) -> int:
        """The next number below `stop` in the stream of the current chance action."""
        return self._stream.randrange(stop)


def begin_action(rng: RandomSource) -> None:
    """Mark the beginning of a chance action; every `Game.chance` calls this before it draws."""
    if isinstance(rng, Chance):
        rng.begin_action()


def shuffle(items: list[Item], rng: RandomSource) -> None:
    """Shuffle in place, in the order of draws that the notation fixes (Fisher–Yates from the end)."""
    for last in range(len(items) - 1, 0, -1):
        other = rng.randrange(last + 1)
        items[last], items[other] = items[other], items[last]


def draw_start_seat(seed: str, seats: int) -> int:
    """The start seat that the seed draws."""
    return Stream(f"{seed}:start").randrange(seats)


def check_seed(seed: str) -> None:
    """Raise `SetupError` for text that cannot be hashed, such as a lone surrogate."""
    try:
        seed.encode()
    except UnicodeEncodeError as error:
        raise SetupError("bad_seed") from error


@lru_cache(1_024)
def commitment(seed: str) -> str:
    """The SHA-256 of a seed in hex, which is published before the game."""
    return sha256(seed.encode()).hexdigest()
