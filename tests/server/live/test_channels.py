"""No channel says what is hidden: every live frame of whole games, and every channel at a spread of moments.

Each test compares what an observer gets in the real world with what they get where everything hidden from
them is different. The last test plants a leak in one channel after the other and sees each of them found.
"""

from __future__ import annotations

import random
from hashlib import sha256
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

import stellwerk
from stellwerk.server import pages
from stellwerk.server.live import audience, hub, lines, tables
from stellwerk.server.past import histories, reviewed
from stellwerk.server.people import notify
from stellwerk.server.thinking import bots, hints
from stellwerk.store.index import index_of
from stellwerk.tables.news import Sentences, news
from stellwerk.tables.sight import seat_for, sight
from tests.server.channels import House

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from stellwerk.tables.sight import TableSight
    from stellwerk.tables.table import Table

pytestmark = pytest.mark.anyio
MOMENTS = 4
"""About this many moments of a game are looked at through every channel, and as many ends of turns."""


@pytest.mark.parametrize("key", stellwerk.games())
async def test_every_live_frame_of_a_whole_game(tmp_path: Path, key: str) -> None:
    rng = random.Random(5)
    compared = different = 0
    async with House(tmp_path, key) as house:
        for table, text in house.tables():
            for seat in house.observers():
                world, other = house.other_world(table, text, seat, rng)
                if world is table:
                    continue
                real = await house.frames(table, text, seat)
                assert real == await house.frames(world, other, seat)
                compared += 1
                different += world.state != table.state
    assert compared > 50
    assert different > compared // 2


@pytest.mark.parametrize("key", stellwerk.games())
async def test_every_channel(tmp_path: Path, key: str) -> None:
    said: set[str] = set()
    async with House(tmp_path, key) as house:
        async for real, other in moments(house):
            assert real == other
            said |= {channel for channel, content in real.items() if content}
    assert said == {*CHANNELS, "look", "bare"}


async def moments(house: House) -> AsyncIterator[tuple[dict[str, bytes], dict[str, bytes]]]:
    """What all channels say in the real world and in another one, at some moments, for every observer."""
    rng = random.Random(6)
    every = list(house.tables())
    ends = [one for one, (after, _) in pairwise(every) if one[0].actor != after.actor]
    spread = [one for kind in (every, ends) for one in kind[:: max(1, len(kind) // MOMENTS)]]
    for table, text in spread:
        for seat in house.observers():
            world, other = house.other_world(table, text, seat, rng)
            if world.state != table.state:
                real = await house.everything(table, text, seat)
                yield real, await house.everything(world, other, seat)


async def is_found(house: House, channel: str) -> bool:
    """True if at some moment a channel says something else in another world."""
    async for real, other in moments(house):
        if real.get(channel) != other.get(channel):
            return True
    return False


# Planted leaks


def secret(table: Table) -> str:
    """Something that depends on what is hidden."""
    return sha256(repr(table.state).encode()).hexdigest()[:8]


def leaking_sight(table: Table, player: str | None, **wish: Any) -> TableSight:
    """A table with a secret in its code."""
    seen = sight(table, player, **wish)
    return msgspec.structs.replace(seen, code=seen.code + secret(table))


def leak_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    def leak(before: Any, event: Any, after: Table, *rest: Any) -> Any:
        told = news(before, event, after, *rest)
        return msgspec.structs.replace(told, data={**told.data, "leak": secret(after)})

    monkeypatch.setattr(audience, "news", leak)


def leak_change(monkeypatch: pytest.MonkeyPatch) -> None:
    """Changes of what somebody else sees."""

    def leak(table: Table, eyes: str | None, **wish: Any) -> TableSight:
        seen = sight(table, eyes, **wish)
        return seen if wish["aids"] else msgspec.structs.replace(seen, code=secret(table))

    monkeypatch.setattr(audience, "sight", leak)


def leak_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "sight", leaking_sight)


def leak_list(monkeypatch: pytest.MonkeyPatch) -> None:
    def leak(table: Table) -> Any:
        entry = index_of(table)
        return msgspec.structs.replace(entry, seats=(secret(table), *entry.seats[1:]), open_seats=1)

    monkeypatch.setattr(hub, "index_of", leak)


def leak_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody gets the picture of another seat."""
    monkeypatch.setattr(pages, "seat_for", lambda table, player: 1 if seat_for(table, player) == 0 else 0)


def leak_stream(monkeypatch: pytest.MonkeyPatch) -> None:
    def leak(table: Table, *_: Any) -> Any:
        yield lines.ChallengeOver(secret(table))

    monkeypatch.setattr("stellwerk.server.live.streams.lines_of", leak)


def leak_webhook(monkeypatch: pytest.MonkeyPatch) -> None:
    real = notify.Notifier._tell

    async def leak(self: notify.Notifier, table: Table, player: str) -> None:
        await real(self, msgspec.structs.replace(table, code=secret(table)), player)

    monkeypatch.setattr(notify.Notifier, "_tell", leak)


def leak_notice(monkeypatch: pytest.MonkeyPatch) -> None:
    """The entry that letters are made from says something of the position."""

    def leak(table: Table) -> Any:
        entry = index_of(table)
        return msgspec.structs.replace(entry, seats=(secret(table), *entry.seats[1:]))

    monkeypatch.setattr(hub, "index_of", leak)


def leak_job(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "whim", lambda table, _seat: int(secret(table), 16))


def leak_review(monkeypatch: pytest.MonkeyPatch) -> None:
    """A refusal that knows the position."""
    real = histories.found_table

    async def leak(call: Any) -> Table:
        table = await real(call)
        return msgspec.structs.replace(
            table, config=msgspec.structs.replace(table.config, game=secret(table))
        )

    monkeypatch.setattr(reviewed, "found_table", leak)


def leak_hint(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hint by what is really there."""
    real = hints.Hints.find

    async def leak(self: hints.Hints, call: Any, table: Table, player: str) -> Any:
        found = await real(self, call, table, player)
        return msgspec.structs.replace(found, value=int(secret(table), 16) / 2**32)

    monkeypatch.setattr(hints.Hints, "find", leak)


CHANNELS = {
    "frame": leak_frame,
    "change": leak_change,
    "table": leak_rest,
    "code": leak_rest,
    "mine": leak_list,
    "lobby": leak_list,
    "feed": leak_list,
    "picture": leak_picture,
    "stream": leak_stream,
    "webhook": leak_webhook,
    "mail": leak_notice,
    "push": leak_notice,
    "notice": leak_notice,
    "job": leak_job,
    "review": leak_review,
    "hint": leak_hint,
}


@pytest.mark.parametrize("channel", CHANNELS)
async def test_a_planted_leak_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, channel: str) -> None:
    CHANNELS[channel](monkeypatch)
    async with House(tmp_path, "trambahn") as house:
        assert await is_found(house, channel)


async def test_the_sentences_of_another_observer_are_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is said alike to several is said once: if too much counted as alike, secrets would be told."""
    real = Sentences.of
    monkeypatch.setattr(
        Sentences, "of", lambda self, lines: real(self, self._said[0][0] if self._said else lines)
    )
    async with House(tmp_path, "trambahn") as house:
        assert await is_found(house, "frame")


async def test_a_leak_when_looking_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audience, "sight", leaking_sight)
    async with House(tmp_path, "trambahn") as house:
        assert await is_found(house, "look")
