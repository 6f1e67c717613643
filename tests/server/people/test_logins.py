"""Passwords, attempts, sessions that end, and the cookies of all that."""

from __future__ import annotations

import asyncio
import hmac
from hashlib import sha256
from threading import Event
from typing import TYPE_CHECKING, Any

import pytest

from stellwerk.server.guard.limits import Rate
from stellwerk.server.people import passwords
from stellwerk.server.people.identity import COOKIE, DAY, DEVICE, SECURE, clean_login, digest
from stellwerk.server.people.passwords import is_common
from tests.server.harness import NO_LIMIT, WAIT, Person, serving
from tests.server.people.test_identity import SIGN_IN, refused

if TYPE_CHECKING:
    from pathlib import Path

    from tests.server.harness import Server

pytestmark = pytest.mark.anyio
TLS = {"x-forwarded-proto": "https"}


def login(name: str, password: str = SIGN_IN) -> dict[str, str]:
    return {"login": name, "password": password}


def at(address: str) -> dict[str, str]:
    """From an address, as a proxy on this machine says."""
    return {"x-forwarded-for": address}


# Passwords


@pytest.mark.parametrize(
    "password",
    ["password", "Password1", "P@ssw0rd!", "12345678", "qwertzuiop", "passwort", "geheim123", "aaaaaaaaaa",
     "abababab", "football2024", "!!letmein!!", "ada lovelace", "Ada Lovelace99"],
)  # fmt: skip
def test_common_passwords(password: str) -> None:
    assert is_common(password, "ada lovelace")


@pytest.mark.parametrize(
    "password", [SIGN_IN, "a password to throw away", "Gleisdreieck-42x", "zug um zug um 8"]
)
def test_other_passwords(password: str) -> None:
    assert not is_common(password, "ada lovelace")


async def test_a_common_password_is_refused_in_the_asker_s_language(server: Server) -> None:
    async with Person(server, language="de") as visitor:
        answer = await visitor.http.post("/api/me/account", json=login("ada", "password"))
        assert (answer.status_code, answer.json()["code"]) == (400, "common_password")
        assert "Passwort" in answer.json()["message"]
        assert "set-cookie" not in answer.headers


