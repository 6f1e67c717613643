"""A process that may write no large files, appends until that fails, may again, and appends once more.

    python -m tests.store.small_disk PLACE

It says the code of the error, the last seq before it, and the last seq after it.
"""

from __future__ import annotations

import asyncio
import resource
import sys
from pathlib import Path

from stellwerk.store import StoreError, open_store
from tests.store.sample import chat, fill, index


async def main(place: str) -> None:
    store = await open_store(place)
    await fill(store)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    written = Path(f"{place}-wal").stat().st_size
    resource.setrlimit(resource.RLIMIT_FSIZE, (written + 50_000, hard))
    seq = 1
    try:
        for _ in range(1_000):
            await store.append("t1", seq, [chat(seq + 1, "x" * 1_000)], index())
            seq += 1
    except StoreError as error:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        await store.append("t1", seq, [chat(seq + 1)], index())
        print(error.code, seq, seq + 1)
    await store.close()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
