"""A program that plays over HTTP: an account, a token, streams. Nothing of the WebSocket."""

from __future__ import annotations

import asyncio
import json
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import httpx

from tests.server.harness import WAIT, Person, checked

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from tests.server.harness import Server

PASSWORD = "correct horse"  # noqa: S105 (of tests)


async def token_of(server: Server, login: str, language: str = "en") -> str:
    """Give somebody an account, and its bot a token."""
    async with Person(server, login, language) as person:
        await person.post("/api/me/account", {"login": login, "password": PASSWORD})
        await person.post("/api/me/bot")
        token: str = (await person.post("/api/me/tokens", {"name": "bot"}))["token"]
    return token


class Reader:
    """The lines of a stream as they come."""

    def __init__(self, response: httpx.Response) -> None:
        self.empty = 0
        self.raw: list[str] = []
        self._lines = response.aiter_lines()

    async def next(self, kind: str | None = None) -> Any:
        """The next line, or the next of a type."""
        async with asyncio.timeout(WAIT):
            async for line in self._lines:
                if not line:
                    self.empty += 1
                    continue
                self.raw.append(line)
                found = json.loads(line)
                if kind is None or found["type"] == kind:
                    return found
        raise EOFError

    async def until_over(self) -> None:
        """Wait until the server ends it."""
        async with asyncio.timeout(WAIT):
            async for _ in self._lines:
                pass


class Program:
    """Somebody with a token."""

    def __init__(self, server: Server, token: str) -> None:
        self.http = httpx.AsyncClient(
            base_url=server.url,
            headers={"authorization": f"Bearer {token}"},
            timeout=WAIT,
            trust_env=False,
        )

    async def __aenter__(self) -> Program:
        await self.http.__aenter__()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.http.aclose()

    @asynccontextmanager
    async def stream(self, path: str) -> AsyncIterator[Reader]:
        """Read a stream for a while."""
        async with self.http.stream("GET", path) as response:
            if response.status_code != 200:
                await response.aread()
                checked(response)
            assert response.headers["content-type"] == "application/x-ndjson"
            yield Reader(response)

    async def post(self, path: str, body: object = None) -> Any:
        return checked(await self.http.post(path, json=body))

    async def act(self, turn: dict[str, Any], text: str) -> Any:
        """An action on one's turn."""
        command = {"do": "act", "text": text, "expected": turn["seq"]}
        return await self.post(f"/api/tables/{turn['table']}/commands", command)
