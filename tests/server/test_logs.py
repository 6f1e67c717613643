"""Logs: one JSON object a line, a line for each request, and no secrets, however much is logged."""

from __future__ import annotations

import asyncio
import io
import logging
from typing import TYPE_CHECKING, Any

import httpx
import msgspec
import pytest
import websockets

from stellwerk.server.logs import JsonFormatter, is_worth_noting
from tests.server.harness import OPEN, OWN, Person, Refusal, bot
from tests.server.processes import Server as Process
from tests.server.test_shutdown import Address

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.server.harness import Server

pytestmark = pytest.mark.anyio
SIGN_IN = "correct horse"


@pytest.fixture
def lines() -> Iterator[io.StringIO]:
    """What the server in this process logs."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonFormatter())
    logger = logging.getLogger("stellwerk")
    level = logger.level
    logger.addHandler(handler)
    logger.setLevel(logging.DEBUG)
    yield stream
    logger.removeHandler(handler)
    logger.setLevel(level)


def parsed(text: str) -> list[dict[str, Any]]:
    return [msgspec.json.decode(line) for line in text.splitlines()]


async def test_each_request_is_a_line(server: Server, lines: io.StringIO) -> None:
    async with Person(server, "Ada") as ada:
        await ada.http.get("/api/games?lang=de&token=geheim")
        await ada.http.get("/nothing")
        await ada.http.post("/api/tables", content=b"{")
        while len(lines.getvalue().splitlines()) < 4:  # a line is written when its answer is already out
            await asyncio.sleep(0.01)
    found = [(line["method"], line["path"], line["status"]) for line in parsed(lines.getvalue())]
    assert found == [
        ("PUT", "/api/me", 200),
        ("GET", "/api/games", 200),
        ("GET", "/nothing", 404),
        ("POST", "/api/tables", 400),
    ]
    for line in parsed(lines.getvalue()):
        assert line.keys() == {"time", "level", "logger", "message", "method", "path", "status", "ms"}
        assert 0 < line["ms"] < 60_000


async def test_what_nobody_foresaw_is_noted_and_answered_without_details(
    server: Server, lines: io.StringIO, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail(*_: object) -> None:
        raise KeyError("the seed is 1234")

    async with Person(server, "Ada", "de") as ada:
        table = await ada.open_table("trambahn", OWN, OPEN)
        await ada.connect()
        monkeypatch.setattr(server.services.hub, "carry_out", fail)
        answer = await ada.http.post(f"/api/tables/{table}/commands", json={"do": "leave"})
        assert answer.status_code == 500
        assert answer.json() == {
            "code": "broken",
            "message": "Auf dem Server ist etwas schiefgegangen. Der Fehler wurde protokolliert.",
            "clause": None,
            "params": {},
        }
        assert "content-security-policy" in answer.headers
        with pytest.raises(Refusal, match="broken"):
            await ada.do(table, "leave")
        await ada.send({"type": "ping"})
        await ada.until(lambda: ada.pongs == 1)
    errors = [line for line in parsed(lines.getvalue()) if line["level"] == "error"]
    assert [line["error"] for line in errors] == ["KeyError", "KeyError"]
    assert all("test_logs.py" in line["trace"][-1] for line in errors)
    assert "1234" not in lines.getvalue()
    caplog.clear()


async def test_nothing_secret_is_logged(tmp_path: Path) -> None:
    """A real process that logs as much as it can."""
    log = tmp_path / "log"
    redirect = f"import os, sys; os.dup2(os.open({str(log)!r}, os.O_WRONLY | os.O_CREAT), 2); "
    program = ("-c", redirect + "from stellwerk.cli import main; sys.exit(main())")
    secrets = [SIGN_IN]
    with Process(tmp_path / "data", "--log-level=debug", program=program) as process:
        async with Person(Address(process), "Ada") as ada:  # type: ignore[arg-type]
            await ada.post("/api/me/account", {"login": "ada", "password": SIGN_IN})
            await ada.post("/api/me/bot")
            secrets.append((await ada.post("/api/me/tokens", {"name": "Robbie"}))["token"])
            feed = (await ada.post("/api/me/feed"))["feed"]
            secrets.append(feed.removeprefix("/feeds/").removesuffix(".atom"))
            for cookie in ada.http.cookies.jar:  # of the session and of the device
                secrets += str(cookie.value).split(".")
            await ada.http.get(feed)
            await ada.http.get(f"{feed}/elsewhere")
            bearer = {"authorization": f"Bearer {secrets[1]}"}
            httpx.get(f"{process.address}/api/me?token={secrets[1]}", headers=bearer, trust_env=False)
            table = await ada.open_table("trambahn", OWN, bot("simple"))
            await ada.connect()
            await ada.follow(table)
            await ada.do(table, "resign")
            await ada.until(lambda: ada.sights[table].seed is not None)
            secrets.append(str(ada.sights[table].seed))
            with pytest.raises(websockets.InvalidStatus):
                await websockets.connect(
                    f"ws://{ada.server.host}/ws?token={secrets[1]}", additional_headers={"cookie": ada.cookie}
                )
        assert process.stop() == 0
    text = log.read_text()
    assert len(parsed(text)) > 10
    assert {"PUT", "POST", "GET"} <= {line.get("method") for line in parsed(text)}
    assert "/feeds/…" in text
    assert not [secret for secret in secrets if secret in text]
    assert len(secrets) == 8


def test_messages_of_others_are_cleaned() -> None:
    def formatted(message: str, *arguments: object) -> str:
        record = logging.LogRecord("uvicorn.error", logging.INFO, "", 1, message, arguments, None)
        return str(msgspec.json.decode(JsonFormatter().format(record))["message"])

    assert (
        formatted('%s - "WebSocket %s" 403', "1.2.3.4", "/ws?token=geheim") == '1.2.3.4 - "WebSocket /ws" 403'
    )
    assert formatted("GET /feeds/geheim.atom done") == "GET /feeds/… done"
    assert formatted("first line\nTask exception=ValueError('geheim')") == "first line"


def test_only_that_one_message_is_left_out() -> None:
    def record(message: str) -> logging.LogRecord:
        return logging.LogRecord("uvicorn.error", logging.ERROR, "", 1, message, (), None)

    assert not is_worth_noting(record("ASGI callable returned without completing handshake."))
    assert is_worth_noting(record("Exception in ASGI application"))


def test_of_a_group_of_errors_the_first_is_told() -> None:
    """That it was a group would tell nobody what happened."""
    group = ExceptionGroup("several", [TimeoutError("geheim"), ValueError()])
    about = (type(group), group, None)
    text = JsonFormatter().format(logging.LogRecord("stellwerk", logging.ERROR, "", 1, "review", (), about))
    assert msgspec.json.decode(text)["error"] == "TimeoutError"
    assert "geheim" not in text