async def test_an_account_with_a_common_password_keeps_working(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with Person(server) as ada, Person(server) as elsewhere:
        with monkeypatch.context() as before:
            before.setattr(passwords, "is_common", lambda *_: False)
            await ada.post("/api/me/account", login("ada", "password"))
        assert (await elsewhere.post("/api/me/login", login("ada", "password")))["login"] == "ada"


async def test_logins_have_threads_of_their_own(server: Server) -> None:
    """All other threads are busy, and somebody signs in; too many at once are refused."""
    done = Event()
    async with Person(server) as ada:

        async def occupy() -> None:
            for _ in range(100):
                asyncio.get_running_loop().run_in_executor(None, done.wait, WAIT)

        await server.inside(occupy())
        await ada.post("/api/me/account", login("ada"))
        assert not done.is_set()
        done.set()
        server.services.identity.passwords._waiting = passwords.MAX_WAITING
        answer = await ada.http.post("/api/me/login", json=login("ada"))
        assert (answer.status_code, answer.json()["code"]) == (503, "busy")
        server.services.identity.passwords._waiting = 0
        await ada.post("/api/me/login", login("ada"))


# Attempts


async def test_an_account_is_not_guessed_from_many_addresses(tmp_path: Path) -> None:
    """Strangers use up the account's attempts; a device that its owner has used goes on."""
    now = [0.0]
    rates = NO_LIMIT._replace(account_logins=Rate(3, 0.01), logins=Rate(3, 0.01))
    with serving(tmp_path, ticks=lambda: now[0], rates=rates) as server:
        async with Person(server) as ada, Person(server) as eve, Person(server) as bo:
            await ada.post("/api/me/account", login("ada"))
            await ada.post("/api/me/logout")
            await bo.http.post("/api/me/account", json=login("bo"), headers=at("10.0.2.1"))
            codes = []
            for number in range(5):
                answer = await eve.http.post(
                    "/api/me/login", json=login("Ada", "wrong password"), headers=at(f"10.0.1.{number}")
                )
                codes.append(answer.json()["code"])
            assert codes == ["wrong_login"] * 3 + ["too_often"] * 2
            answer = await eve.http.post("/api/me/login", json=login("ada"), headers=at("10.0.1.9"))
            assert (answer.status_code, answer.json()["code"]) == (429, "too_often")
            answer = await bo.http.post("/api/me/login", json=login("ada"), headers=at("10.0.2.2"))
            assert answer.json()["code"] == "too_often"  # known to its own account only
            assert (await ada.post("/api/me/login", login("ada")))["login"] == "ada"
            now[0] += 100
            answer = await eve.http.post("/api/me/login", json=login("ada"), headers=at("10.0.1.9"))
            assert answer.status_code == 200


async def test_addresses_of_one_ipv6_network_count_together(tmp_path: Path) -> None:
    rates = NO_LIMIT._replace(logins=Rate(2, 0.01))
    with serving(tmp_path, rates=rates) as server:
        async with Person(server) as eve:
            codes = []
            for address in ("2001:db8::1", "2001:db8::2:3", "2001:db8:0:0:4::5", "2001:db8:0:1::1"):
                answer = await eve.http.post("/api/me/login", json=login("nobody"), headers=at(address))
                codes.append(answer.json()["code"])
            assert codes == ["wrong_login", "wrong_login", "too_often", "wrong_login"]


# Logins


def test_the_same_login_however_it_is_written() -> None:
    forms = ("Ångström", "A\u030angstro\u0308m", "ÅNGSTRÖM", "\uff21\u030angström", " Ångström ")
    assert {clean_login(form) for form in forms} == {"ångström"}
    assert clean_login("ﬁn") == clean_login("FIN") == "fin"


async def test_a_login_of_an_older_version_is_found_and_not_given_away(server: Server) -> None:
    async with Person(server) as ada, Person(server) as eve:
        await ada.post("/api/me/account", login("someone"))
        store: Any = server.services.store
        await server.inside(store._change("UPDATE accounts SET login = 'ａｄａ' WHERE login = 'someone'"))
        assert await refused(eve.post("/api/me/account", login("ａｄａ"))) == "login_taken"
        assert (await eve.post("/api/me/login", login("ＡＤＡ")))["login"] == "ａｄａ"


# Sessions and cookies


async def test_a_session_that_nobody_uses_ends(tmp_path: Path) -> None:
    now = [1e9]
    with serving(tmp_path, clock=lambda: now[0], session_days=10) as server:
        async with Person(server, "Ada") as ada:
            for _ in range(5):
                now[0] += 9 * DAY
                answer = await ada.http.get("/api/me")
                assert answer.json()["name"] == "Ada"
                assert answer.headers["set-cookie"].startswith(f"{COOKIE}=")  # for another year
            assert "set-cookie" not in (await ada.http.get("/api/me")).headers
            token = ada.http.cookies[COOKIE].partition(".")[0]
            now[0] += 11 * DAY
            assert (await ada.get("/api/me"))["name"] is None
            assert await server.inside(server.services.store.session(digest(token))) is None


async def test_idle_sessions_are_cleared(tmp_path: Path) -> None:
    now = [1e9]
    with serving(tmp_path, clock=lambda: now[0], session_days=10) as server:
        async with Person(server, "Ada") as ada:
            token = digest(ada.http.cookies[COOKIE].partition(".")[0])
            await server.inside(server.services.identity.end_idle_sessions())
            assert await server.inside(server.services.store.session(token)) is not None
            now[0] += 11 * DAY
            await server.inside(server.services.identity.end_idle_sessions())
            assert await server.inside(server.services.store.session(token)) is None


def former(server: Server, token: str) -> str:
    """A session cookie as version 0.1.0 signed it."""
    secret = server.services.settings.secret
    return f"{token}.{hmac.new(secret, token.encode(), sha256).hexdigest()}"


async def test_a_cookie_of_an_older_version_is_replaced(server: Server) -> None:
    async with Person(server, "Ada") as ada:
        old = former(server, ada.http.cookies[COOKIE].partition(".")[0])
        async with Person(server) as plain, Person(server) as secure:
            for person, headers, name in ((plain, {}, COOKIE), (secure, TLS, SECURE + COOKIE)):
                cookie = {**headers, "cookie": f"{COOKIE}={old}"}
                answer = await person.http.get("/api/me", headers=cookie)
                assert answer.json()["name"] == "Ada"
                new = {c.partition("=")[0]: c for c in answer.headers.get_list("set-cookie")}
                value = new[name].partition("=")[2].partition(";")[0]
                assert value != old
                again = await person.http.get("/api/me", headers={**headers, "cookie": f"{name}={value}"})
                assert again.json()["name"] == "Ada"
                assert "set-cookie" not in again.headers
            assert "max-age=0" in new[COOKIE].lower()  # over TLS the old one goes away


async def test_over_tls_only_this_host_can_set_the_cookie(server: Server) -> None:
    async with Person(server) as ada:
        answer = await ada.http.put("/api/me", json={"name": "Ada"}, headers=TLS)
        cookies = answer.headers.get_list("set-cookie")
        (cookie,) = [cookie for cookie in cookies if cookie.startswith(f"{SECURE}{COOKIE}=")]
        parts = {part.strip().lower() for part in cookie.split(";")[1:]}
        assert {"secure", "httponly", "path=/", "samesite=lax"} <= parts
        assert not any(part.startswith("domain") for part in parts)
        value = cookie.partition("=")[2].partition(";")[0]
        for name, who in ((SECURE + COOKIE, "Ada"), (COOKIE, None)):
            found = await ada.http.get("/api/me", headers={**TLS, "cookie": f"{name}={value}"})
            assert found.json()["name"] == who
        async with Person(server, "Eve") as eve:
            planted = {**TLS, "cookie": f"{COOKIE}={eve.http.cookies[COOKIE]}"}
            assert (await ada.http.get("/api/me", headers=planted)).json()["name"] is None


async def test_a_device_is_remembered_by_a_cookie_of_its_own(server: Server) -> None:
    async with Person(server) as ada:
        await ada.post("/api/me/account", login("ada"))
        first = ada.http.cookies[DEVICE]
        await ada.post("/api/me/login", login("ada"))
        assert ada.http.cookies[DEVICE] != first
        ada.http.cookies.set(COOKIE, first)
        assert (await ada.get("/api/me"))["name"] is None


async def test_behind_tls_browsers_stay_with_tls(server: Server) -> None:
    async with Person(server) as visitor:
        for path in ("/health", "/nothing", "/assets/x"):
            header = "strict-transport-security"
            assert header not in (await visitor.http.get(path)).headers
            assert "max-age=31536000" in (await visitor.http.get(path, headers=TLS)).headers[header]
