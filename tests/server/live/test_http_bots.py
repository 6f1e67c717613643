"""The example programs, as they are, against a real server: they accept challenges and play to the end."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from contextlib import AsyncExitStack
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from stellwerk.core import record
from stellwerk.core.record import opening, replay, verify
from stellwerk.server.refusals import ServerError
from tests.node import node
from tests.server.harness import OPEN, OWN, Person, bot, serving
from tests.server.programs import token_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.server.harness import Server

pytestmark = pytest.mark.anyio
EXAMPLES = Path(__file__).parents[3] / "examples"
NODE = ["node", str(EXAMPLES / "http_bot.mjs")]
PYTHON = [sys.executable, str(EXAMPLES / "http_bot.py")]
GAME_SECONDS = 120


class Example:
    """A program that runs for a while, until a game has ended."""

    def __init__(self, words: list[str], server: Server, token: str) -> None:
        self._process = subprocess.Popen(
            [node() if word == "node" else word for word in words] + [server.url, "1"],
            env={**os.environ, "STELLWERK_TOKEN": token},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    async def __aenter__(self) -> Example:
        return self

    async def __aexit__(self, *_: object) -> None:
        self._process.kill()
        await self.end()

    async def end(self) -> tuple[int, bytes, bytes]:
        """How it ends, and what it printed."""
        out, err = await asyncio.to_thread(self._process.communicate, timeout=GAME_SECONDS)
        return self._process.returncode, out, err


async def challenge(person: Person, game: str, *logins: str, **config: Any) -> str:
    table = await person.open_table(game, *(OPEN for _ in logins), **config)
    for login in logins:
        await person.post(f"/api/tables/{table}/challenges", {"login": login})
    return table


async def test_python_and_javascript_play_transamerica(server: Server) -> None:
    """One is asked while it runs, the other finds the challenge when it starts."""
    tokens = {login: await token_of(server, login) for login in ("pybot", "jsbot")}
    async with Person(server, "Ada") as ada, Example(PYTHON, server, tokens["pybot"]) as python:
        table = await challenge(ada, "transamerica", "pybot", "jsbot")
        async with Example(NODE, server, tokens["jsbot"]) as javascript:
            ends = [await python.end(), await javascript.end()]
        played = record.decode((await ada.http.get(f"/api/tables/{table}/games/1/record")).content)
    for code, out, err in ends:
        assert (code, err) == (0, b"")
        assert out.startswith(b"transamerica")
    assert sorted(played.players) == ["jsbot", "pybot"]
    assert verify(played)
    # Every action is the one that the program chooses.
    first: Callable[[list[str]], str] = lambda legal: legal[0]  # noqa: E731 (beside its brother)
    longest: Callable[[list[str]], str] = lambda legal: max(legal, key=len)  # noqa: E731
    choose = [first if name == "pybot" else longest for name in played.players]
    law, state = opening(played)
    for moment in replay(played):
        if moment.actor >= 0:
            assert law.to_text(moment.action) == choose[moment.actor](
                list(map(law.to_text, law.legal(state)))
            )
        state = moment.after


@pytest.mark.parametrize("words", [PYTHON, NODE], ids=["python", "node"])
async def test_a_bot_comes_back_after_a_restart(words: list[str], tmp_path: Path) -> None:
    """The server goes away in the middle of a game, and the bot goes on where it was."""
    async with AsyncExitStack() as stack:
        with serving(tmp_path) as server:
            token = await token_of(server, "robot")
            program = await stack.enter_async_context(Example(words, server, token))
            async with Person(server, "Ada") as ada:
                table = await ada.open_table("trambahn", OWN, OPEN, start=1)
                await ada.post(f"/api/tables/{table}/challenges", {"login": "robot"})
                await ada.connect()
                await ada.follow(table)
                await ada.until(lambda: bool(ada.sights[table].legal))
                cookies, port = ada.http.cookies, int(server.url.rpartition(":")[2])
        with serving(tmp_path, port=port) as server:
            async with Person(server) as ada:
                ada.http.cookies = cookies
                await ada.connect()
                await ada.follow(table)
                begun = ada.sights[table].seq
                while not any(news.seq > begun and news.seat == 1 for news in ada.news[table]):
                    seq = ada.sights[table].seq
                    if ada.sights[table].legal:
                        await ada.act(table, ada.sights[table].legal[0])
                    await ada.until(lambda seq=seq: ada.sights[table].seq > seq)  # type: ignore[misc]
                await ada.do(table, "resign")
                code, out, _ = await program.end()
    assert code == 0
    assert b"resigned" in out


@pytest.mark.parametrize("words", [PYTHON, NODE], ids=["python", "node"])
async def test_a_bot_that_asks_too_often_waits(
    words: list[str], server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It loses no turn by that: the game comes to its end."""
    asked, refused = count(1), []

    def take(_client: str) -> None:
        """Refuse every few requests as too many."""
        if (number := next(asked)) % 25 == 0:
            refused.append(number)
            raise ServerError("too_often", {"seconds": 1})

    async with (
        Person(server, "Ada") as ada,
        Example(words, server, await token_of(server, "robot")) as program,
    ):
        monkeypatch.setattr(server.services.limits.requests, "take", take)
        table = await ada.open_table("trambahn", OPEN, bot())
        await ada.post(f"/api/tables/{table}/challenges", {"login": "robot"})
        code, out, err = await program.end()
    assert (code, err) == (0, b"")
    assert out.startswith(b"trambahn")
    assert len(refused) > 1


@pytest.mark.parametrize("words", [PYTHON, NODE], ids=["python", "node"])
async def test_a_wrong_token_ends_a_bot(words: list[str], server: Server) -> None:
    async with Example(words, server, "made up") as program:
        code, _, err = await program.end()
    assert code == 1
    assert b"sign_in" in err
