"""Attacks at tables: long histories asked for again and again, talk, proposals, a full lobby, guesses."""

from __future__ import annotations

import asyncio
import json
from contextlib import AsyncExitStack
from itertools import count
from typing import TYPE_CHECKING

from tests.server.attacks import prepared
from tests.server.attacks.stranger import GONE, Found, Pace, Stranger, Target, attack

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from tests.server.attacks.stranger import Wire

OWN, OPEN = {"type": "own"}, {"type": "open"}


def subscribe(table: str, since: int) -> bytes:
    """The frame that asks for a table."""
    return json.dumps({"type": "subscribe", "table": table, "since": since}).encode()


def do(number: int, table: str, what: str, **command: object) -> bytes:
    """The frame of a command."""
    return json.dumps(
        {"type": "do", "id": number, "table": table, "command": {"do": what, **command}}
    ).encode()


async def look_back(target: Target, table: str) -> Found:
    """Ask for everything that ever happened at a table, again and again."""
    asked = 0
    async with Stranger(target) as stranger, stranger.socket() as socket:
        try:
            async for _ in Pace(target.seconds, 20):
                await socket.say(subscribe(table, 0))
                asked += 1
        except GONE:
            return Found(f"cut off after asking {asked} times", stopped=True)
        return Found(f"asked {asked} times, {socket.received / 1e6:.1f} MB received", stopped=True)


@attack("undone", "since=0 at a table with 1,500 actions taken back", prepared.undone)
async def undone(target: Target) -> Found:
    """Nobody needs what was taken back."""
    return await look_back(target, "undone")


@attack("chatted", "since=0 at a table with 20,000 chat lines", prepared.chatted)
async def chatted(target: Target) -> Found:
    """The last hundred lines are kept; the news are all of them."""
    return await look_back(target, "chatted")


@attack("undo", "act and undo 250 times, then since=0 again and again")
async def undo(target: Target) -> Found:
    """By one guest at a table of their own, as fast as the limit of frames allows."""
    numbers = count(1)
    async with Stranger(target) as stranger:
        await stranger.enter()
        opened = (await stranger.open_table("trambahn", OWN, OWN)).json()
        table, text = opened["id"], opened["legal"][0]
        async with stranger.socket() as socket:
            try:
                for pair in range(target.some(250)):
                    await socket.say(
                        do(next(numbers), table, "act", text=text, expected=opened["seq"] + 2 * pair)
                    )
                    await socket.say(do(next(numbers), table, "undo"))
                    await asyncio.sleep(target.seconds / target.some(250) / 2)
                async for _ in Pace(target.seconds / 2, 20):
                    await socket.say(subscribe(table, 0))
            except GONE:
                return Found("cut off", stopped=True)
    return Found("goes on", stopped=True)


async def before_spectators(target: Target, spectators: int, *commands: dict[str, object]) -> Found:
    """Do the same things at one's own table again and again while many of one's own watch."""
    numbers, kept_out = count(1), 0
    async with AsyncExitStack() as stack:
        mallory = await (await stack.enter_async_context(Stranger(target))).enter()
        table = (await mallory.open_table("trambahn", OWN, OWN)).json()["id"]
        talking = await stack.enter_async_context(mallory.socket())
        watching: list[Wire] = []
        for _ in range(target.some(spectators)):
            try:
                watching.append(await stack.enter_async_context(mallory.socket()))
                await watching[-1].say(subscribe(table, 1_000_000))
            except GONE:
                kept_out += 1
        said = 0
        try:
            async for _ in Pace(target.seconds, 35 / len(commands)):
                for command in commands:
                    await talking.say(do(next(numbers), table, **command))  # type: ignore[arg-type]
                    said += 1
        except GONE:
            return Found(f"cut off after {said} frames", stopped=True)
        cut = sum(socket.is_cut_off for socket in watching)
    return Found(f"{said} said, {kept_out} spectators kept out, {cut} cut off", stopped=True)


@attack("chat", "chat with 60 spectators of one's own")
async def chat(target: Target) -> Found:
    """Every line goes to all of them."""
    return await before_spectators(target, 60, {"what": "say", "text": "x" * 500})


@attack("proposals", "proposals made and withdrawn before 60 spectators")
async def proposals(target: Target) -> Found:
    """Every one of them is an event, and a frame for everybody."""
    # At one's own hot-seat table a pause needs nobody's consent: the game is paused and resumed.
    return await before_spectators(target, 60, {"what": "propose", "wish": "pause"}, {"what": "resume"})


@attack("lobby", "112 public tables at once, by one guest from three addresses")
async def lobby(target: Target) -> Found:
    """A table that somebody else opened before must still be found."""
    wanted = target.some(112)
    async with AsyncExitStack() as stack:
        ada = await (await stack.enter_async_context(Stranger(target, 9))).enter("Ada")
        hers = (await ada.open_table("trambahn", OWN, OPEN, public=True)).json()["id"]
        mallory = [await stack.enter_async_context(Stranger(target, which)) for which in (1, 2, 3)]
        await mallory[0].enter()
        for other in mallory[1:]:
            other.http.cookies = mallory[0].http.cookies
        opened = await asyncio.gather(
            *(mallory[n % 3].open_table("trambahn", OWN, OPEN, public=True) for n in range(wanted)),
            return_exceptions=True,
        )
        done = sum(not isinstance(answer, BaseException) and answer.status_code == 200 for answer in opened)
        listed = [entry["id"] for entry in (await ada.http.get("/api/tables")).json()]
        others = f"somebody's table is {'listed' if hers in listed else 'gone from the list'}"
        return Found(f"{done} of {wanted} opened; {others}", stopped=hers in listed)


@attack("codes", "table codes guessed")
async def codes(target: Target) -> Found:
    """At 30 a second and more."""
    tried, refused = 0, 0
    async with Stranger(target) as stranger:
        async for number in counted(Pace(target.seconds, 60)):
            answer = await stranger.http.get(f"/api/codes/A{number:05}".replace("0", "Q").replace("1", "R"))
            tried += 1
            refused += answer.status_code == 429
    return Found(f"{refused} of {tried} refused", stopped=refused > 0)


async def counted(pace: Pace) -> AsyncIterator[int]:
    """The numbers of the beats."""
    number = 0
    async for _ in pace:
        yield number
        number += 1
