"""kill -9: whatever was acknowledged is there afterwards, and every table can go on.

The client is killed with both backends, which for SQLite is the database too; then the PostgreSQL server
itself.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
from collections import Counter
from contextlib import suppress
from itertools import count
from typing import TYPE_CHECKING

import pytest

from stellwerk.store import Store, StoreError, open_store
from tests.store import appender
from tests.store.sample import chat, eventually, fill, index
from tests.store.server import PostgresServer, running_server

if TYPE_CHECKING:
    from subprocess import Popen

pytestmark = pytest.mark.anyio

KILLS = 5
TABLES = 8


def kill_under_load(child: Popen[str], after: int) -> dict[str, int]:
    """Kill the child after a number of acknowledgements; returns the last acknowledged seq of each table."""
    assert child.stdout is not None
    lines = [child.stdout.readline() for _ in range(after)]
    child.send_signal(signal.SIGKILL)
    lines += child.stdout.readlines()
    child.stdout.close()
    assert child.wait() == -signal.SIGKILL
    return {table: int(seq) for table, seq in map(str.split, lines)}


async def test_what_a_killed_process_has_acknowledged_is_there(place: str) -> None:
    acknowledged = Counter[str]()
    chooser = random.Random(5)
    for _ in range(KILLS):
        child = appender.start(place, TABLES)
        acknowledged |= Counter(
            await asyncio.to_thread(kill_under_load, child, after=chooser.randrange(20, 200))
        )
        store = await open_store(place)
        for table, seq in acknowledged.items():
            found = [event.seq for event in await store.load(table)]
            assert found == list(range(1, len(found) + 1))
            assert seq <= len(found) <= seq + 1  # one more may have been on its way
            acknowledged[table] = len(found)
        await store.close()
    assert len(acknowledged) == TABLES
    assert sum(acknowledged.values()) > KILLS * 20


async def test_a_killed_database_server_has_what_it_acknowledged() -> None:
    with running_server() as server:
        store = await open_store(server.get_uri())
        heard: set[tuple[str, int]] = set()
        store.subscribe(lambda table, seq: heard.add((table, seq)))
        progress: dict[str, int] = {}
        players = [asyncio.create_task(play(store, f"t{number}", progress)) for number in range(TABLES)]
        await eventually(lambda: sum(progress.values()) > 100)
        await asyncio.to_thread(kill_server, server)
        failures = [await player for player in players]
        assert {failure.code for failure in failures} == {"connection_lost"}
        with pytest.raises(StoreError, match="connection_lost"):
            await store.load("t0")

        await asyncio.to_thread(server.ensure_postgres_running)
        await fill(store, "again")  # the same store: nobody has to restart
        for table, seq in progress.items():
            found = [event.seq for event in await store.load(table)]
            assert found == list(range(1, len(found) + 1))
            assert seq <= len(found) <= seq + 1
            await store.append(table, len(found), [chat(len(found) + 1, table=table)], index(table))
        other = await open_store(server.get_uri())
        await fill(other, "heard")
        await eventually(lambda: ("heard", 1) in heard)
        await other.close()
        await store.close()


async def play(store: Store, table: str, progress: dict[str, int]) -> StoreError:
    """Append to a table until that fails."""
    try:
        await fill(store, table)
        for seq in count(1):
            progress[table] = seq
            await store.append(table, seq, [chat(seq + 1, table=table)], index(table))
    except StoreError as error:
        return error
    raise AssertionError


def kill_server(server: PostgresServer) -> None:
    """Kill the server, and wait until all of its processes are gone."""
    process = server.get_postmaster_info().process
    assert process is not None
    family = [process, *process.children(recursive=True)]
    for member in family:
        with suppress(ProcessLookupError):  # without the server its children end by themselves
            os.kill(member.pid, signal.SIGKILL)
    for member in family:
        member.wait(20)
