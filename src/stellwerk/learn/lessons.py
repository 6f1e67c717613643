"""The trainer: lesson by lesson a school plays with what it has learned so far, and learns from that.

With a folder to work in, every finished lesson is kept there, and the same course goes on after it when it is
started again. The same seed and number of games give the same weights on the same machine, interrupted or
not.
"""

from __future__ import annotations

import json
from typing import IO, TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from stellwerk.learn.school import Arrays, School


class Course(NamedTuple):
    """What is to be learned, from what, and where it is kept meanwhile."""

    school: School
    seed: str
    games: int
    """The number of games in each lesson."""
    folder: Path | None = None
    """Where finished lessons are kept; None: nowhere, so the course cannot be resumed."""

    @property
    def total(self) -> int:
        """The number of games in all lessons together."""
        return self.games * self.school.lessons


class WrongCourseError(Exception):
    """Raised when a folder holds the lessons of another course."""


def train(course: Course, tick: Callable[[int], None]) -> tuple[Arrays, list[dict[str, float]]]:
    """The weights learned in the last lesson, and the measures of all lessons.

    `tick(n)` is called after n more games, also for those of lessons that were finished before.
    """
    _check(course)
    weights = course.school.first()
    curve: list[dict[str, float]] = []
    past: list[Arrays] = []
    for lesson in range(course.school.lessons):
        done = _read(course, lesson)
        if done is None:
            seed = f"{course.seed}:{lesson}"
            positions = course.school.play(weights, lesson, course.games, seed, lambda: tick(1))
            past = [*past, positions][-course.school.remembered :]
            learned = course.school.learn(weights, past, lesson)
            weights, measures = learned.weights, dict(learned.measures)
            _keep(course, lesson, positions, weights, measures)
        else:
            positions, weights, measures = done
            past = [*past, positions][-course.school.remembered :]
            tick(course.games)
        curve.append(measures)
    return weights, curve


def _check(course: Course) -> None:
    """Make the folder, or see that it belongs to this course."""
    if course.folder is None:
        return
    course.folder.mkdir(parents=True, exist_ok=True)
    sign, about = course.folder / "course.json", {"seed": course.seed, "games": course.games}
    if not sign.exists():
        sign.write_text(json.dumps(about))
    elif json.loads(sign.read_text()) != about:
        raise WrongCourseError


def _read(course: Course, lesson: int) -> tuple[Arrays, Arrays, dict[str, float]] | None:
    """Positions, weights and measures of a finished lesson."""
    if course.folder is None or not (course.folder / f"measures-{lesson}.json").exists():
        return None
    measures = json.loads((course.folder / f"measures-{lesson}.json").read_text())
    positions = course.folder / f"positions-{lesson}.npz"
    kept = _load(positions) if positions.exists() else {}
    return kept, _load(course.folder / f"weights-{lesson}.npz"), measures


def _keep(
    course: Course, lesson: int, positions: Arrays, weights: Arrays, measures: dict[str, float]
) -> None:
    """Keep a finished lesson, its measures last; positions that no later lesson needs are deleted."""
    if course.folder is None:
        return
    save(course.folder / f"positions-{lesson}.npz", positions)
    save(course.folder / f"weights-{lesson}.npz", weights)
    (course.folder / f"measures-{lesson}.json").write_text(json.dumps(measures))
    (course.folder / f"positions-{lesson - course.school.remembered}.npz").unlink(missing_ok=True)


def save(file: Path | IO[bytes], arrays: Arrays) -> None:
    """Write arrays with their names."""
    named: dict[str, Any] = dict(arrays)
    np.savez(file, **named)


def _load(path: Path) -> dict[str, Any]:
    with np.load(path) as arrays:
        return {name: arrays[name] for name in arrays.files}
