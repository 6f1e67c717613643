"""Changes instead of whole tables: they lead to the same bytes, and tell nobody anything else."""

from __future__ import annotations

import os
import random
from enum import IntEnum
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
import pytest

import stellwerk
from stellwerk import native
from stellwerk.server.live.changes import DEEPEST, Comparison, apply, changes
from stellwerk.server.live.wire import ChangeFrame, Done, ServerFrame, TableFrame
from stellwerk.tables.sight import sight
from tests.server.harness import OPEN, OWN, Person, serving
from tests.store.test_snapshots import random_table, tables_of

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.anyio


def plain(value: object) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


def exact(value: Any) -> str:
    """A value as text, in which True is not 1, but 1.0 is, as in JavaScript."""
    if isinstance(value, dict):
        return "{" + ",".join(f"{key}:{exact(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(exact, value)) + "]"
    return repr(int(value) if isinstance(value, float) and value.is_integer() else value)


def test_anything_becomes_anything() -> None:
    """Values made at random, from few letters, so that they have much in common."""
    rng = random.Random(1)

    def made(depth: int) -> Any:
        kind = rng.randrange(3 if depth else 1)
        if kind == 0:
            return rng.choice((None, True, 0, 1, "a", "b"))
        if kind == 1:
            return [made(depth - 1) for _ in range(rng.randrange(4))]
        return {key: made(depth - 1) for key in rng.sample("xyz", rng.randrange(1, 4))}

    for _ in range(2000):
        old, new = {"a": made(5)}, {"a": made(5)}
        steps = plain(changes(old, new))
        assert apply(old, steps) == new


class Point(msgspec.Struct, frozen=True):
    x: Any
    y: Any


class Coded(msgspec.Struct, frozen=True, rename={"x": "ex"}, tag="coded"):
    x: Any
    y: Any


class Brief(msgspec.Struct, frozen=True, omit_defaults=True):
    x: Any
    y: Any = None


class Lone(msgspec.Struct, frozen=True):
    x: Any


class Pair(NamedTuple):
    first: Any
    second: Any


def made(rng: random.Random, depth: int) -> Any:
    """Anything that is sent, and much that is not, from few letters so that two have much in common."""
    if not depth or rng.random() < 0.2:
        return rng.choice((None, True, 0, 1, 1.0, float("nan"), "a", "b", Exact(rng.randrange(2)), {1, 2}))
    two = made(rng, depth - 1), made(rng, depth - 1)
    kinds: tuple[Any, ...] = (Point, Coded, Brief, Lone, Pair, list, tuple, dict, 7)
    kind = rng.choice(kinds)
    if kind in (list, tuple):
        return kind(made(rng, depth - 1) for _ in range(rng.randrange(4)))
    if kind in (dict, 7):
        return dict(zip(("x", "y" if kind is dict else 7), two, strict=True))
    return kind(two[0]) if kind is Lone else kind(*two)


class Exact(IntEnum):
    NO = 0
    YES = 1


def in_c() -> Any:
    """The comparison in C. It may be missing on a developer's machine, never in CI."""
    module = native.written("differing")
    if module is None:
        assert os.environ.get("CI") != "true", "CI compiles it"
        pytest.skip("differing.c is not compiled here")
    return module


def test_the_same_steps_in_c() -> None:
    """The very same, down to types and their order."""
    module, rng, found = in_c(), random.Random(1), 0
    assert module.DEEPEST == DEEPEST
    for _ in range(10_000):
        old, new = made(rng, 5), made(rng, 5)
        if type(new) is type(old) and rng.random() < 0.5:
            old, new = Point(old, 1), Point(new, 1)
        steps = module.changes(old, new)
        assert repr(steps) == repr(Comparison().changes(old, new))
        found += len(steps)
    assert found > 10_000


def test_what_cannot_be_compared_is_refused_alike_in_c() -> None:
    class Bad:
        __hash__ = None  # type: ignore[assignment]

        def __eq__(self, other: object) -> bool:
            raise ValueError("not comparable")

    for old, new in (((Bad(), 1), (Bad(), 1)), ((Bad(),), (Bad(), 1)), (Point(Bad(), 1), Point(Bad(), 1))):
        for compare in (in_c().changes, Comparison().changes):
            with pytest.raises(ValueError, match="not comparable"):
                compare(old, new)


