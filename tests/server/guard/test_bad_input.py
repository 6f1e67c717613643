"""Input that no client of ours would send: refused with a code and a sentence, and nobody else notices."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

import httpx
import msgspec
import pytest
import requests
import schemathesis
from hypothesis import given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

import stellwerk
from stellwerk.core import record as records
from stellwerk.server.guard.limits import MAX_BODY
from stellwerk.server.live.wire import ErrorBody
from tests.server.harness import OPEN, OWN, Person, Refusal, Server, serving
from tests.server.strange import BODIES, COMMANDS, QUICK, check_refusal, check_sentence

if TYPE_CHECKING:
    from collections.abc import Iterator

    from schemathesis import Case

CHECKS = (
    not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance
)  # fmt: skip


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all examples: what one of them broke, the next would find."""
    with serving(tmp_path_factory.mktemp("server")) as server:
        yield server


# The OpenAPI document


def test_every_operation_keeps_to_its_document(server: Server) -> None:
    """Schemathesis: input of every operation, as a guest; of streams, which do not end, as nobody."""
    schema = schemathesis.openapi.from_url(f"{server.url}/openapi.json")
    session = requests.Session()
    session.trust_env = False
    session.headers["origin"] = server.url
    session.put(f"{server.url}/api/me", json={"name": "Ada"}).raise_for_status()
    stranger = requests.Session()
    stranger.trust_env = False
    count = 0
    for operation in schema.get_all_operations():
        assert isinstance(operation, Ok)
        is_stream = "stream" in operation.ok().path
        exercise(operation.ok(), stranger if is_stream else session)
        count += 1
    session.close()
    stranger.close()
    assert count >= 20


def exercise(operation: Any, session: requests.Session) -> None:
    @settings(QUICK, max_examples=12)
    @given(case=operation.as_strategy())
    def attempt(case: Case[Any]) -> None:
        answer = case.call_and_validate(session=session, checks=list(CHECKS))
        if answer.status_code >= 400:
            error = msgspec.json.decode(answer.content, type=ErrorBody)
            check_sentence(error)

    attempt()


# REST


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
        "/api/games/chess/rules", "/feeds/x.atom", "/feeds/.atom", "/api/me/sessions/x",
        "/api/tables?limit=x", "/%", "/api/games/trambahn/rules/1", "//api/me",
    ],
)  # fmt: skip
def test_strange_addresses(server: Server, path: str) -> None:
    answer = httpx.get(f"{server.url}{path}", trust_env=False)
    assert answer.status_code in (200, 400, 404, 405)
    if answer.status_code != 200:
        check_refusal(answer)


def test_strange_headers(server: Server) -> None:
    for headers in (
        {"origin": "http://["}, {"origin": "null"}, {"origin": ""}, {"origin": "://"},
        {"authorization": "Bearer"}, {"authorization": "Bearer \xff\xfe"},
        {"cookie": "stellwerk=\xff.\xff"}, {"cookie": "stellwerk=" + "." * 50},
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
    setup = stellwerk.load("trambahn").setup()
    record = records.Record(
        game="trambahn", rules_version=setup.rules_version, seats=2, start_seat=0, players=("Ada", "Bo"),
        actions=("P B7",), options=dict(setup.options),
    )  # fmt: skip
    changes: tuple[dict[str, Any], ...] = (
        {}, {"game": "chess"}, {"rules_version": 9}, {"seats": 5}, {"start_seat": -1}, {"players": ("A",)},
        {"options": {}}, {"actions": ("?",)}, {"actions": ("!D",) * 3},
    )  # fmt: skip
    for change in changes:
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
            text
            for line in "BGRY"
            for number in range(1, 11)
            if (text := f"P {line}{number}") not in sight["legal"]
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
