"""People with accounts who play rated games."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from tests.server.harness import OPEN, OWN, Person

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from tests.server.harness import Server

WORDS = "a long way from home to here"
"""Everybody's password."""


@asynccontextmanager
async def account(server: Server, name: str) -> AsyncIterator[Person]:
    """Somebody with an account."""
    async with Person(server, name) as person:
        await person.post("/api/me/account", {"login": name.lower(), "password": WORDS})
        yield person


async def rated_game(winner: Person, loser: Person, game: str = "trambahn", **config: Any) -> str:
    """A rated game that the second player resigns; the table."""
    table = await winner.open_table(game, OWN, OPEN, **{"rated": True, "start": 0, **config})
    await loser.post(f"/api/tables/{table}/commands", {"do": "join"})
    await loser.post(f"/api/tables/{table}/commands", {"do": "resign"})
    return table


async def ratings(person: Person, table: str, number: int = 1) -> Any:
    """What a game changed."""
    return await person.get(f"/api/tables/{table}/games/{number}/ratings")
