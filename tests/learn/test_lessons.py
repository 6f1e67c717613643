"""The trainer: lessons follow each other, can be interrupted anywhere, and are drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from stellwerk.learn import Adam, Course, Learned, train
from stellwerk.learn.curves import draw
from stellwerk.learn.lessons import WrongCourseError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from stellwerk.learn import Arrays


class Counting:
    """A school that learns how many games it has seen."""

    games = 3
    lessons = 4
    remembered = 2

    def __init__(self, breaks_in: int = 99) -> None:
        self.breaks_in = breaks_in
        self.played: list[int] = []
        self.seen: list[list[int]] = []

    def first(self) -> Arrays:
        return {"sum": np.zeros(1)}

    def play(self, weights: Arrays, lesson: int, games: int, seed: str, tick: Callable[[], None]) -> Arrays:
        self.played.append(lesson)
        for _ in range(games):
            tick()
        return {"games": np.full(games, lesson + len(seed) + weights["sum"][0])}

    def learn(self, weights: Arrays, positions: Sequence[Arrays], lesson: int) -> Learned:
        if lesson == self.breaks_in:
            raise KeyboardInterrupt
        self.seen.append([len(one["games"]) for one in positions])
        total = weights["sum"] + sum(float(one["games"].sum()) for one in positions)
        return Learned({"sum": total}, {"lesson": float(lesson)})


def test_every_lesson_learns_from_the_last_few() -> None:
    school = Counting()
    told: list[int] = []
    _, curve = train(Course(school, "a", 3), told.append)
    assert school.played == [0, 1, 2, 3]
    assert school.seen == [[3], [3, 3], [3, 3], [3, 3]]
    assert sum(told) == 12
    assert [one["lesson"] for one in curve] == [0, 1, 2, 3]


@pytest.mark.parametrize("breaks_in", [0, 1, 3])
def test_an_interrupted_course_goes_on_and_learns_the_same(tmp_path: Path, breaks_in: int) -> None:
    whole, curve = train(Course(Counting(), "a", 3), lambda _: None)
    with pytest.raises(KeyboardInterrupt):
        train(Course(Counting(breaks_in), "a", 3, tmp_path), lambda _: None)
    school = Counting()
    told: list[int] = []
    again, told_again = train(Course(school, "a", 3, tmp_path), told.append)
    assert school.played == list(range(breaks_in, 4))
    assert again["sum"] == whole["sum"]
    assert told_again == curve
    assert sum(told) == 12
    assert len(list(tmp_path.glob("positions-*.npz"))) == Counting.remembered


def test_lessons_of_another_course_are_not_mixed_in(tmp_path: Path) -> None:
    train(Course(Counting(), "a", 3, tmp_path), lambda _: None)
    for seed, games in (("b", 3), ("a", 4)):
        with pytest.raises(WrongCourseError):
            train(Course(Counting(), seed, games, tmp_path), lambda _: None)


def test_adam_finds_the_lowest_point() -> None:
    weights, target = np.zeros(3, np.float32), np.array([1.0, -2.0, 0.5], np.float32)
    adam = Adam(3, 0.1, 300)
    for _ in range(300):
        adam.step(weights, 2 * (weights - target))
    assert weights == pytest.approx(target, abs=1e-2)


def test_a_curve_has_one_chart_for_each_measure() -> None:
    drawn = draw([{"loss": 0.9}, {"loss": 0.5, "won <": 0.25}, {"loss": 0.7, "won <": 0.75}])
    assert drawn.count("<polyline") == 2
    assert drawn.count("<circle") == 5
    assert "won &lt;" in drawn
    assert "0.900" in drawn
    assert draw([]).startswith("<svg")
