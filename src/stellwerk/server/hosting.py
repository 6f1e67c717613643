"""A server process: its socket, its secret, where its bots think, and uvicorn around the application.

Problems with the port, folder or database are found before anything is served and raised as `HostingError`,
`StoreError` or `OSError`.
"""

from __future__ import annotations

import asyncio
import errno
import gc
import multiprocessing
import os
import secrets
import signal
import socket
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, NoReturn

import uvicorn

from stellwerk.core.errors import StellwerkError
from stellwerk.server import logs
from stellwerk.server.app import Settings, make_app
from stellwerk.server.guard.gate import GatedConfig
from stellwerk.server.guard.limits import changed
from stellwerk.store import open_store
from stellwerk.workers import Cluster

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from stellwerk.server.guard.limits import Caps, Rates

SECRET_FILE: Final = "secret"  # noqa: S105 (its name)
SHORTEST_SECRET: Final = 32
SHUTDOWN_SECONDS: Final = 5
"""Seconds that clients have to close their connections."""
COLLECTIONS: Final = (50_000, 20, 100)
"""Garbage collections are rare: a server has many objects, and they live long."""


class HostingError(StellwerkError):
    """The server cannot be started with these settings."""


def listen(host: str, port: int) -> socket.socket:
    """The socket to serve on; port 0 is a free one."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listening = socket.create_server((host, port), family=family, backlog=2048)
    except OSError as error:
        codes = {errno.EADDRINUSE: "port_taken", errno.EACCES: "port_forbidden"}
        code = codes.get(error.errno or 0, "no_such_host")
        raise HostingError(code, {"host": host, "port": port}) from error
    # Connections inherit it. Without it a small answer waits 40 ms for the one before to be acknowledged,
    # unless the event loop sets it: uvloop does, asyncio does not for a socket that it is given.
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listening


def address_of(listening: socket.socket) -> str:
    """The address for a browser on this machine."""
    host, port = listening.getsockname()[:2]
    if host in ("0.0.0.0", "::"):  # noqa: S104 (it listens on all addresses)
        host = "localhost"
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def secret_of(given: str | None, folder: Path) -> bytes:
    """The secret that signs cookies: the given one, or that of a file, which the first start creates."""
    if given is not None:
        if len(given) < SHORTEST_SECRET:
            raise HostingError("short_secret", {"limit": SHORTEST_SECRET})
        return given.encode()
    file = folder / SECRET_FILE
    if not file.exists():
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)  # the database beside it holds seeds
        _make_secret(file)
    secret = file.read_bytes()
    if len(secret) < SHORTEST_SECRET:
        raise HostingError("damaged_secret", {"file": str(file)})
    return secret


def _make_secret(file: Path) -> None:
    """Write the file atomically; if several processes start at once, the first one's stays."""
    draft = file.with_name(f".stellwerk-{secrets.token_hex(8)}.tmp")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as opened:
            opened.write(secrets.token_hex(32).encode())
            opened.flush()
            os.fsync(opened.fileno())
        with suppress(FileExistsError):
            os.link(draft, file)
    finally:
        draft.unlink()


def cluster(address: str) -> Cluster:
    """An executor on a Dask cluster."""
    try:
        return Cluster(address)
    except ImportError as error:
        raise HostingError("no_cluster") from error
    except (OSError, ValueError) as error:
        raise HostingError("cluster_unreachable", {"address": address}) from error


def shared_threads(threads: int) -> tuple[int, int]:
    """How many bots think and how many pieces of reviews are examined on a cluster at the same time.

    Together they are as many as it has threads, so that no bot waits there behind a review; a cluster of one
    thread does both in turn.
    """
    reviewers = max(1, threads // 4)
    return max(1, threads - reviewers), reviewers


def cluster_threads(address: str) -> int:
    """How many jobs a cluster does at the same time."""
    found = cluster(address)
    try:
        return found.threads
    finally:
        found.shutdown()


def limits_of(wishes: Iterable[str]) -> tuple[Rates, Caps]:
    """The server's limits, changed as the operator wishes."""
    try:
        return changed(wishes)
    except ValueError as error:
        raise HostingError("bad_limit", {"text": str(error)[:100]}) from error


def host(
    settings: Settings, listening: socket.socket, log_level: str, when_ready: Callable[[], None]
) -> None:
    """Serve until a signal comes; SIGTERM ends it cleanly, SIGINT by `KeyboardInterrupt`."""
    signal.signal(signal.SIGTERM, _leave)
    os.umask(0o077)  # the database holds the seeds of running games
    logs.configure(log_level)
    config = GatedConfig(make_app(settings), SHUTDOWN_SECONDS)
    try:
        with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
            runner.run(_serve(config, settings, listening, when_ready))
    finally:
        for worker in multiprocessing.active_children():  # their answers are no longer needed
            worker.terminate()


async def _serve(
    config: uvicorn.Config, settings: Settings, listening: socket.socket, when_ready: Callable[[], None]
) -> None:
    app: Any = config.app
    app.state.store = await open_store(settings.database)  # here, so that its errors are raised

    def ready() -> None:
        gc.freeze()  # what is loaded by now is never garbage
        gc.set_threshold(*COLLECTIONS)
        when_ready()

    await Server(config, ready).serve([listening])


class Server(uvicorn.Server):
    """uvicorn's server, which reports when it is ready and ends streams before it waits for requests."""

    def __init__(self, config: uvicorn.Config, when_ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._when_ready = when_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Uvicorn's hook."""
        await super().startup(sockets)
        if self.started:
            self._when_ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Uvicorn's hook."""
        app: Any = self.config.app
        app.state.services.streams.end()
        await super().shutdown(sockets)


def _leave(_number: int, _frame: object) -> NoReturn:
    """Handle SIGTERM before uvicorn does, and again after uvicorn has shut down."""
    sys.exit(0)
