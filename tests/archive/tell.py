"""What a program says of a table in its store, reduced to what every later version has to say too.

Sentences are left out, as their wording may change; so are score sheets, which only the game itself reads.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from stellwerk.store import ended_games
from stellwerk.tables.clocks import deadline
from stellwerk.tables.draft import Step
from stellwerk.tables.evolve import evolve
from stellwerk.tables.news import news
from stellwerk.tables.sight import sight, totals

if TYPE_CHECKING:
    from stellwerk.core.game import Result
    from stellwerk.store import Store
    from stellwerk.tables.table import Table

Row = list[Any]
"""Seq, kind, seat and text of one event."""


async def tell(store: Store, table_id: str) -> dict[str, Any]:
    """Everything that must stay as it is, of one table; raises `LookupError` if there is none."""
    steps = await history(store, table_id)
    if not steps:
        raise LookupError(table_id)
    table = steps[-1].after
    earlier = [ended.record() for ended in await ended_games(store, table_id)][: table.game_number - 1]
    said = {
        **_now(table),
        "events": len(steps),
        "record": table.record(),
        "earlier_records": earlier,
        "news": _news(steps, table),
    }
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(said))
    return plain


async def history(store: Store, table_id: str) -> list[Step]:
    """Every event of a table, between the tables on both sides of it."""
    steps: list[Step] = []
    for event in await store.load(table_id):
        before = steps[-1].after if steps else None
        steps.append(Step(before, event, evolve(before, event)))
    return steps


def _now(table: Table) -> dict[str, Any]:
    seen = sight(table, None)
    return {
        "game": table.config.game,
        "status": table.status,
        "seats": [{"name": seat.name, "kind": seat.kind, "level": seat.level} for seat in seen.seats],
        "start_seat": table.start_seat,
        "game_number": table.game_number,
        "action_count": len(table.actions),
        "actions": list(table.actions),
        "actor": table.actor,
        "totals": list(totals(table)),
        "results": [_result(result) for result in table.results],
        "commitment": table.commitment,
        "challenged": [challenge.name for challenge in table.challenges],
        "proposal": table.proposal,
        "chat": [message.text for message in table.chat],
        "clock": msgspec.to_builtins(table.config.clock)["type"],
        "deadline": deadline(table.times, table.config.clock, table.actor),
        "time_left": list(table.times.left),
    }


def _result(result: Result) -> dict[str, Any]:
    return {
        "reason": result.reason,
        "scores": list(result.scores),
        "ranks": list(result.ranks),
        "winners": list(result.winners),
    }


def _news(steps: list[Step], table: Table) -> dict[str, list[Row]]:
    """What a spectator hears; and for each seat that somebody with eyes has, the rows that differ from it."""
    public = _rows(steps, None)
    seats = {f"seat {place}": seat.player for place, seat in enumerate(table.seats) if seat.player}
    told = {"spectator": public}
    for name, player in seats.items():
        told[name] = [row for row in _rows(steps, player) if row not in public]
    return told


def _rows(steps: list[Step], player: str | None) -> list[Row]:
    heard = [news(*step, player, "en") for step in steps]
    return [[one.seq, one.kind, one.seat, one.text] for one in heard]
