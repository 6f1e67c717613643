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
GUIDED = [key for key in stellwerk.games() if stellwerk.load(key).info.first_deal]
SIMPLE = bot(stellwerk.load(GUIDED[0]).info.substitute)


def alone(key: str) -> list[Any]:
    """A person against as few bots as the game allows."""
    info = stellwerk.load(key).info
    return [OWN, *[bot(info.substitute)] * (info.seats.min - 1)]


@pytest.mark.parametrize("key", GUIDED)
async def test_everybody_gets_the_same_deal(tmp_path: Path, key: str) -> None:
    async with AsyncExitStack() as stack:
        server = stack.enter_context(serving(tmp_path))
        views: list[Any] = []
        plain: list[Any] = []
        for name in ("Ada", "Bo"):
            person = await stack.enter_async_context(Person(server, name))
            for guide, found in ((True, views), (False, plain)):
                table = await person.open_table(key, *alone(key), start=0, guide=guide)
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
        {"seats": [SIMPLE, SIMPLE]},
        {"seats": [OWN, SIMPLE], "public": True},
        {"seats": [OWN, SIMPLE], "games": 2},
    ],
)
async def test_it_is_played_alone_against_bots(tmp_path: Path, config: dict[str, Any]) -> None:
    async with AsyncExitStack() as stack:
        server = stack.enter_context(serving(tmp_path))
        ada = await stack.enter_async_context(Person(server, "Ada"))
        with pytest.raises(Refusal) as refusal:
            await ada.post("/api/tables", {"game": GUIDED[0], "guide": True, **config})
        assert refusal.value.error.code == "bad_guide"
        assert "alone" in refusal.value.error.message


async def test_a_game_without_a_first_deal_has_no_guide(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        server = stack.enter_context(serving(tmp_path))
        ada = await stack.enter_async_context(Person(server, "Ada"))
        with pytest.raises(Refusal) as refusal:
            await ada.open_table("tiny", *alone("tiny"), guide=True)
        assert refusal.value.error.code == "bad_guide"


async def test_the_next_game_there_is_dealt_afresh(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        server = stack.enter_context(serving(tmp_path))
        ada = await stack.enter_async_context(Person(server, "Ada"))
        await ada.connect()
        table = await ada.open_table(GUIDED[0], *alone(GUIDED[0]), start=0, guide=True)
        first = (await ada.follow(table)).view
        await ada.do(table, "resign")
        await ada.do(table, "propose", wish="rematch")
        await ada.until(lambda: ada.sights[table].game_number == 2)
        assert ada.sights[table].view != first
