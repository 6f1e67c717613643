"""A turn of InterUrban in one sentence: which lines were extended, by what, and how long they are now.

Works on log lines alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stellwerk.core.game import LogLine
from stellwerk.core.telling import one_sentence

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

DEEDS: Final = frozenset({"track", "station"})


def tell(lines: Sequence[LogLine]) -> tuple[LogLine, ...]:
    """The turn as one sentence; finished lines, new open tiles and the like follow it."""
    return one_sentence(lines, DEEDS, _deeds)


def _deeds(done: Sequence[LogLine]) -> list[LogLine]:
    """Track on the same line is told together, wherever it comes in the turn."""
    subjects: dict[tuple[str, object], list[Mapping[str, object]]] = {}
    for code, params in done:
        subject = (code, params["line" if code == "track" else "station"])
        if subject in subjects:
            subjects[subject].append(params)
        else:
            subjects[subject] = [params]
    deeds: list[LogLine] = []
    for (code, _), tiles in subjects.items():
        if code == "track":
            laid = tuple([f"one_{params['tile']}" for params in tiles])
            deeds.append(LogLine("extends", {**tiles[-1], "tiles": laid}))
        else:
            deeds.append(LogLine("sets", tiles[0]))
    return deeds
