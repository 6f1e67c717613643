"""Workers for bots: those that hang, and those that started before a core was compiled, are replaced."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from stellwerk import native
from stellwerk.server.thinking.shares import Urgency
from stellwerk.server.thinking.thinkers import Thinkers
from stellwerk.workers import process_pool

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.anyio
WAIT = 60
"""Until a test gives up."""


@pytest.fixture
def thinkers() -> Iterator[Thinkers]:
    made = Thinkers(lambda: process_pool(1), 1, deadline=WAIT)
    yield made
    made.stop()


async def process_of(thinkers: Thinkers) -> int:
    """The process that does the next job."""
    return await thinkers.do("ada", lambda: Urgency.LOOKED_AT, tuple, os.getpid)


def is_running(process: int) -> bool:
    """True unless it has ended."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


async def test_a_worker_that_hangs_is_replaced(thinkers: Thinkers) -> None:
    """SIGSTOP: it neither answers nor dies."""
    first = await process_of(thinkers)
    thinkers._deadline = 0.2
    os.kill(first, signal.SIGSTOP)
    with pytest.raises(TimeoutError):
        await process_of(thinkers)
    thinkers._deadline = WAIT
    assert await process_of(thinkers) != first
    assert not is_running(first)


async def test_a_worker_from_before_compiling_is_replaced(
    thinkers: Thinkers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(native, "compiled", frozenset)
    first = await process_of(thinkers)
    assert await process_of(thinkers) == first
    monkeypatch.setattr(native, "compiled", lambda: frozenset({"trambahn"}))
    second = await process_of(thinkers)
    assert second != first
    assert await process_of(thinkers) == second
