"""Matches on a server: their table in sights, lists and replays, and their files, out and in."""

from __future__ import annotations

from contextlib import AsyncExitStack
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from stellwerk.core.match import match_standing
from stellwerk.core.match_record import MatchRecord, check_match, decode_file
from tests.server.harness import OPEN, OWN, Person, Refusal, checked, serving

if TYPE_CHECKING:
    from pathlib import Path

    from tests.server.harness import Server

pytestmark = pytest.mark.anyio
MATCH = match_standing(2, ())


async def given_up(stack: AsyncExitStack, server: Server, games: int) -> tuple[Person, Person, str]:
    """A match of two in which Ada gives up a number of games."""
    ada, bo = [await stack.enter_async_context(Person(server, name)) for name in ("Ada", "Bo")]
    table = await ada.open_table("transamerica", OWN, OPEN, games=2, start=0)
    for person in (ada, bo):
        await person.connect()
        await person.follow(table)
    await bo.do(table, "join")
    await ada.until(lambda: ada.sights[table].status == "playing")
    await ada.do(table, "resign")
    if games > 1:
        await next_game(ada, bo, table)
        await ada.until(lambda: ada.sights[table].game_number == 2)
        await ada.do(table, "resign")
    await bo.until(lambda: bo.sights[table].status == "ended")
    return ada, bo, table


async def next_game(ada: Person, bo: Person, table: str) -> None:
    """Both are ready; each is told of the other."""
    await bo.until(lambda: bo.sights[table].awaited == (0, 1))
    await bo.do(table, "next_game")
    await ada.until(lambda: ada.sights[table].awaited == (0,))
    [entry] = await ada.get("/api/me/tables")
    assert entry["your_turn"]
    await ada.do(table, "next_game")
    await bo.until(lambda: bo.sights[table].status == "playing")


async def fetched(person: Person, table: str, number: int = 1) -> tuple[MatchRecord, Any]:
    answer = await person.http.get(f"/api/tables/{table}/matches/{number}")
    match = decode_file(answer.content)
    assert isinstance(match, MatchRecord)
    return match, answer.json()


async def test_the_winner_of_a_match_is_named_everywhere(server: Server) -> None:
    async with AsyncExitStack() as stack:
        ada, bo, table = await given_up(stack, server, 2)
        for person in (ada, bo):
            standing = person.sights[table].match
            assert standing is not None
            assert (standing.totals, standing.given_up, standing.winners) == ((0, 26), (2, 0), (1,))
        [entry] = await bo.get("/api/me/tables")
        assert entry["match"] == {"games": 2, "played": 2, "winners": [1]}
        replay = await bo.get(f"/api/tables/{table}/games/1/replay")
        assert replay["match"] == msgspec.json.decode(msgspec.json.encode(standing))
        assert replay["match"]["winners"] == [1]
        games = await bo.get(f"/api/tables/{table}/games")
        assert [[one["seat"] for one in game["given_up"]] for game in games] == [[0], [0]]


async def test_a_match_is_a_file_that_can_be_verified_and_replayed(server: Server) -> None:
    async with AsyncExitStack() as stack:
        _, bo, table = await given_up(stack, server, 2)
        match, plain = await fetched(bo, table)
        check_match(match)
        assert [record.start_seat for record in match.games] == [0, 1]
        assert all(record.seed for record in match.games)
        for number in (1, 2):
            replay = (await bo.http.post(f"/api/replay/match/{number}", json=plain)).json()
            assert replay["match"] == plain["result"]
            assert replay["result"]["reason"] == "resigned"
            assert len(replay["steps"]) == len(match.games[number - 1].actions)
        for wrong in ("3", "0", "x", "9" * 12):
            refused = await bo.http.post(f"/api/replay/match/{wrong}", json=plain)
            assert refused.json()["code"] == "no_such_record"
        plain["result"]["totals"] = [99, 0]
        refused = await bo.http.post("/api/replay/match/1", json=plain)
        assert refused.json()["code"] == "match_result"
        plain["games"] = [{**plain["games"][0], "seats": 0}]
        plain["result"]["played"] = plain["result"]["played"][:1]
        refused = await bo.http.post("/api/replay/match/1", json=plain)
        assert refused.json()["code"] == "match_game"


async def test_a_match_in_progress(server: Server) -> None:
    """What is finished can be had; the game that goes on stays secret."""
    async with AsyncExitStack() as stack:
        ada, bo, table = await given_up(stack, server, 1)
        await next_game(ada, bo, table)
        match, _ = await fetched(bo, table)
        check_match(match)
        assert (len(match.games), match.result.games, match.result.winners) == (1, 2, ())
        [entry] = await bo.get("/api/me/tables")
        assert entry["match"] == {"games": 2, "played": 1, "winners": []}
        running = await bo.get(f"/api/tables/{table}/games/2/replay")
        assert len(running["match"]["played"]) == 1
        with pytest.raises(Refusal) as refusal:
            await bo.get(f"/api/tables/{table}/matches/2")
        assert refusal.value.error.code == "no_such_record"


async def test_the_next_game_begins_without_somebody_who_never_gets_ready(tmp_path: Path) -> None:
    """Of several processes with the same store, too: the time is in the store."""
    times = [1_000.0]
    with serving(tmp_path, clock=lambda: times[0]) as server:
        async with AsyncExitStack() as stack:
            _, bo, table = await given_up(stack, server, 1)
            await bo.do(table, "next_game")
            times[0] += 601
            await bo.until(lambda: bo.sights[table].status == "playing")
            assert bo.sights[table].game_number == 2


async def test_nobody_waits_for_somebody_who_left_for_good_between_games(server: Server) -> None:
    async with AsyncExitStack() as stack:
        ada, bo, table = await given_up(stack, server, 1)
        checked(await ada.http.request("DELETE", "/api/me", json={}))
        await bo.until(lambda: (bo.sights[table].match or MATCH).is_over)
        standing = bo.sights[table].match
        assert standing is not None
        assert (standing.given_up, standing.winners) == ((2, 0), (1,))


async def test_single_games_are_no_match(server: Server) -> None:
    async with Person(server, "Ada") as ada:
        table = await ada.open_table("transamerica", OWN, OWN, start=0)
        await ada.connect()
        await ada.follow(table)
        await ada.do(table, "resign")
        assert ada.sights[table].match is None
        assert (await ada.get(f"/api/tables/{table}/games/1/replay"))["match"] is None
        with pytest.raises(Refusal) as refusal:
            await ada.get(f"/api/tables/{table}/matches/1")
        assert refusal.value.error.code == "no_such_record"
