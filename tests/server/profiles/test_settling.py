"""Rated games: what they change, once and in order, whatever happens to the server."""

from __future__ import annotations

from typing import TYPE_CHECKING
from unittest.mock import AsyncMock

import pytest

from stellwerk.server.profiles import openings
from stellwerk.store import StoreError
from tests.server.harness import OPEN, OWN, Person, Refusal, serving
from tests.server.profiles.people import WORDS, account, rated_game, ratings

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.anyio


async def test_both_ratings_before_and_after(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        async with account(server, "Ada") as ada, account(server, "Bo") as bo:
            first = await ratings(ada, await rated_game(ada, bo))
            won, lost = first["seats"]
            assert (first["is_rated"], first["unrated"]) == (True, [])
            assert won["before"]["rating"] == lost["before"]["rating"] == 1500
            assert won["after"]["rating"] > 1500 > lost["after"]["rating"]
            assert won["after"]["plus_minus"] < won["before"]["plus_minus"]
            assert won["after"]["is_provisional"]
            assert (won["before"]["games"], won["after"]["games"]) == (0, 1)
            second = await ratings(bo, await rated_game(ada, bo))
            assert [one["before"] for one in second["seats"]] == [one["after"] for one in first["seats"]]


async def test_a_bot_is_a_fixed_point(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        async with account(server, "Ada") as ada:
            found = []
            for level in ("easy", "hard"):
                table = await ada.open_table("trambahn", OWN, {"type": "bot", "level": level}, rated=True)
                await ada.post(f"/api/tables/{table}/commands", {"do": "resign"})
                found.append(await ratings(ada, table))
            (easy, none), (hard, _) = (one["seats"] for one in found)
            assert none is None
            to_easy, to_hard = (one["after"]["rating"] - one["before"]["rating"] for one in (easy, hard))
            assert to_easy < to_hard < 0  # losing to the weaker one costs more


async def test_a_game_that_is_not_rated_changes_nothing(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        async with account(server, "Ada") as ada, account(server, "Bo") as bo:
            found = await ratings(ada, await rated_game(ada, bo, rated=False))
            assert found == {"is_rated": False, "unrated": [], "seats": [None, None]}
            with pytest.raises(Refusal, match="no_such_record"):
                await ratings(ada, await ada.open_table("trambahn", OWN, OPEN))


async def test_guests_cannot_sit_down_at_a_rated_table(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        async with account(server, "Ada") as ada, Person(server, "Guest") as guest:
            with pytest.raises(Refusal, match="rated_account"):
                await guest.open_table("trambahn", OWN, OPEN, rated=True)
            table = await ada.open_table("trambahn", OWN, OPEN, rated=True)
            with pytest.raises(Refusal, match="rated_account"):
                await guest.post(f"/api/tables/{table}/commands", {"do": "join"})


async def test_leaving_for_good_is_a_defeat_that_counts(tmp_path: Path) -> None:
    """The opponent's rating rises, though nothing is left of whoever left."""
    with serving(tmp_path) as server:
        async with account(server, "Ada") as ada, account(server, "Bo") as bo:
            table = await ada.open_table("trambahn", OWN, OPEN, rated=True)
            await bo.post(f"/api/tables/{table}/commands", {"do": "join"})
            (await bo.http.request("DELETE", "/api/me", json={"password": WORDS})).raise_for_status()
            won, lost = (await ratings(ada, table))["seats"]
            assert won["after"]["rating"] > 1500
            assert lost is None


async def test_whoever_dies_between_rating_and_noting_it_rates_nothing_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(tmp_path) as server:
        async with account(server, "Ada") as ada, account(server, "Bo") as bo:
            services = server.services
            with monkeypatch.context() as dying:
                dying.setattr(services.store.games, "settled", AsyncMock(side_effect=StoreError("disk_full")))
                table = await rated_game(ada, bo)
                with pytest.raises(StoreError):
                    await server.inside(services.settling.settle())
            first = await ratings(ada, table)
            assert await server.inside(services.store.games.due(9)) == []
            assert [one["after"]["games"] for one in first["seats"]] == [1, 1]
            assert len(await server.inside(services.store.ratings.of_game(table, 1))) == 2


async def test_a_game_whose_opening_cannot_be_told_is_settled_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_table: object) -> None:
        raise ValueError

    monkeypatch.setattr(openings, "_first_turns", broken)
    with serving(tmp_path) as server:
        async with account(server, "Ada") as ada, account(server, "Bo") as bo:
            found = await ratings(ada, await rated_game(ada, bo))
            assert found["seats"][0]["after"]["games"] == 1
