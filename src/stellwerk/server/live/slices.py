"""Long work in the event loop, in slices: after each slice everybody else has their turn."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Final, TypeVar

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterable

T = TypeVar("T")
SLICE: Final = 0.002
"""Seconds of CPU time that work may take before it lets others go on."""


async def in_slices(work: Iterable[T]) -> AsyncIterator[T]:
    """The items of an iterable that takes long to run through. A caller who is cancelled ends it."""
    began = time.thread_time()
    for item in work:
        yield item
        if time.thread_time() - began > SLICE:
            await asyncio.sleep(0)
            began = time.thread_time()
