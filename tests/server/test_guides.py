"""The guided first game: everybody gets the same deal, so nobody can be given it unawares."""

from __future__ import annotations

from contextlib import AsyncExitStack
from typing import TYPE_CHECKING, Any

import pytest

import stellwerk
from tests.server.harness import OPEN, OWN, Person, Refusal, bot, serving

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("key", stellwerk.games())
async def test_everybody_gets_the_same_deal(tmp_path: Path, key: str) -> None:
    async with AsyncExitStack() as stack:
        server = stack.enter_context(serving(tmp_path))
        views: list[Any] = []
        plain: list[Any] = []
        for name in ("Ada", "Bo"):
            person = await stack.enter_async_context(Person(server, name))
            for guide, found in ((True, views), (False, plain)):
                table = await person.open_table(key, OWN, bot("simple"), start=0, guide=guide)
                sight = await person.get(f"/api/tables/{table}")
                assert sight["config"]["guide"] is guide
                assert sight["seed"] is None
                found.append(sight["view"])
        assert views[0] == views[1]
        assert plain[0] != plain[1]


@pytest.mark.parametrize(
    "config",
    [
        {"seats": [OWN, OPEN]},
        {"seats": [OWN, {**OWN, "name": "Bea"}]},
        {"seats": [bot("simple"), bot("simple")]},
        {"seats": [OWN, bot("simple")], "public": True},
        {"seats": [OWN, bot("simple")], "games": 2},
    ],
)
async def test_it_is_played_alone_against_bots(tmp_path: Path, config: dict[str, Any]) -> None:
    async with AsyncExitStack() as stack:
        server = stack.enter_context(serving(tmp_path))
        ada = await stack.enter_async_context(Person(server, "Ada"))
        with pytest.raises(Refusal) as refusal:
            await ada.post("/api/tables", {"game": "trambahn", "guide": True, **config})
        assert refusal.value.error.code == "bad_guide"
        assert "alone" in refusal.value.error.message


async def test_the_next_game_there_is_dealt_afresh(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        server = stack.enter_context(serving(tmp_path))
        ada = await stack.enter_async_context(Person(server, "Ada"))
        await ada.connect()
        table = await ada.open_table("trambahn", OWN, bot("simple"), start=0, guide=True)
        first = (await ada.follow(table)).view
        await ada.do(table, "resign")
        await ada.do(table, "propose", wish="rematch")
        await ada.until(lambda: ada.sights[table].game_number == 2)
        assert ada.sights[table].view["players"][0]["hand"] != first["players"][0]["hand"]
