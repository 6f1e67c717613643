"""`stellwerk serve`: how it starts, what it refuses, how it ends."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import socket
import stat
import subprocess
import sys
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

import pytest

from stellwerk.cli import main, serve
from stellwerk.server import hosting
from stellwerk.server.guard.limits import CAPS, RATES, Rate
from tests.server.processes import ROOT, START_SECONDS, Guest, Server

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from stellwerk.server.services import Settings

SENTENCE = re.compile(r"[^\n]+\n")


def really(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """A command that ends by itself, in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "stellwerk", "serve", "--no-open", *words],
        env={**os.environ, "PYTHONPATH": str(ROOT / "src"), "STELLWERK_LANG": "en", **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=START_SECONDS,
    )


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """The one sentence that refuses a command."""
    assert main(["--lang", "en", "serve", "--no-open", *words]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert SENTENCE.fullmatch(printed.err), printed.err
    return printed.err


def test_it_serves_and_ends_well(tmp_path: Path) -> None:
    server = Server(tmp_path).start()
    status, answer = asyncio.run(Guest("Anna", 1).ask(server, "GET", "/health"))
    assert (status, answer["status"]) == (200, "ok")
    assert {stat.S_IMODE(file.stat().st_mode) for file in tmp_path.iterdir()} == {0o600}
    assert server.stop() == 0


def test_ctrl_c_ends_it_quietly(tmp_path: Path) -> None:
    server = Server(tmp_path).start()
    assert server.stop(signal.SIGINT) == 130


def test_the_secret_is_made_once_and_for_its_owner_only(tmp_path: Path) -> None:
    data = tmp_path / "data"
    secret = hosting.secret_of(None, data)
    assert len(secret) >= hosting.SHORTEST_SECRET
    assert stat.S_IMODE((data / "secret").stat().st_mode) == 0o600
    assert stat.S_IMODE(data.stat().st_mode) == 0o700
    assert hosting.secret_of(None, data) == secret
    assert [file.name for file in data.iterdir()] == ["secret"]


def test_of_two_processes_that_make_a_secret_one_wins(tmp_path: Path) -> None:
    file = tmp_path / "secret"
    hosting._make_secret(file)
    first = file.read_bytes()
    hosting._make_secret(file)
    assert file.read_bytes() == first


def test_guests_stay_who_they_are_after_a_restart(tmp_path: Path) -> None:
    async def name_after_restart() -> object:
        guest = await Guest("Anna", 1).enter(server)
        server.stop()
        server.start()
        return (await guest.ask(server, "GET", "/api/me"))[1]["name"]

    with Server(tmp_path) as server:
        assert asyncio.run(name_after_restart()) == "Anna"


def test_a_port_that_is_taken(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert port in refused(capsys, "--port", port, "--data", str(tmp_path))


def test_a_host_that_is_not_here(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "192.0.2.1" in refused(capsys, "--host", "192.0.2.1", "--data", str(tmp_path))


@pytest.mark.parametrize("port", ["65536", "-1", "http"])
def test_a_port_that_is_none(port: str, capsys: pytest.CaptureFixture[str]) -> None:
    refused(capsys, f"--port={port}")


def test_a_folder_that_is_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "file"
    file.touch()
    assert str(file) in refused(capsys, "--data", str(file))
    assert str(file) in refused(capsys, "--data", str(file / "below"))


def test_a_folder_of_others(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    denied = PermissionError(13, "Permission denied", str(tmp_path / "secret"))
    with patch("stellwerk.server.hosting.os.open", side_effect=denied):
        assert "not allowed" in refused(capsys, "--data", str(tmp_path))


def test_a_secret_that_is_too_short(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(serve.SECRET, "short")
    assert "32" in refused(capsys, "--data", str(tmp_path))


def test_a_secret_that_is_damaged(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "secret").touch()
    assert "secret" in refused(capsys, "--data", str(tmp_path))


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "PostgreSQL needs the package asyncpg: install Stellwerk with its extra “postgres”"),
        ("de", "Für PostgreSQL fehlt das Paket asyncpg: Installiere Stellwerk mit dem Extra „postgres“"),
    ],
)
def test_without_its_package_there_is_no_postgresql(language: str, sentence: str, tmp_path: Path) -> None:
    words = ["--lang", language, "serve", "--no-open", "--data", str(tmp_path)]
    words += ["--database", "postgresql://localhost/stellwerk"]
    program = (
        "import sys\nsys.modules['asyncpg'] = None\nfrom stellwerk.cli import main\n"
        f"if __name__ == '__main__':\n    sys.exit(main({words!r}))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=START_SECONDS,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert SENTENCE.fullmatch(done.stderr), done.stderr
    assert done.stderr.startswith(sentence)
    assert "docs/hosting.md" in done.stderr


@pytest.mark.parametrize(
    "limit",
    ["requests", "requests=5", "requests=0/1", "nothing=1", "connections=1/2", "connections=x", "=", "nan"],
)
def test_a_limit_that_is_none(limit: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert f"“{limit}”" in refused(capsys, "--data", str(tmp_path), "--limit", limit)


@pytest.mark.parametrize(
    "url", ["mysql://me:hidden@host/x", "postgresql://me:hidden@host:port/x", "postgresql://[me:hidden", "x"]
)
def test_an_address_that_is_no_database(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert "hidden" not in refused(capsys, "--database", url)


def test_a_cluster_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with patch("stellwerk.server.hosting.Cluster", side_effect=TimeoutError):
        message = refused(capsys, "--data", str(tmp_path), "--cluster", "tcp://127.0.0.1:1")
    assert "tcp://127.0.0.1:1" in message
    with patch("stellwerk.server.hosting.Cluster", side_effect=ImportError):
        assert "cluster" in refused(capsys, "--data", str(tmp_path), "--cluster", "tcp://127.0.0.1:1")


def test_a_database_that_cannot_be_reached(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    ran = really("--data", str(tmp_path), "--database", f"postgresql://me:hidden@127.0.0.1:{port}/x")
    assert (ran.returncode, ran.stdout) == (2, "")
    assert SENTENCE.fullmatch(ran.stderr), ran.stderr
    assert "hidden" not in ran.stderr


def test_a_file_that_another_server_has_open(tmp_path: Path) -> None:
    with Server(tmp_path):
        ran = really("--data", str(tmp_path), STELLWERK_LANG="de")
    assert (ran.returncode, ran.stdout) == (2, "")
    assert SENTENCE.fullmatch(ran.stderr), ran.stderr
    assert "PostgreSQL" in ran.stderr


def test_help_explains_hosting(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--help"]) == 0
    printed = capsys.readouterr().out
    for word in (
        "--host",
        "TLS",
        "PostgreSQL",
        "Several processes",
        serve.SECRET,
        serve.DATABASE,
        "/metrics",
    ):
        assert word in printed


def started(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, *words: str) -> tuple[Settings, list[str]]:
    """The settings with which a server would be started, and what the browser is asked to open."""
    found: list[Settings] = []
    opened: list[str] = []

    def host(
        settings: Settings, listening: socket.socket, log_level: str, when_ready: Callable[[], None]
    ) -> None:
        del log_level
        found.append(settings)
        when_ready()
        listening.close()

    class AtOnce:
        """A thread that does its work at once."""

        def __init__(self, target: Callable[..., Any], args: tuple[str, ...], daemon: bool) -> None:
            del daemon
            target(*args)

        def start(self) -> None:
            pass

    monkeypatch.setattr(hosting, "host", host)
    monkeypatch.setattr(serve, "Thread", AtOnce)
    monkeypatch.setattr("webbrowser.open", opened.append)
    assert main(["serve", "--data", str(tmp_path), *words]) == 0
    return found[0], opened


def test_the_browser_is_opened_if_wanted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    settings, opened = started(monkeypatch, tmp_path, "--open")
    assert opened == [settings.base_url]
    assert started(monkeypatch, tmp_path, "--no-open")[1] == []
    assert started(monkeypatch, tmp_path)[1] == []  # nobody sits at a terminal


def test_a_browser_needs_a_window_and_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr("webbrowser.get", object)
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    assert not serve.has_browser()
    monkeypatch.setenv("DISPLAY", ":0")
    assert serve.has_browser()
    monkeypatch.setattr("sys.stdout.isatty", lambda: False, raising=False)
    assert not serve.has_browser()


def test_settings_come_from_arguments_and_environment(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv(serve.SECRET, "s" * 40)
    monkeypatch.setenv(serve.DATABASE, "postgresql://me@db/stellwerk")
    settings, _ = started(monkeypatch, tmp_path, "--base-url", "https://play.example", "--no-open")
    assert settings.secret == b"s" * 40
    assert settings.database == "postgresql://me@db/stellwerk"
    assert settings.base_url == "https://play.example"
    assert (settings.rates, settings.caps, settings.hosts) == (RATES, CAPS, ())
    words = ("--limit", "requests=9/0.5", "--limit", "connections=7", "--allow-host", "play.example.org")
    settings, _ = started(monkeypatch, tmp_path, *words, "--no-open")
    assert settings.rates == RATES._replace(requests=Rate(9, 0.5))
    assert settings.caps == CAPS._replace(connections=7)
    assert settings.hosts == ("play.example.org",)
    settings, _ = started(monkeypatch, tmp_path, "--database", "postgresql://me@other/x", "--no-open")
    assert settings.database == "postgresql://me@other/x"


def test_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    class Listening:
        def __init__(self, *name: object) -> None:
            self.name = name

        def getsockname(self) -> tuple[object, ...]:
            return self.name

    del monkeypatch
    for name, address in (
        (("127.0.0.1", 80), "http://127.0.0.1:80"),
        (("0.0.0.0", 80), "http://localhost:80"),  # noqa: S104
        (("::", 80, 0, 0), "http://localhost:80"),
        (("::1", 80, 0, 0), "http://[::1]:80"),
    ):
        assert hosting.address_of(Listening(*name)) == address  # type: ignore[arg-type]


def test_small_answers_do_not_wait_for_each_other() -> None:
    """Whoever is accepted sends at once, also where the event loop does not see to it."""
    with hosting.listen("127.0.0.1", 0) as listening, socket.create_connection(listening.getsockname()):
        accepted, _ = listening.accept()
        with accepted:
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
