"""A server process: its socket, its secret, where its bots think, and uvicorn around the application.

Whatever can be wrong with the place is found out before anything is served, and raised as `HostingError`,
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
from stellwerk.server.limits import MAX_FRAME
from stellwerk.store import open_store
from stellwerk.workers import Cluster

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Executor
    from pathlib import Path

SECRET_FILE: Final = "secret"  # noqa: S105 (its name)
SHORTEST_SECRET: Final = 32
SHUTDOWN_SECONDS: Final = 5
"""How long clients may take to say goodbye."""
COLLECTIONS: Final = (50_000, 20, 100)
"""Tables are many and live long: look for garbage among them seldom."""


class HostingError(StellwerkError):
    """The server cannot be started like this."""


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
    # unless the event loop sees to that: uvloop does, asyncio's does not for a socket that it is given.
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listening


def address_of(listening: socket.socket) -> str:
    """What to type into a browser on this machine."""
    host, port = listening.getsockname()[:2]
    if host in ("0.0.0.0", "::"):  # noqa: S104 (it listens everywhere, so also here)
        host = "localhost"
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def secret_of(given: str | None, folder: Path) -> bytes:
    """The secret that signs cookies: the one given, or that of a file, which is made at the first start."""
    if given is not None:
        if len(given) < SHORTEST_SECRET:
            raise HostingError("short_secret", {"limit": SHORTEST_SECRET})
        return given.encode()
    file = folder / SECRET_FILE
    if not file.exists():
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)  # seeds of games are in there too
        _make_secret(file)
    secret = file.read_bytes()
    if len(secret) < SHORTEST_SECRET:
        raise HostingError("damaged_secret", {"file": str(file)})
    return secret


def _make_secret(file: Path) -> None:
    """Whole or not at all, also if several processes start at once: the first one's stays."""
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


def cluster(address: str) -> Executor:
    """Where bots think on a Dask cluster."""
    try:
        return Cluster(address)
    except ImportError as error:
        raise HostingError("no_cluster") from error
    except (OSError, ValueError) as error:
        raise HostingError("cluster_unreachable", {"address": address}) from error


def host(
    settings: Settings, listening: socket.socket, log_level: str, when_ready: Callable[[], None]
) -> None:
    """Serve until a signal comes; SIGTERM ends it well, SIGINT as `KeyboardInterrupt`."""
    signal.signal(signal.SIGTERM, _leave)
    os.umask(0o077)  # the database holds the seeds of games that are going on
    logs.configure(log_level)
    config = uvicorn.Config(
        make_app(settings),
        lifespan="on",
        ws="websockets-sansio",
        ws_per_message_deflate=False,  # costs more memory and time than frames of some kilobytes are worth
        ws_max_size=4 * MAX_FRAME,  # frames up to there are refused with a sentence, larger ones cut off
        log_config=None,
        access_log=False,  # `logs` notes requests
        server_header=False,
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
    )
    try:
        with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
            runner.run(_serve(config, settings, listening, when_ready))
    finally:
        for worker in multiprocessing.active_children():  # nobody will hear what these bots still think
            worker.terminate()


async def _serve(
    config: uvicorn.Config, settings: Settings, listening: socket.socket, when_ready: Callable[[], None]
) -> None:
    app: Any = config.app
    app.state.store = await open_store(settings.database)  # here, so that what it refuses is raised

    def ready() -> None:
        gc.freeze()  # what is loaded by now stays
        gc.set_threshold(*COLLECTIONS)
        when_ready()

    await Server(config, ready).serve([listening])


class Server(uvicorn.Server):
    """Says when it is ready, and ends streams before it waits for answers to end."""

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
    """SIGTERM before uvicorn handles it, and again when uvicorn has shut everything down."""
    sys.exit(0)
