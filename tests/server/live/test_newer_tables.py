"""A server that meets a table of a newer program says so in one sentence, and everybody else plays on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from stellwerk.store import index_of, open_store
from stellwerk.tables.config import OwnSeat
from stellwerk.tables.events import Opened
from tests.server.harness import OPEN, OWN, Person, serving
from tests.server.people.test_identity import refused
from tests.tables.people import Stage

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.anyio


async def keep_newer_table(folder: Path) -> None:
    """Store a table whose game was begun by rules that this program does not know yet."""
    stage = Stage(OwnSeat(name="Ada"), OwnSeat(name="Bea"))
    first = stage.events[0]
    assert isinstance(first.what, Opened)
    stage.events[0] = replace(first, what=replace(first.what, rules_version=7))
    store = await open_store(folder)
    await store.append("t", 0, stage.events, index_of(stage.table))
    await store.close()


async def test_a_table_of_a_newer_program_is_refused(tmp_path: Path) -> None:
    await keep_newer_table(tmp_path)
    with serving(tmp_path) as server:
        async with Person(server, "Ada") as ada:
            assert await refused(ada.get("/api/tables/t")) == "unknown_rules_version"
            await ada.connect()
            await ada.send({"type": "subscribe", "table": "t"})
            await ada.until(lambda: bool(ada.refusals))
            assert "version 7 of the rules of Trambahn" in ada.refusals[0].message
            table = await ada.open_table("trambahn", OWN, OPEN)
            assert (await ada.follow(table)).status == "open"
