"""The endpoints about past games: a table's finished games, their records, and replays, also of files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from stellwerk.core import registry
from stellwerk.core.errors import SetupError
from stellwerk.server.bodies import FinishedGame
from stellwerk.server.past.replays import (
    finished_games,
    match_record,
    replay_of,
    replay_of_match,
    replay_so_far,
)
from stellwerk.server.refusals import ServerError
from stellwerk.tables.sight import eyes_of, require_sight

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.requests import Request

    from stellwerk.core.match_record import MatchRecord
    from stellwerk.core.record import Record
    from stellwerk.server.past.replays import PastGame
    from stellwerk.server.services import Call
    from stellwerk.tables.table import Table


async def list_records(call: Call) -> list[FinishedGame]:
    """The games that have ended at a table."""
    games = await _games(call, await found_table(call))
    return [
        FinishedGame(number, game.result, game.table.endings[-1].given_up)
        for number, game in enumerate(games, start=1)
    ]


async def get_record(call: Call) -> Record:
    """A finished game as a record, seed included: `stellwerk verify` accepts it."""
    return (await finished(call, await found_table(call))).record


async def get_match(call: Call) -> MatchRecord:
    """A match as its records and one result: `stellwerk verify` accepts it."""
    table = await found_table(call)
    call.services.limits.histories.take(call.client)
    match = await match_record(call.services.store, table.id, number_in(call.request))
    if match is None:
        raise ServerError("no_such_record")
    return match


async def get_replay(call: Call) -> msgspec.Raw:
    """A finished game as any observer saw it, or the current one as you see it."""
    table = await found_table(call)
    is_going_on = table.status in ("playing", "paused")
    if is_going_on and call.request.path_params["number"] == str(table.game_number):
        call.services.limits.histories.take(call.client)
        asking = await call.player()
        player = None if asking is None else asking.id
        eyes = eyes_of(table, player)
        return await _made(call, replay_so_far, table.record(), call.language, eyes, table.match())
    past = await finished(call, table)
    seat, match = seat_wanted(call.request), past.latest.match()
    return await _made(call, replay_of, past.record, call.language, seat, past.result, match)


async def replay_file(call: Call) -> msgspec.Raw:
    """Any record file, position by position."""
    call.services.limits.files.take(call.client)
    record: Record = call.body
    call.game = record.game if record.game in registry.games() else None
    seat = seat_wanted(call.request)
    return await _made(call, replay_of, record, call.language, seat)


async def replay_match_file(call: Call) -> msgspec.Raw:
    """A game of any match file, position by position."""
    call.services.limits.files.take(call.client)
    match: MatchRecord = call.body
    key, number = match.games[0].game, number_in(call.request)
    call.game = key if key in registry.games() else None
    if not 1 <= number <= len(match.games):
        raise ServerError("no_such_record")
    return await _made(call, replay_of_match, match, number, call.language, seat_wanted(call.request))


def number_in(request: Request, name: str = "number") -> int:
    """A number in the path; -1 for text that is none."""
    text: str = request.path_params[name]
    return int(text) if len(text) <= 9 and text.isascii() and text.isdigit() else -1


async def _made(call: Call, work: Callable[..., bytes], *arguments: object) -> msgspec.Raw:
    """A replay as JSON, made in another process: a long game takes seconds."""
    return msgspec.Raw(await call.services.chores.do(call.client, call.request, work, *arguments))


def seat_wanted(request: Request) -> int | None:
    """The seat in the parameter `seat`; None, a spectator, without it. Raises `SetupError`."""
    wish = request.query_params.get("seat")
    if wish is None:
        return None
    if not (len(wish) == 1 and wish.isascii() and wish.isdigit()):
        raise SetupError("no_such_seat", {"seat": wish[:20], "last": "–"})
    return int(wish)


async def found_table(call: Call) -> Table:
    """The table that a request names, if the asker may look at it; raises `StellwerkError`."""
    asking = await call.player()
    live = await call.services.hub.live(call.request.path_params["table"])
    require_sight(live.table, None if asking is None else asking.id)
    return live.table


async def _games(call: Call, table: Table) -> list[PastGame]:
    call.services.limits.histories.take(call.client)
    return await finished_games(call.services.store, table.id)


async def finished(call: Call, table: Table) -> PastGame:
    """The finished game that a request names; raises `ServerError`."""
    number: str = call.request.path_params["number"]
    for place, game in enumerate(await _games(call, table), start=1):
        if str(place) == number:
            return game
    raise ServerError("no_such_record")
