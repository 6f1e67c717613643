"""Games that were played and what they changed, in both databases."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from stellwerk.store import Conflict, open_store
from stellwerk.store.games import Cursor, PlayedGame, PlayedSeat
from stellwerk.store.ratings import RatingChange
from tests.store.sample import chat, execute, fill, index

if TYPE_CHECKING:
    from stellwerk.store import Store

pytestmark = pytest.mark.anyio


def seat(place: int, player: str | None, **changes: object) -> PlayedSeat:
    plain = PlayedSeat(
        place, player, (player or "bot").title(), None, place + 1, 9 - place, place == 0, None, True
    )
    return replace(plain, **changes)


def game(number: int = 1, table: str = "t1", *players: str | None, **changes: object) -> PlayedGame:
    seats = tuple(seat(place, player) for place, player in enumerate(players or ("ada", "bo")))
    plain = PlayedGame(
        table, number, f"code-{table}", "trambahn", 100.0 + number, "TB-5.1", 0, True, "", is_public=True,
        is_watched=True,
        seats=seats,
    )  # fmt: skip
    return replace(plain, **changes)


def change(player: str, position: int, number: int = 1, **changes: object) -> RatingChange:
    plain = RatingChange(player, "trambahn", position, "t1", number, 1.0, 25.0, 8.0, 26.0, 7.0)
    return replace(plain, **changes)


async def test_a_game_is_listed_with_its_last_event_or_not_at_all(store: Store) -> None:
    await fill(store)
    with pytest.raises(Conflict):
        await store.append("t1", 7, [chat(8)], index(), game())
    assert await store.games.find("t1", 1) is None
    await store.append("t1", 1, [chat(2)], index(), game())
    assert await store.games.find("t1", 1) == game()
    await store.append("t1", 2, [chat(3)], index(), replace(game(), reason="another"))
    assert await store.games.find("t1", 1) == game()  # once listed, it stays


async def test_many_appends_at_once(store: Store) -> None:
    """Games that end in the same batch as other things happen."""
    tables = [f"t{number}" for number in range(1, 9)]
    await asyncio.gather(*(fill(store, table) for table in tables))
    await asyncio.gather(
        *(
            store.append(
                table, 1, [chat(2, table=table)], index(table), game(1, table) if place % 2 else None
            )
            for place, table in enumerate(tables)
        )
    )
    found = [await store.games.find(table, 1) for table in tables]
    assert [one is not None for one in found] == [False, True] * 4


async def test_a_history_comes_in_pages(store: Store) -> None:
    games = [game(number) for number in range(1, 6)]
    games[1] = replace(games[1], game="interurban", is_public=False)
    await store.games.list_table("t1", games)
    first = await store.games.of("ada", None, None, 2)
    assert [one.number for one in first] == [5, 4]
    rest = await store.games.of("ada", None, Cursor(first[-1].time, "t1", 4), 9)
    assert [one.number for one in rest] == [3, 2, 1]
    assert [one.number for one in await store.games.of("ada", "interurban", None, 9)] == [2]
    assert [one.number for one in await store.games.of("ada", None, None, 9, public=True)] == [5, 4, 3, 1]
    assert await store.games.of("cy", None, None, 9) == []


async def test_whoever_has_two_seats_has_one_game(store: Store) -> None:
    await store.games.list_table("t1", [game(1, "t1", "ada", "ada")])
    assert len(await store.games.of("ada", None, None, 9)) == 1


async def test_counts_openings_and_accuracy(store: Store) -> None:
    await store.games.list_table("t1", [game(1), game(2), game(3, reason="abandoned")])
    await store.games.list_table("t2", [game(1, "t2", "bo", "ada", None)])
    (two, three) = await store.games.counts("ada")
    assert (two.seats, two.games, two.wins) == (2, 2, 2)
    assert (three.seats, three.games, three.wins) == (3, 1, 0)
    await store.games.name_opening("t1", 1, 0, "x")
    await store.games.name_opening("t2", 1, 1, "x")
    await store.games.name_opening("t1", 2, 0, "y")
    assert await store.games.openings("ada", "trambahn", 9) == [("x", 2, 1), ("y", 1, 1)]
    await store.games.reviewed_as("t1", 1, "r")
    await store.games.judge("r", 0, 80.0)
    await store.games.judge("r", 1, 20.0)
    assert await store.games.accuracy("ada") == {"trambahn": (80.0, 1)}


async def test_games_are_due_in_the_order_in_which_they_ended(store: Store) -> None:
    await fill(store)
    for seq, number in enumerate((2, 1, 3), start=1):
        await store.append("t1", seq, [chat(seq + 1)], index(), game(number))
    await store.games.list_table("t1", [game(4)])  # of an earlier version: nothing to settle
    assert [one.number for one in await store.games.due(2)] == [1, 2]
    await store.games.settled("t1", 1)
    assert [one.number for one in await store.games.due(9)] == [2, 3]


async def test_a_guest_s_games_become_the_account_s(store: Store) -> None:
    await store.games.list_table("t1", [game(1, "t1", "guest", "bo"), game(2, "t1", "guest", "ada")])
    await store.games.hand_over("guest", "ada")
    assert [one.number for one in await store.games.of("ada", None, None, 9)] == [2, 1]
    assert [one.number for one in await store.games.of("guest", None, None, 9)] == [
        2
    ]  # nobody plays themselves


async def test_whoever_leaves_is_nobody_and_results_stay(store: Store) -> None:
    await store.add_player("ada", "Ada")
    await store.games.list_table("t1", [game()])
    assert await store.ratings.add([change("ada", 1), change("bo", 1)])
    await store.forget("ada", "–")
    (found,) = await store.games.of("bo", None, None, 9)
    assert (found.seats[0].player, found.seats[0].name, found.seats[0].score) == (None, "–", 9)
    assert await store.ratings.latest("ada", "trambahn") is None
    assert await store.ratings.latest("bo", "trambahn") is not None


async def test_a_game_changes_ratings_once(store: Store) -> None:
    assert await store.ratings.add([change("ada", 1), change("bo", 1)])
    assert not await store.ratings.add([change("cy", 1), change("ada", 2)])  # the same game
    assert not await store.ratings.add([change("cy", 1, 2), change("ada", 1, 2)])  # the same place in her row
    assert await store.ratings.latest("cy", "trambahn") is None  # all of it or nothing
    assert await store.ratings.add([change("ada", 2, 2, mean=27.0)])
    latest = await store.ratings.latest("ada", "trambahn")
    assert latest is not None
    assert (latest.position, latest.mean) == (2, 27.0)
    assert [one.position for one in await store.ratings.course("ada", "trambahn", 9)] == [1, 2]


async def test_of_many_who_rate_at_once_one_does(store: Store) -> None:
    done = await asyncio.gather(*(store.ratings.add([change("ada", 1), change("bo", 1)]) for _ in range(12)))
    assert sum(done) == 1
    assert len(await store.ratings.of_game("t1", 1)) == 2


async def test_leaders(store: Store) -> None:
    """People with a public profile, whom the host has not blocked, whose rating is sure enough."""
    for number, player in enumerate(("ada", "bo", "cy", "dot", "eve")):
        await store.add_player(player, player.title())
        await store.add_account(player, player, "!hash" if player == "cy" else "hash")
        sure = 9.0 if player == "dot" else 2.0
        await store.ratings.add([change(player, 1, number, mean=20.0 + number, deviation=sure)])
        if player != "eve":
            await store.set_public(player, is_public=True)
    await store.ratings.add([change("ada", 2, 9, mean=30.0, deviation=2.0)])
    found = await store.ratings.leaders("trambahn", 3.0, 9)
    assert [(one.login, one.games, one.mean) for one in found] == [("ada", 2, 30.0), ("bo", 1, 21.0)]
    assert await store.ratings.leaders("interurban", 3.0, 9) == []
    await store.set_bot("ada")
    assert [one.login for one in await store.ratings.leaders("trambahn", 3.0, 1)] == ["bo"]
    assert (await store.is_public("bo"), await store.is_public("eve")) == (True, False)


async def test_games_of_earlier_versions_wait_to_be_listed(place: str) -> None:
    store = await open_store(place)
    await fill(store)
    assert await store.games.unlisted(9) == []
    await store.close()
    await asyncio.to_thread(
        execute, place, "INSERT INTO unlisted_tables (table_id) VALUES ('t1')", "SELECT 1"
    )
    store = await open_store(place)
    assert await store.games.unlisted(9) == ["t1"]
    await store.games.list_table("t1", [game()])
    assert await store.games.unlisted(9) == []
    assert await store.games.find("t1", 1) == game()
    await store.close()
