"""The lobby: public tables with a free seat, listed so that nobody can crowd out the others."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from stellwerk.ratings.scale import Strength, shown
from stellwerk.server.bodies import TableEntry
from stellwerk.server.refusals import ServerError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from stellwerk.ratings.scale import ShownRating
    from stellwerk.server.services import Call
    from stellwerk.store.interface import TableIndex
    from stellwerk.store.ratings import RatingChange

LISTED: Final = 100
LOOKED_AT: Final = 1_000
"""Number of the latest public tables that the list is made from."""


async def open_tables(call: Call) -> list[TableEntry]:
    """Public tables with a free seat."""
    store, player = call.services.store, await call.player()
    apart = frozenset() if player is None else await store.company.apart(player.id)
    latest = [table for table in await store.open_tables(LOOKED_AT) if apart.isdisjoint(table.people)]
    listed = taking_turns(latest)[:LISTED]
    ratings = await store.ratings.latest_of(sorted({table.owner for table in listed}))
    return [entry_of(table, None, _shown(ratings.get((table.owner, table.game)))) for table in listed]


def _shown(last: RatingChange | None) -> ShownRating | None:
    return None if last is None else shown(Strength(last.mean, last.deviation), last.position)


def taking_turns(tables: Iterable[TableIndex]) -> list[TableIndex]:
    """Everybody's first table, then everybody's second, and so on; otherwise in the given order."""
    before: Counter[str] = Counter()
    ranked = []
    for place, table in enumerate(tables):
        owner = table.owner or table.id
        ranked.append((before[owner], place, table))
        before[owner] += 1
    return [table for _, _, table in sorted(ranked, key=lambda entry: entry[:2])]


async def check_lobby(call: Call, player: str) -> None:
    """Raise `ServerError` if a player, or an address, opens more public tables than they may."""
    limits = call.services.limits
    limits.public_tables.take(call.client)
    limits.public_tables.take(f"person {player}")
    tables = await call.services.store.tables_of(player, LISTED)
    waiting = sum(table.public and table.status == "open" and table.owner == player for table in tables)
    if waiting >= limits.caps.person_public_tables:
        raise ServerError("too_many_public_tables", {"limit": limits.caps.person_public_tables})


def entry_of(index: TableIndex, player: str | None, rating: ShownRating | None = None) -> TableEntry:
    """A table in a list, as this player (None: anybody) sees it, with the rating of its owner."""
    is_due = player is not None and (index.turn == player or player in index.awaited)
    return TableEntry(
        id=index.id,
        code=index.code,
        game=index.game,
        status=index.status,
        seats=index.seats,
        open_seats=index.open_seats,
        your_turn=is_due,
        deadline=index.deadline,
        time=index.time,
        is_challenge=player in index.challenged,
        bots=index.bots,
        match=index.match,
        rated=index.rated,
        clock=index.clock,
        options=index.options,
        rating=rating,
    )
