"""Input that no client of ours would send: refused with a code and a sentence, and nobody else notices."""

from __future__ import annotations

import ast
import asyncio
import tomllib
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import msgspec
import pytest
import requests
import schemathesis
import websockets
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

import stellwerk
import stellwerk.server
import stellwerk.tables
from stellwerk.core import record as records
from stellwerk.core.texts import LANGUAGES
from stellwerk.server.limits import MAX_BODY, MAX_FRAME
from stellwerk.server.messages import ErrorBody
from tests.server.harness import OPEN, OWN, WAIT, Person, Refusal, Server, bot, serving

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from schemathesis import Case

QUICK = settings(
    max_examples=60, derandomize=True, database=None, deadline=None, suppress_health_check=list(HealthCheck)
)
CHECKS = (
    not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance
)  # fmt: skip


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all examples: what one of them broke, the next would find."""
    with serving(tmp_path_factory.mktemp("server")) as server:
        yield server


def check_refusal(answer: httpx.Response | requests.Response) -> ErrorBody:
    """A refusal is JSON with a code and a sentence; never a trace, never our own fault."""
    assert 400 <= answer.status_code < 500
    assert answer.headers["content-type"] == "application/json"
    error = msgspec.json.decode(answer.content, type=ErrorBody)
    check_sentence(error)
    return error


def check_sentence(error: ErrorBody) -> None:
    assert error.code != "broken"
    assert error.message
    assert "Traceback" not in error.message
    assert ".py" not in error.message


# The OpenAPI document


def test_every_operation_keeps_to_its_document(server: Server) -> None:
    """Schemathesis: generated input of every operation, as a guest who has a table."""
    schema = schemathesis.openapi.from_url(f"{server.url}/openapi.json")
    session = requests.Session()
    session.trust_env = False
    session.headers["origin"] = server.url
    session.put(f"{server.url}/api/me", json={"name": "Ada"}).raise_for_status()
    count = 0
    for operation in schema.get_all_operations():
        exercise(operation.ok(), session)
        count += 1
    session.close()
    assert count >= 20


def exercise(operation: Any, session: requests.Session) -> None:
    @settings(QUICK, max_examples=12)
    @given(case=operation.as_strategy())
    def attempt(case: Case) -> None:
        answer = case.call_and_validate(session=session, checks=list(CHECKS))
        if answer.status_code >= 400:
            error = msgspec.json.decode(answer.content, type=ErrorBody)
            check_sentence(error)

    attempt()


# REST

ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
BODIES = st.binary(max_size=200) | ANY_JSON.map(msgspec.json.encode)
COMMANDS = st.fixed_dictionaries(
    {"do": st.sampled_from(
        ["join", "leave", "seat_bot", "act", "undo", "propose", "answer", "resume", "resign", "next_game", "say"]
    )},
    optional={
        "seat": st.integers(-2, 7) | st.none(),
        "text": st.text(max_size=30) | st.sampled_from(["E", "P B7", "M ?", "!D", "S B7>2", "T x3>2", "R 64-65"]),
        "expected": st.integers(-1, 50) | st.just(10**30),
        "level": st.sampled_from(["simple", "nobody", ""]),
        "wish": st.sampled_from(["undo", "pause", "rematch", "money"]),
        "actions": st.integers(-1, 10),
        "agree": st.booleans(),
    },
)  # fmt: skip


def test_any_body_is_answered(server: Server) -> None:
    writing = [("PUT", "/api/me"), ("POST", "/api/me/account"), ("POST", "/api/me/login"),
               ("POST", "/api/me/tokens"), ("POST", "/api/tables"), ("POST", "/api/replay"),
               ("POST", "/api/tables/x/commands"), ("PUT", "/api/tables/x/webhook")]  # fmt: skip
    with httpx.Client(base_url=server.url, headers={"origin": server.url}, trust_env=False) as client:
        client.put("/api/me", json={"name": "Ada"}).raise_for_status()

        @QUICK
        @given(st.sampled_from(writing), BODIES)
        def attempt(target: tuple[str, str], body: bytes) -> None:
            answer = client.request(*target, content=body)
            if answer.status_code != 200:
                check_refusal(answer)

        attempt()


def test_any_command_is_answered(server: Server) -> None:
    with httpx.Client(base_url=server.url, headers={"origin": server.url}, trust_env=False) as client:
        client.put("/api/me", json={"name": "Ada"}).raise_for_status()
        config = {"game": "trambahn", "seats": [OWN, OWN]}
        tables = [client.post("/api/tables", json=config).json()["id"] for _ in range(3)]

        @settings(QUICK, max_examples=150)
        @given(st.sampled_from(tables), COMMANDS)
        def attempt(table: str, command: dict[str, Any]) -> None:
            answer = client.post(f"/api/tables/{table}/commands", json=command)
            if answer.status_code != 200:
                check_refusal(answer)

        attempt()


@pytest.mark.parametrize(
    "path",
    [
        "/", "/api", "/api/me/", "/api/tables/%00", "/api/tables/%ff%fe", "/api/codes/%F0%9F%9A%82",
        "/api/tables/x/games/1/record", f"/api/tables/x/games/{'9' * 5000}/record", "/api/games/..%2f/rules",
        "/api/games/chess/rules", "/feeds/x.atom", "/feeds/.atom", "/api/me/sessions/x", "/api/tables?limit=x",
        "/%", "/api/games/trambahn/rules/1", "//api/me",
    ],
)  # fmt: skip
def test_strange_addresses(server: Server, path: str) -> None:
    answer = httpx.get(f"{server.url}{path}", trust_env=False)
    assert answer.status_code in (200, 400, 404, 405)
    if answer.status_code != 200:
        check_refusal(answer)


def test_strange_headers(server: Server) -> None:
    for headers in (
        {"origin": "http://["}, {"origin": "null"}, {"origin": ""}, {"origin": "://"}, {"authorization": "Bearer"},
        {"authorization": "Bearer \xff\xfe"}, {"cookie": "stellwerk=\xff.\xff"}, {"cookie": "stellwerk=" + "." * 50},
        {"accept-language": ";;;,,,,q=x"}, {"content-type": "text/plain"}, {"x-forwarded-proto": "\xff"},
        {"sec-fetch-site": "cross-site"}, {"cookie": "lang=fr; stellwerk"},
    ):  # fmt: skip
        raw = [(name.encode(), value.encode("latin-1")) for name, value in headers.items()]
        answer = httpx.put(f"{server.url}/api/me", headers=raw, json={"name": "x" * 41}, trust_env=False)
        assert check_refusal(answer).code in ("wrong_origin", "bad_name")


def test_large_bodies_are_not_read(server: Server) -> None:
    def endless() -> Iterator[bytes]:
        for _ in range(1000):
            yield b" " * 10_000

    with httpx.Client(base_url=server.url, headers={"origin": server.url}, trust_env=False) as client:
        answer = client.put("/api/me", content=b'{"name":"' + b"x" * MAX_BODY + b'"}')
        assert answer.status_code == 413
        assert check_refusal(answer).params == {"limit": MAX_BODY}
        with suppress(httpx.WriteError):  # the server may hang up while we are still talking
            assert client.put("/api/me", content=endless()).status_code == 413


def test_a_client_that_leaves_in_the_middle(server: Server) -> None:
    def breaking() -> Iterator[bytes]:
        yield b'{"name":'
        raise ConnectionError

    with pytest.raises(ConnectionError):
        httpx.put(f"{server.url}/api/me", headers={"origin": server.url}, content=breaking(), trust_env=False)
    assert httpx.get(f"{server.url}/health", trust_env=False).json()["status"] == "ok"


def test_records_of_strangers(server: Server) -> None:
    record = records.Record(
        game="trambahn", rules_version=1, seats=2, start_seat=0, options=dict(stellwerk.load("trambahn").setup().options),
        players=("Ada", "Bo"), actions=("P B7",),
    )  # fmt: skip
    for change in (
        {}, {"game": "chess"}, {"rules_version": 9}, {"seats": 5}, {"start_seat": -1}, {"players": ("A",)},
        {"options": {}}, {"actions": ("?",)}, {"actions": ("!D",) * 3},
    ):  # fmt: skip
        body = msgspec.json.encode(msgspec.structs.replace(record, **change))
        answer = httpx.post(
            f"{server.url}/api/replay", content=body, trust_env=False,
            headers={"origin": server.url, "accept-language": "de"},
        )  # fmt: skip
        error = check_refusal(answer)
        assert answer.status_code in (404, 422), (change, error)
        assert "{" not in error.message


# A wrong move


@pytest.mark.anyio
async def test_a_wrong_move_names_the_clause_in_the_asker_s_language(server: Server) -> None:
    async with Person(server, "Ada", "de") as ada, Person(server, "Bo", "en") as bo:
        table = await ada.open_table("trambahn", OWN, OPEN, start=0)
        await bo.post(f"/api/tables/{table}/commands", {"do": "join"})
        sight = await ada.get(f"/api/tables/{table}")
        text = next(
            text for line in "BGRY" for number in range(1, 11) if (text := f"P {line}{number}") not in sight["legal"]
        )
        command = {"do": "act", "text": text, "expected": sight["seq"]}
        german = await ada.http.post(f"/api/tables/{table}/commands", json=command)
        english = await ada.http.post(f"/api/tables/{table}/commands?lang=en", json=command)
        assert german.status_code == english.status_code == 422
        first, second = check_refusal(german), check_refusal(english)
        assert first.clause is not None
        assert first.clause.startswith("TB-")
        assert first.clause in first.message
        assert (first.code, first.clause, first.params) == (second.code, second.clause, second.params)
        assert first.message != second.message
        await ada.connect()
        await ada.follow(table)
        with pytest.raises(Refusal) as refused:
            await ada.act(table, text)
        assert refused.value.error == first
        for wrong, code, status in (
            ({**command, "text": "castle"}, "unreadable_action", 422),
            ({**command, "expected": 0}, "stale", 409),
            ({**command, "expected": 10**6}, "stale", 409),
            ({**command, "seat": 1}, "not_your_seat", 403),
            ({"do": "next_game"}, "table_is_playing", 409),
            ({"do": "join"}, "table_is_playing", 409),
        ):
            answer = await ada.http.post(f"/api/tables/{table}/commands", json=wrong)
            assert (check_refusal(answer).code, answer.status_code) == (code, status)
        answer = await bo.http.post(f"/api/tables/{table}/commands", json=command)
        assert check_refusal(answer).code == "not_your_turn"
        assert (await ada.get(f"/api/tables/{table}"))["seq"] == sight["seq"]


# WebSocket

FRAMES = st.one_of(
    st.text(max_size=100),
    st.binary(max_size=100),
    ANY_JSON.map(lambda value: msgspec.json.encode(value).decode()),
    st.fixed_dictionaries(
        {"type": st.sampled_from(["subscribe", "unsubscribe", "do", "ping", "table", "done", ""])},
        optional={
            "table": st.sampled_from(["mine", "other", "nobody's", "", "x" * 41]) | st.integers(),
            "since": st.integers(-2, 10**12),
            "id": st.integers(-1, 10**12) | st.none(),
            "command": COMMANDS | ANY_JSON,
            "more": st.booleans(),
        },
    ),
    st.just("[" * 5000),
    st.just('{"type":"ping"' + " " * MAX_FRAME + "}"),
)


class Canary:
    """A table of two people who do not care what others send."""

    def __init__(self, ada: Person, bo: Person, table: str) -> None:
        self.ada, self.bo, self.table = ada, bo, table

    async def check(self) -> None:
        """Both see the same, and the game goes on."""
        sight = self.ada.sights[self.table]
        actor, other = (self.ada, self.bo) if sight.legal else (self.bo, self.ada)
        await actor.until(lambda: bool(actor.sights[self.table].legal))
        done = await actor.act(self.table, actor.sights[self.table].legal[0])
        for person in (actor, other):
            await person.until(lambda person=person: person.sights[self.table].seq == done)  # type: ignore[misc]
        assert self.ada.refusals == self.bo.refusals == []


@asynccontextmanager
async def canary(server: Server) -> AsyncIterator[Canary]:
    async with Person(server, "Ada") as ada, Person(server, "Bo") as bo:
        table = await ada.open_table("trambahn", OWN, OPEN)
        for person in (ada, bo):
            await person.connect()
            await person.follow(table)
        await bo.do(table, "join")
        await ada.until(lambda: ada.sights[table].status == "playing")
        yield Canary(ada, bo, table)


@pytest.mark.parametrize("name", ["Eve", None])
def test_any_frame_is_answered_and_nobody_else_notices(server: Server, name: str | None) -> None:
    """Frames of a guest and of a visitor; after each of them the connection answers, and another table plays."""

    async def attack(frames: list[Any]) -> None:
        async with canary(server) as bystanders, Person(server, name) as eve:
            own = bystanders.table if name is None else await eve.open_table("trambahn", OWN, bot(), start=0)
            names = {"mine": own, "other": bystanders.table}
            await eve.connect()
            for number, frame in enumerate(frames, start=1):
                if isinstance(frame, dict) and isinstance(frame.get("table"), str):
                    frame = {**frame, "table": names.get(frame["table"], frame["table"])}
                    if frame.get("id") is not None:  # the harness waits for answers to its own ids only
                        eve._answers.setdefault(frame["id"], asyncio.get_running_loop().create_future())
                await eve.send(frame)
                await eve.send({"type": "ping"})
                await eve.until(lambda number=number: eve.pongs >= number)  # type: ignore[misc]
            for error in eve.refusals:
                check_sentence(error)
            for answer in eve._answers.values():
                if answer.done() and isinstance(refusal := answer.exception(), Refusal):
                    check_sentence(refusal.error)
            await bystanders.check()

    @settings(QUICK, max_examples=25)
    @given(st.lists(FRAMES.filter(is_no_ping), min_size=1, max_size=12))
    def attempt(frames: list[Any]) -> None:
        asyncio.run(asyncio.wait_for(attack(frames), WAIT))

    attempt()


def is_no_ping(frame: object) -> bool:
    """A valid ping would be answered, and we count pongs."""
    return not (isinstance(frame, dict) and frame == {"type": "ping"})


@pytest.mark.anyio
async def test_sizes_of_frames(server: Server) -> None:
    async with canary(server) as bystanders, Person(server, "Eve") as eve:
        await eve.connect()
        await eve.send('{"type":"ping"' + " " * MAX_FRAME + "}")
        await eve.until(lambda: bool(eve.refusals))
        assert (eve.refusals[0].code, eve.refusals[0].params) == ("too_large", {"limit": MAX_FRAME})
        with suppress(websockets.ConnectionClosed):
            await eve.send(" " * 5 * MAX_FRAME)
        assert await eve.lost() == 1009
        await bystanders.check()


@pytest.mark.anyio
async def test_too_many_subscriptions(server: Server) -> None:
    async with Person(server, "Ada") as ada:
        await ada.connect()
        for _ in range(50):
            await ada.follow(await ada.open_table("trambahn", OWN, OPEN))
        table = await ada.open_table("trambahn", OWN, OPEN)
        await ada.send({"type": "subscribe", "table": table})
        await ada.until(lambda: bool(ada.refusals))
        assert ada.refusals[0].code == "too_many_tables"
        await ada.follow(next(iter(ada.sights)))
        await ada.send({"type": "unsubscribe", "table": next(iter(ada.sights))})
        await ada.follow(table)


@pytest.mark.anyio
async def test_unknown_tables_leave_nothing_in_memory(server: Server) -> None:
    async with Person(server, "Ada") as ada:
        for number in range(20):
            with pytest.raises(Refusal):
                await ada.get(f"/api/tables/unknown{number}")
        assert not server.services.hub._loading


@pytest.mark.anyio
async def test_who_does_not_read_is_cut_off_and_nobody_waits(server: Server) -> None:
    """A WebSocket that never reads: its queue fills, it is cut off, and the others play on."""
    async with canary(server) as bystanders, Person(server, "Eve") as eve:
        raw = await websockets.connect(
            f"ws://{server.host}/ws", origin=server.url, additional_headers={"cookie": eve.cookie}, max_queue=1,
            close_timeout=0.1,
        )  # fmt: skip
        await raw.send('{"type":"ping"}')
        await raw.recv()
        assert len(server.services.clients) == 3
        raw.transport.pause_reading()
        async with asyncio.timeout(WAIT):
            while len(server.services.clients) == 3:
                with suppress(websockets.ConnectionClosed, TimeoutError):
                    subscribe = raw.send(f'{{"type":"subscribe","table":"{bystanders.table}"}}')
                    await asyncio.wait_for(subscribe, 0.2)
        assert len(server.services.clients) == 2
        await bystanders.check()
        raw.transport.abort()
        await raw.wait_closed()


# Sentences


def codes(package: Any, error: str) -> set[str]:
    """All codes that a package raises."""
    found = set()
    for file in Path(package.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == error:
                (first, *_) = node.args
                if isinstance(first, ast.Constant):
                    found.add(str(first.value))
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_has_a_sentence(language: str) -> None:
    server = Path(stellwerk.server.__file__).parent / "texts" / f"{language}.toml"
    tables = Path(stellwerk.tables.__file__).parent / "texts" / f"{language}.toml"
    said = tomllib.loads(server.read_text(encoding="utf-8"))["errors"].keys()
    asked = tomllib.loads(tables.read_text(encoding="utf-8"))["errors"].keys()
    raised = codes(stellwerk.server, "ServerError") | codes(stellwerk.server, "TableError")
    assert raised <= said | asked
    assert said <= raised
    assert codes(stellwerk.tables, "TableError") <= asked
