"""History, profile and leaderboards: what everybody may see, and what only oneself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from stellwerk.ratings.scale import MEAN
from stellwerk.server.profiles.history import PAGE
from stellwerk.store.interface import BLOCKED
from stellwerk.store.ratings import RatingChange
from stellwerk.tables.absence import end
from tests.server.harness import OPEN, OWN, Person, Refusal, checked, serving
from tests.server.profiles.people import WORDS, account, rated_game

if TYPE_CHECKING:
    from pathlib import Path

    from tests.server.harness import Server

pytestmark = pytest.mark.anyio


async def show(person: Person, *, is_public: bool = True) -> Any:
    return checked(await person.http.put("/api/me/profile", json={"is_public": is_public}))


async def test_a_history_has_opponents_results_and_ratings(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        async with account(server, "Ada") as ada, account(server, "Bo") as bo:
            await rated_game(ada, bo)
            (game,) = (await ada.get("/api/me/games"))["games"]
            mine, other = game["seats"]
            assert (game["game"], game["reason"], game["is_rated"]) == ("trambahn", "resigned", True)
            assert (mine["is_theirs"], mine["has_won"], mine["place"]) == (True, True, 1)
            assert (other["name"], other["left_by"], other["login"]) == ("Bo", "resigned", None)
            assert mine["rating"]["after"]["rating"] > mine["rating"]["before"]["rating"]
            found = await ada.get(f"/api/codes/{game['code']}")
            assert found["status"] == "ended"
            assert (await ada.get("/api/me/games?game=interurban"))["games"] == []


async def test_a_history_comes_in_pages(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        async with account(server, "Ada") as ada, account(server, "Bo") as bo:
            for _ in range(PAGE + 1):
                await rated_game(ada, bo)
            first = await ada.get("/api/me/games")
            assert len(first["games"]) == PAGE
            (last,) = (await ada.get(f"/api/me/games?before={first['next']}"))["games"]
            assert last["code"] not in [game["code"] for game in first["games"]]
            for nonsense in ("x", "1~2", "nan~t~x"):
                with pytest.raises(Refusal, match="bad_request"):
                    await ada.get(f"/api/me/games?before={nonsense}")


async def test_a_profile_is_nobody_else_s_until_it_is_shown(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        async with account(server, "Ada") as ada, account(server, "Bo") as bo, Person(server) as visitor:
            await rated_game(ada, bo)
            for path in ("/api/people/ada", "/api/people/ada/games", "/api/people/nobody"):
                with pytest.raises(Refusal, match="no_profile"):
                    await visitor.get(path)
            assert (await ada.get("/api/people/ada"))["is_you"]
            assert (await show(ada))["is_public"]
            seen = await visitor.get("/api/people/ada")
            assert (seen["name"], seen["is_you"]) == ("Ada", False)
            (game,) = seen["games"]
            assert game["form"] == ["won"]
            assert (game["shares"][0]["players"], game["shares"][0]["wins"]) == (2, 1)
            assert game["rating"]["games"] == len(game["course"]) == 1
            (listed,) = (await bo.get("/api/me/games"))["games"]
            assert [seat["login"] for seat in listed["seats"]] == ["ada", None]
            await show(ada, is_public=False)
            with pytest.raises(Refusal, match="no_profile"):
                await visitor.get("/api/people/ada")


async def test_strangers_see_no_games_at_private_tables(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        async with account(server, "Ada") as ada, account(server, "Bo") as bo, Person(server) as visitor:
            await show(ada)
            await rated_game(ada, bo, rated=False)
            await rated_game(ada, bo, spectators=False)
            (seen,) = (await visitor.get("/api/people/ada/games"))["games"]
            assert (seen["is_rated"], seen["code"]) == (True, None)
            assert len((await ada.get("/api/people/ada/games"))["games"]) == 2


async def test_guests_have_a_profile_of_their_own(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        async with Person(server, "Guest") as guest, account(server, "Ada") as ada, Person(server) as visitor:
            await rated_game(ada, guest, rated=False)
            mine = await guest.get("/api/me/profile")
            assert (mine["login"], mine["games"][0]["form"]) == (None, ["left"])
            with pytest.raises(Refusal, match="account_needed"):
                await show(guest)
            with pytest.raises(Refusal, match="sign_in"):
                await visitor.get("/api/me/profile")


async def test_games_without_a_result_are_listed_and_do_not_count(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        async with account(server, "Ada") as ada, account(server, "Bo") as bo:
            table = await ada.open_table("trambahn", OWN, OPEN, rated=True)
            await bo.post(f"/api/tables/{table}/commands", {"do": "join"})
            await server.inside(_end(server, table))
            (game,) = (await ada.get("/api/me/games"))["games"]
            assert (game["reason"], game["unrated"]) == ("abandoned", ["abandoned"])
            assert (await ada.get("/api/me/profile"))["games"] == []


async def _end(server: Server, table: str) -> None:
    await server.services.hub.update(table, end)


async def test_openings_are_named_in_the_reader_s_language(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        async with account(server, "Ada") as ada, account(server, "Bo") as bo:
            table = await ada.open_table("transamerica", OWN, OPEN, start=0)
            await bo.post(f"/api/tables/{table}/commands", {"do": "join"})
            sight = await ada.get(f"/api/tables/{table}")
            await ada.post(
                f"/api/tables/{table}/commands",
                {"do": "act", "text": sight["legal"][0], "expected": sight["seq"]},
            )
            await bo.post(f"/api/tables/{table}/commands", {"do": "resign"})
            (opening,) = (await ada.get("/api/me/profile"))["games"][0]["openings"]
            assert (opening["text"], opening["games"]) == ("Start marker near Seattle", 1)
            (german,) = (await ada.get("/api/me/profile?lang=de"))["games"][0]["openings"]
            assert german["text"] == "Startstein bei Seattle"
            assert (await bo.get("/api/me/profile"))["games"][0]["openings"] == []


async def test_the_best_are_sure_public_and_not_blocked(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        async with account(server, "Ada") as ada, account(server, "Bo") as bo, account(server, "Cy") as cy:
            for number, (person, deviation) in enumerate(((ada, 2.0), (bo, 2.0), (cy, 8.0))):
                await show(person)
                await server.inside(_rated(server, person.name or "", number, deviation))
            found = await bo.get("/api/games/trambahn/leaders")
            assert [(one["place"], one["login"]) for one in found] == [(1, "bo"), (2, "ada")]
            assert found[0]["rating"]["plus_minus"] > 0
            assert await bo.get("/api/games/interurban/leaders") == []
            await server.inside(_block(server, "bo"))
            assert [one["login"] for one in await ada.get("/api/games/trambahn/leaders")] == ["ada"]
            with pytest.raises(Refusal, match="no_profile"):
                await ada.get("/api/people/bo")


async def _rated(server: Server, name: str, number: int, deviation: float) -> None:
    store = server.services.store
    found = await store.account(name.lower())
    assert found is not None
    change = RatingChange(found.player, "trambahn", 1, "t", number, 1.0, MEAN, 8.0, MEAN + number, deviation)
    assert await store.ratings.add([change])


async def _block(server: Server, login: str) -> None:
    store = server.services.store
    found = await store.account(login)
    assert found is not None
    await store.set_password(login, BLOCKED + found.password_hash)


async def test_the_export_has_games_and_ratings_and_leaving_ends_them(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        async with account(server, "Ada") as ada, account(server, "Bo") as bo:
            await rated_game(ada, bo)
            (game,) = (await bo.get("/api/me/export"))["games"]
            assert game["seats"][1]["rating"]["after"]["games"] == 1
            (await bo.http.request("DELETE", "/api/me", json={"password": WORDS})).raise_for_status()
            (left,) = (await ada.get("/api/me/games"))["games"]
            assert (left["seats"][1]["name"], left["seats"][1]["rating"]) == ("–", None)
            assert left["seats"][0]["rating"]["after"]["games"] == 1


async def test_a_guest_s_games_come_along(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        async with (
            account(server, "Ada") as ada,
            account(server, "Bo") as bo,
            Person(server, "Guest") as guest,
        ):
            await rated_game(ada, guest, rated=False)
            await guest.post("/api/me/login", {"login": "bo", "password": WORDS})
            assert len((await guest.get("/api/me/games"))["games"]) == 1
            assert len((await bo.get("/api/me/games"))["games"]) == 1