@pytest.mark.parametrize("key", stellwerk.games())
def test_the_same_steps_in_c_for_tables(key: str) -> None:
    compare = in_c().changes
    for player in ("p0", None):
        seen = [sight(table, player, aids=True) for table in tables_of(random_table(key, f"{key} in C", 60))]
        for old, new in pairwise(seen):
            assert repr(compare(old, new)) == repr(Comparison().changes(old, new))


@pytest.mark.parametrize("key", stellwerk.games())
@pytest.mark.parametrize("aids", [True, False])
def test_changes_lead_from_each_sight_to_the_next(key: str, aids: bool) -> None:
    whole = sent = 0
    for player in ("p0", "p1", "stranger", None):
        known = None
        for table in tables_of(random_table(key, f"{key} changes", 80)):
            seen = sight(table, player, aids=aids)
            if known is not None:
                steps = changes(known, seen)
                assert exact(apply(plain(known), plain(steps))) == exact(plain(seen))
                whole += len(msgspec.json.encode(seen))
                sent += len(msgspec.json.encode(steps))
            known = seen
    assert sent < whole / 2


@pytest.mark.parametrize("key", stellwerk.games())
async def test_over_the_wire(tmp_path: Path, key: str) -> None:
    """Two who are told changes see what somebody sees who has just come."""
    with serving(tmp_path) as server:
        async with Person(server, "Ada") as ada, Person(server, "Bo") as bo, Person(server) as watcher:
            fewest = stellwerk.load(key).info.seats.min
            table = await ada.open_table(key, OWN, *(OPEN,) * (fewest - 1), start=0)
            for person in (ada, bo, watcher):
                await person.connect()
                await person.send({"type": "subscribe", "table": table, "changes": person is not bo})
                await person.until(lambda person=person: table in person.sights)  # type: ignore[misc]
            await bo.do(table, "join")
            if fewest > 2:  # the others are bots
                for seat in range(2, fewest):
                    await ada.do(table, "seat_bot", seat=seat, level="random")
            await ada.do(table, "say", text="Hello")
            await ada.until(lambda: len(ada.sights[table].chat) == 1)
            for _ in range(6):
                await ada.until(lambda: bool(ada.sights[table].legal or bo.sights[table].legal))
                actor = ada if ada.sights[table].legal else bo
                done = await actor.act(table, actor.sights[table].legal[0])
                await ada.until(lambda done=done: ada.sights[table].seq >= done)  # type: ignore[misc]
                await bo.until(lambda done=done: bo.sights[table].seq >= done)  # type: ignore[misc]
            for person in (ada, watcher):
                kinds = [type(msgspec.json.decode(raw, type=ServerFrame)) for raw in person.received]
                assert kinds[0] is TableFrame
                assert kinds.count(ChangeFrame) >= 6
                assert Done not in kinds  # the frame that shows it answers it
                await person.until(
                    lambda person=person: person.sights[table].seq == bo.sights[table].seq  # type: ignore[misc]
                )
                fresh = Person(server)
                fresh.http.cookies = person.http.cookies
                async with fresh:
                    await fresh.connect()
                    assert plain(await fresh.follow(table)) == plain(person.sights[table])


async def test_whoever_sits_down_gets_the_whole_table(tmp_path: Path) -> None:
    """Their eyes are others now: changes would have to tell what they did not know before."""
    with serving(tmp_path) as server:
        async with Person(server, "Ada") as ada, Person(server, "Bo") as bo:
            table = await ada.open_table("trambahn", OWN, OPEN, start=0)
            await bo.connect()
            await bo.send({"type": "subscribe", "table": table, "changes": True})
            await bo.until(lambda: table in bo.sights)
            await bo.do(table, "join")
            assert b'"type":"table"' in bo.received[-1]
            assert b'"done":1' in bo.received[-1]
            assert bo.sights[table].seat == 1


async def test_a_program_may_do_without_aids(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        async with Person(server, "Ada") as ada:
            table = await ada.open_table("transamerica", OWN, OWN)
            await ada.connect()
            for aids in (True, False):
                ada.sights.clear()
                await ada.send({"type": "subscribe", "table": table, "aids": aids})
                await ada.until(lambda: table in ada.sights)
                assert (ada.sights[table].view["plan"] is not None) == aids
