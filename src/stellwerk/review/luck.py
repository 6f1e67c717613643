"""What deals and draws brought to each seat, without the rest of a review.

Only the table values around chance are needed: where cards are dealt once a round, that is a small part.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from stellwerk.review.assessors import assessor_of
from stellwerk.review.model import Piece, Started, Tabled
from stellwerk.review.story import story_of
from stellwerk.review.tables import is_drawn

if TYPE_CHECKING:
    from collections.abc import Iterable

    from stellwerk.core.record import Record
    from stellwerk.review.model import Finding, Shares


def luck_pieces(record: Record) -> tuple[Piece, ...]:
    """The pieces of a review that say what luck brought in a finished game."""
    story, assessor, needed = story_of(record), assessor_of(record.game), {0}
    for number in range(len(story.turns)):
        if is_drawn(story, assessor, number):
            needed |= {number, number + 1}
    return (Piece("start", 0, 0), *(Piece("table", number, number) for number in sorted(needed)))


def luck(record: Record, findings: Iterable[Finding]) -> Shares:
    """The deal and all draws together, from the findings of `luck_pieces`: the same as in the ledgers."""
    found = list(findings)
    start = next(one.value for one in found if isinstance(one, Started))
    tables = {one.turn: one for one in found if isinstance(one, Tabled)}
    total = [first - before for first, before in zip(tables[0].drawn_to, start, strict=True)]
    for number in range(len(story_of(record).turns) - 1):
        table = tables.get(number)
        if table is not None and table.drawn_from is not None:
            drawn = zip(total, table.drawn_from, tables[number + 1].drawn_to, strict=True)
            total = [before + late - early for before, early, late in drawn]
    return tuple(total)
