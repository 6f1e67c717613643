"""A position made of numbers: what each turn is worth is known, so that search can be judged."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from stellwerk.search import Line, Term, Turn

if TYPE_CHECKING:
    from collections.abc import Sequence


class Toy:
    """Turn i wins with probability `worth[i]`; all turns share the luck of a world."""

    def __init__(self, worth: Sequence[float], priors: Sequence[float] | None = None) -> None:
        self.worth = worth
        given = priors or [0.5] * len(worth)
        self.turns = [Turn((f"turn {number}", "end"), prior) for number, prior in enumerate(given)]
        self.asked: list[tuple[int, int]] = []

    def consider(self, actions: tuple[str, ...]) -> int:
        return [turn.actions for turn in self.turns].index(actions)

    def playout(self, turn: int, world: int) -> float:
        self.asked.append((turn, world))
        return float(Random(world).random() < self.worth[turn])

    def world(self, number: int) -> object:
        return number

    def line(self, turn: int, world: int) -> tuple[Line, ...]:
        return (Line(1, (f"answer to {turn} in {world}",)),)

    def terms(self, turn: int) -> tuple[Term, ...]:
        """The later the turn, the longer the line; only turn 2 keeps money; the harm is worst in turn 1."""
        length = turn + 1
        return (
            Term("lead", 0.1 * length, {"line": "blue", "length": length}, "blue", is_deed=True),
            Term("money", 0.05 if turn == 2 else 0.01),
            Term("savings", 0.02, is_deed=True),
            Term("harm", -0.25 if turn == 1 else -0.1),
            Term("tiny", 0.0001 * turn, is_deed=True),
        )


class ToyMind:
    """Always the same position."""

    def __init__(self, toy: Toy) -> None:
        self.toy = toy
        self.widths: list[int] = []

    def position(self, view: object, rng: object, width: int, truth: object = None) -> Toy:
        del view, rng, truth
        self.widths.append(width)
        return self.toy
