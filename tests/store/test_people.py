"""People, accounts, sessions and settings, the same for both backends."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from stellwerk.store import Account, Player, Session, StoreError
from tests.store.sample import execute, fill

if TYPE_CHECKING:
    from stellwerk.store import Store

pytestmark = pytest.mark.anyio


async def test_a_guest_is_remembered_and_renamed(store: Store) -> None:
    assert await store.player("ada") is None
    await store.add_player("ada", "Ada")
    await store.add_player("ada", "Somebody")
    assert await store.player("ada") == Player("ada", "Ada")
    await store.rename("ada", "Adä 🚋")
    assert await store.player("ada") == Player("ada", "Adä 🚋")
    with pytest.raises(StoreError, match="unknown_player"):
        await store.rename("bo", "Bo")


async def test_an_account(store: Store) -> None:
    await store.add_player("ada", "Ada")
    await store.add_player("bo", "Bo")
    await store.add_account("ada", "ada@home", "hash")
    assert await store.account("ada@home") == Account("ada@home", "ada", "hash")
    assert await store.account("nobody") is None
    assert await store.player("ada") == Player("ada", "Ada", "ada@home")
    await store.set_password("ada@home", "other")
    assert await store.account("ada@home") == Account("ada@home", "ada", "other")
    with pytest.raises(StoreError, match="unknown_account"):
        await store.set_password("nobody", "other")


async def test_the_account_of_a_bot(store: Store) -> None:
    for player in ("ada", "robbie"):
        await store.add_player(player, player)
        await store.add_account(player, player, "hash")
    await store.set_bot("robbie")
    assert await store.player("ada") == Player("ada", "ada", "ada")
    assert await store.player("robbie") == Player("robbie", "robbie", "robbie", is_bot=True)
    with pytest.raises(StoreError, match="unknown_account"):
        await store.set_bot("nobody")


@pytest.mark.parametrize(("player", "login"), [("bo", "ada@home"), ("ada", "second")])
async def test_one_login_for_one_player(store: Store, player: str, login: str) -> None:
    await store.add_player("ada", "Ada")
    await store.add_player("bo", "Bo")
    await store.add_account("ada", "ada@home", "hash")
    with pytest.raises(StoreError, match="login_taken"):
        await store.add_account(player, login, "hash")


async def test_sessions_last_until_they_are_revoked(store: Store) -> None:
    await store.add_player("ada", "Ada")
    await store.add_session("hash-1", "ada", "browser", "Firefox", 10.5)
    await store.add_session("hash-2", "ada", "bot", "Mein Bot", 20.5)
    first = Session("hash-1", "ada", "browser", "Firefox", 10.5, 10.5)
    second = Session("hash-2", "ada", "bot", "Mein Bot", 20.5, 20.5)
    assert await store.session("hash-1") == first
    assert await store.sessions_of("ada") == [second, first]
    assert await store.revoke("hash-1") is True
    assert await store.revoke("hash-1") is False
    assert await store.session("hash-1") is None
    assert await store.sessions_of("ada") == [second]
    with pytest.raises(StoreError, match="token_taken"):
        await store.add_session("hash-2", "ada", "browser", "Other", 30.5)


async def test_sessions_that_nobody_uses_end(store: Store) -> None:
    await store.add_player("ada", "Ada")
    for number in range(4):
        await store.add_session(f"hash-{number}", "ada", "browser", "", float(number))
    await store.touch("hash-0", 100.0)
    await store.touch("hash-3", 0.0)  # as one of an older version
    await store.end_sessions(2.0, 3.0)
    assert {session.token_hash for session in await store.sessions_of("ada")} == {
        "hash-0",
        "hash-2",
        "hash-3",
    }
    await store.end_sessions(2.0, 3.5)
    assert {session.token_hash for session in await store.sessions_of("ada")} == {"hash-0", "hash-2"}


async def test_a_probe_leaves_one_row(store: Store, place: str) -> None:
    for number in range(5):
        await store.probe(float(number))
    rows = await asyncio.to_thread(execute, place, "SELECT time FROM probes")
    assert [tuple(row) for row in rows] == [(4.0,)]


async def test_webhooks_belong_to_a_player_at_a_table(store: Store) -> None:
    await fill(store)
    await store.add_player("ada", "Ada")
    await store.add_player("bo", "Bo")
    await store.set_webhook("t1", "ada", "https://one.example")
    await store.set_webhook("t1", "bo", "https://two.example")
    await store.set_webhook("t1", "ada", "https://three.example")
    assert await store.webhooks("t1") == {"ada": "https://three.example", "bo": "https://two.example"}
    await store.set_webhook("t1", "ada", None)
    assert await store.webhooks("t1") == {"bo": "https://two.example"}
    assert await store.webhooks("t2") == {}


async def test_a_feed_has_a_secret(store: Store) -> None:
    await store.add_player("ada", "Ada")
    await store.add_player("bo", "Bo")
    assert await store.feed_token("ada") is None
    await store.set_feed_token("ada", "first")
    await store.set_feed_token("ada", "second")
    assert await store.feed_token("ada") == "second"
    assert await store.player_of_feed("second") == Player("ada", "Ada")
    assert await store.player_of_feed("first") is None
    with pytest.raises(StoreError, match="token_taken"):
        await store.set_feed_token("bo", "second")
    await store.set_feed_token("ada", None)
    assert await store.player_of_feed("second") is None


async def test_nobody_unknown_gets_anything(store: Store) -> None:
    await fill(store)
    for attempt in (
        store.add_account("nobody", "login", "hash"),
        store.add_session("hash", "nobody", "browser", "Firefox", 1.0),
        store.set_webhook("t1", "nobody", "https://one.example"),
        store.set_feed_token("nobody", "token"),
    ):
        with pytest.raises(StoreError, match="unknown_reference"):
            await attempt
    assert await store.account("login") is None
