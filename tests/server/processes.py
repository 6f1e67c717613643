"""The real server in processes of its own, and guests that use it as a browser does."""

from __future__ import annotations

import json
import os
import re
import select
import signal
import ssl
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, Self

import httpx
from websockets.asyncio.client import connect

if TYPE_CHECKING:
    from websockets.asyncio.client import ClientConnection

ROOT = Path(__file__).parents[2]
START_SECONDS = 60
ANSWER_SECONDS = 30
NO_TLS = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""Everything goes over loopback: without this, each client would load certificates for nothing."""


class Server:
    """`stellwerk serve` on a port that the kernel chooses; each start may choose another one."""

    def __init__(
        self,
        data: Path,
        *options: str,
        program: tuple[str, ...] = ("-m", "stellwerk"),
        games: Path | None = None,
    ) -> None:
        """`games` is a folder with further games."""
        folders = [str(games or ""), os.environ.get("STELLWERK_GAMES", "")]
        self._games = os.pathsep.join(filter(None, folders))
        self._command = [sys.executable, *program, "serve", "--no-open", f"--data={data}", *options]
        self._process: subprocess.Popen[bytes] | None = None
        self.address = ""

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def start(self) -> Self:
        """Return as soon as it serves."""
        environment = {
            **os.environ,
            "STELLWERK_GAMES": self._games,
            "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)]),
            "PYTHONWARNINGS": "ignore::UserWarning:multiprocessing.resource_tracker",  # of what a kill leaves
        }
        self._process = subprocess.Popen(self._command, stdout=subprocess.PIPE, env=environment)
        assert self._process.stdout is not None
        ready, _, _ = select.select([self._process.stdout], [], [], START_SECONDS)
        line = self._process.stdout.readline().decode() if ready else ""
        found = re.search(r"http://\S+", line)
        if found is None:
            self.kill()
            raise RuntimeError(f"the server did not start: {line!r}")
        self.address = found[0]
        return self

    def kill(self) -> None:
        """As the kernel does when memory runs out: no chance to finish anything."""
        self._end(signal.SIGKILL)

    def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        """As a service manager does, or Ctrl-C; the exit code."""
        return self._end(number)

    def _end(self, number: signal.Signals) -> int:
        process = self._process
        assert process is not None
        assert process.stdout is not None
        process.send_signal(number)
        try:
            return process.wait(ANSWER_SECONDS)
        finally:
            process.stdout.close()

    def children(self) -> list[int]:
        """The processes that it started."""
        tasks = Path(f"/proc/{self.pid}/task").glob("*/children")
        return [int(child) for task in tasks for child in task.read_text().split()]

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        if self._process is not None and self._process.poll() is None:
            self.kill()


class Place(Protocol):
    """Where a server is."""

    @property
    def address(self) -> str:
        """Such as http://127.0.0.1:8000."""


class Guest:
    """Somebody with a cookie, and an address of their own: limits count by address."""

    def __init__(self, name: str, number: int) -> None:
        self.name = name
        self._cookies: dict[str, str] = {}
        self._from = f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"

    def headers(self, server: Place) -> dict[str, str]:
        """What a browser on our own page, behind a proxy on this machine, sends."""
        found = {"origin": server.address, "x-forwarded-for": self._from}
        return {**found, "cookie": self.cookie} if self.cookie else found

    @property
    def cookie(self) -> str:
        """What a browser sends back: of the session, and of a device that an account knows."""
        return "; ".join(f"{name}={value}" for name, value in self._cookies.items())

    async def ask(
        self, server: Place, method: str, path: str, body: object = None
    ) -> tuple[int, dict[str, Any]]:
        """A request: status and answer."""
        async with httpx.AsyncClient(
            base_url=server.address, timeout=ANSWER_SECONDS, verify=NO_TLS, trust_env=False
        ) as client:
            answer = await client.request(method, path, headers=self.headers(server), json=body)
        self._cookies |= dict(answer.cookies)
        return answer.status_code, answer.json()

    async def enter(self, server: Place) -> Self:
        """Become a guest."""
        status, answer = await self.ask(server, "PUT", "/api/me", {"name": self.name})
        assert status == 200, answer
        return self

    async def open_table(
        self, server: Place, game: str, seats: list[dict[str, str]], **config: object
    ) -> dict[str, Any]:
        """The new table as this guest sees it."""
        body = {"game": game, "seats": seats, **config}
        status, table = await self.ask(server, "POST", "/api/tables", body)
        assert status == 200, table
        return table

    async def do(self, server: Place, table: str, **command: object) -> tuple[int, dict[str, Any]]:
        """A command over REST: status and answer."""
        return await self.ask(server, "POST", f"/api/tables/{table}/commands", command)

    def connect(self, server: Place) -> connect:
        """The WebSocket, as a context manager."""
        headers = self.headers(server)
        origin = headers.pop("origin")
        address = server.address.replace("http", "ws", 1) + "/ws"
        return connect(
            address,
            additional_headers=headers,
            origin=origin,  # type: ignore[arg-type] # a NewType of str
            compression=None,
            proxy=None,
            open_timeout=ANSWER_SECONDS,
            close_timeout=1,
            max_size=None,
        )


async def send(socket: ClientConnection, kind: str, **fields: object) -> None:
    """Send a frame."""
    await socket.send(json.dumps({"type": kind, **fields}))


async def receive(socket: ClientConnection, kind: str = "") -> dict[str, Any]:
    """The next frame, or the next one of a kind."""
    while True:
        frame: dict[str, Any] = json.loads(await socket.recv())
        if not kind or frame["type"] == kind:
            return frame
