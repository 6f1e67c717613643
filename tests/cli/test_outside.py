"""`stellwerk admin doctor --url`: a running server, looked at through its proxy, with its mail server."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest

from stellwerk.cli import main
from stellwerk.cli.host import outside
from tests.cli.proxy import Proxy, careful, credulous, deaf
from tests.server.notices.receivers import Mailbox
from tests.server.processes import Server

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path


def told(capsys: pytest.CaptureFixture[str], data: Path, url: str) -> list[str]:
    main(["--lang", "en", "admin", "doctor", "--data", str(data), "--url", url])
    printed = capsys.readouterr()
    return (printed.out + printed.err).splitlines()[6:]


@contextmanager
def behind(proxy: Proxy, data: Path, *options: str) -> Iterator[Server]:
    with Server(data, f"--base-url={proxy.address}", *options) as server:
        parts = urlsplit(server.address)
        proxy.behind = (parts.hostname or "", parts.port or 0)
        yield server


CHANGES: dict[str, tuple[Callable[[list[bytes]], list[bytes]], str]] = {
    "careful": (careful, "✓ The server sees where a visitor comes from (198.51.100.4), whatever they claim."),
    "credulous": (credulous, "✗ A visitor can claim any address and escape all limits"),
    "deaf": (deaf, "✗ The WebSocket cannot be opened (answer: 404)"),
}


@pytest.mark.parametrize("kind", CHANGES)
def test_a_proxy_is_looked_at(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    monkeypatch.setattr(outside, "_is_here", lambda _: False)  # as if it were another machine
    change, sentence = CHANGES[kind]
    with Mailbox() as mailbox, Proxy(change) as proxy, behind(proxy, tmp_path, f"--smtp={mailbox.url}"):
        lines = told(capsys, tmp_path, proxy.address)
    assert any(line.startswith(sentence) for line in lines), lines
    assert "✓ The mail server takes letters." in lines
    assert "✓ Push messages can be signed." in lines
    wrong = [line for line in lines if line.startswith("✗")]
    assert len(wrong) == (1 if kind == "careful" else 2)  # and that there is no TLS


def test_a_server_without_proxy_and_with_a_dead_mail_server(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Mailbox() as mailbox:
        dead = mailbox.url
    with Server(tmp_path, f"--smtp={dead}", "--base-url=https://play.example.org") as server:
        lines = told(capsys, tmp_path, server.address)
    assert "✓ This asked the server itself." in lines[2]
    assert lines[1].startswith("✗ Links in invitations and letters begin with https://play.example.org")
    assert any(line.startswith("✗ The mail server takes no letters: ConnectionRefused") for line in lines)


def test_a_proxy_that_is_not_trusted_and_a_server_that_is_not_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outside, "_is_here", lambda _: False)
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "192.0.2.1")
    with Proxy(careful) as proxy, behind(proxy, tmp_path) as server:
        lines = told(capsys, tmp_path, proxy.address)
        assert any(line.startswith("✗ The server takes all visitors for one, 127.0.0.1") for line in lines)
        assert "✓ No mail server is named" in " ".join(lines)
        server.kill()
        assert told(capsys, tmp_path, server.address)[0].startswith("✗ ")
