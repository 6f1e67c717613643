"""A real server for browsers: a process of its own, on a port that the kernel chooses."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from contextlib import ExitStack
from typing import TYPE_CHECKING, Final

from tests.browser.serve import FILE, HASTE
from tests.store.server import running_server

if TYPE_CHECKING:
    from pathlib import Path
    from types import TracebackType


POSTGRESQL: Final = "STELLWERK_TEST_POSTGRESQL"
"""The variable that lets all servers of the browser tests keep their data in PostgreSQL."""
WIDE = ("public_tables=1000/10", "new_players=1000/10", "visitor_sockets=1000", "person_public_tables=1000")
"""Limits for one person or household; here they count all people of all tests."""


LIMITS = ("requests", "logins", "assets", "histories", "files", "new_players", "new_tables", "public_tables")
"""All people of a test run come from one address; these limits would take them for one."""


class Server:
    """Started at once, stopped at the end of the block; may be killed and started again in between."""

    def __init__(
        self,
        folder: Path,
        source: Path | None = None,
        *,
        is_hasty: bool = False,
        options: tuple[str, ...] = (),
    ) -> None:
        """`source` is the folder that Stellwerk is imported from, if not this checkout's. At a hasty server
        nobody is waited for. `options` are further ones of `serve`."""
        self.folder = folder
        self._options = options
        self._stack = ExitStack()
        self._more = {} if source is None else {"PYTHONPATH": str(source), "STELLWERK_GAMES": ""}
        self._haste = {HASTE: "1"} if is_hasty else {}
        self.address = ""
        self._process: subprocess.Popen[str] | None = None

    def deal_for(self, test: str) -> None:
        """From now on the deals follow from this name."""
        (self.folder / FILE).write_text(test)

    def start(self) -> None:
        """At the port it had before, if it had one."""
        port = self.address.rpartition(":")[2] or "0"
        options = ["--no-open", "--port", port, "--data", str(self.folder), "--log-level", "error"]
        options += [f"--limit={name}=10000/1000" for name in LIMITS]
        options += [] if self._more else [f"--limit={limit}" for limit in WIDE]
        options += self._options
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.browser.serve", "--lang", "en", "serve", *options],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, **self._more, **self._haste},
        )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        found = re.search(r"http://[^ ]+", line)
        assert found is not None, f"the server did not start: {line!r}"
        self.address = found[0]

    def kill(self) -> None:
        """As hard as possible."""
        assert self._process is not None
        self._process.kill()
        self._process.communicate()
        self._process = None

    def __enter__(self) -> Server:
        if os.environ.get(POSTGRESQL) and not self._more:
            database = self._stack.enter_context(running_server())
            self._options += (f"--database={database.get_uri()}",)
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._process is not None:
            self._process.terminate()
            self._process.communicate(timeout=20)
        self._stack.close()
