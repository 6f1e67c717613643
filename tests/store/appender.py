"""A process that appends to some tables at once, and says "table seq" for each append that was acknowledged.

    python -m tests.store.appender PLACE TABLES [APPENDS PER TABLE]

It carries on where the tables stand, and without a third argument it does not stop by itself.
"""

from __future__ import annotations

import asyncio
import os
import sys
from itertools import count
from pathlib import Path
from subprocess import PIPE, Popen

from stellwerk.store import Store, open_store
from tests.store.sample import chat, index, opened

ROOT = Path(__file__).parents[2]


def start(place: str, tables: int, appends: int | None = None) -> Popen[str]:
    """Start such a process; what it says can be read from its `stdout`."""
    limit = [] if appends is None else [str(appends)]
    command = [sys.executable, "-m", "tests.store.appender", place, str(tables), *limit]
    return Popen(command, cwd=ROOT, stdout=PIPE, text=True)


async def append(store: Store, table: str, appends: int | None) -> None:
    """Append to one table; say so after each acknowledgement."""
    seq = len(await store.load(table))
    for number in count():
        if number == appends:
            return
        event = chat(seq + 1, f"{number}", table) if seq else opened(table)
        await store.append(table, seq, [event], index(table))
        seq += 1
        os.write(1, f"{table} {seq}\n".encode())  # at once: a buffer would be lost by kill -9


async def main(place: str, tables: int, appends: int | None) -> None:
    store = await open_store(place)
    await asyncio.gather(*(append(store, f"t{number}", appends) for number in range(tables)))
    await store.close()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else None))
