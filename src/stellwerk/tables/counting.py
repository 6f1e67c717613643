"""For whom a game counts: whose rating its result changes, and why it changes nobody's.

Where a bot plays on in somebody's seat, the others did not play the game they sat down for: it counts only
for whoever left, as the last place. So leaving never saves a rating, and nobody pays for another's leaving.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from stellwerk.core.match import ABANDONED
from stellwerk.core.strength import ratings_of

if TYPE_CHECKING:
    from stellwerk.tables.table import Table


def why_unrated(table: Table) -> tuple[str, ...]:
    """Why the current or last game of a rated table does not count for those who stay; empty if it does."""
    if not table.config.rated:
        return ()
    is_abandoned = table.status == "ended" and table.results[-1].reason == ABANDONED
    known, quitters = ratings_of(table.config.game), quitters_of(table)
    is_measured = all(
        seat.level is None or seat.level in known or place in quitters
        for place, seat in enumerate(table.seats)
    )
    return (
        *(("abandoned",) if is_abandoned else ()),
        *table.spoiled,
        *(() if is_measured or "takeover" in table.spoiled else ("unmeasured",)),
    )


def quitters_of(table: Table) -> set[int]:
    """The seats whose players gave up the current or last game and did not come back."""
    ended = table.status == "ended"
    return {one.seat for one in (table.endings[-1].given_up if ended else table.given_up)}


def counts_for(table: Table) -> set[int]:
    """The seats whose players' ratings the last game changes."""
    if not table.config.rated:
        return set()
    quitters = quitters_of(table)
    people = {place for place, seat in enumerate(table.seats) if seat.player or place in quitters}
    reasons = why_unrated(table)
    if not reasons:
        return people
    return people & quitters if reasons == ("takeover",) else set()


def place_of(table: Table, seat: int) -> int:
    """A seat's place in the result of the last game: whoever gave up comes last."""
    return len(table.seats) if seat in quitters_of(table) else table.results[-1].ranks[seat]
