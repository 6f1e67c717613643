"""The outbox: every notice once, taken by one process at a time; names and presence beside it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from stellwerk.store import StoreError
from stellwerk.store.outbox import Notice, PushKeys
from stellwerk.store.presence import KEPT

if TYPE_CHECKING:
    from stellwerk.store import Store

pytestmark = pytest.mark.anyio


def notice(key: str, due: float = 1010.0) -> Notice:
    return Notice(key, "ada", "email", "turn", "t", 3, due)


async def test_a_notice_is_there_once_and_taken_once(store: Store) -> None:
    outbox = store.outbox
    await outbox.put([notice("a"), notice("b", 1020.0)])
    await outbox.put([notice("a", 1005.0)])
    assert await outbox.claim(1009.0, 60.0) == []
    first = await asyncio.gather(*(outbox.claim(1010.0, 60.0) for _ in range(5)))
    assert sorted(one for found in first for one in found) == [notice("a")]
    assert await outbox.claim(1069.0, 60.0) == [notice("b", 1020.0)]
    assert await outbox.claim(1071.0, 60.0) == [notice("a")]  # whoever took it has died


async def test_what_was_sent_is_not_sent_again(store: Store) -> None:
    outbox = store.outbox
    await outbox.put([notice("a"), notice("b")])
    await outbox.claim(1010.0, 60.0)
    await outbox.done(["a"], 1011.0)
    await outbox.stamp(["b"], "letter")
    await outbox.again(["b"], 1100.0)
    await outbox.put([notice("a"), notice("b")])
    assert await outbox.claim(1099.0, 60.0) == []
    assert await outbox.claim(1200.0, 60.0) == [notice("b", 1100.0)._replace(tries=1, batch="letter")]
    await outbox.clear(1012.0)
    await outbox.put([notice("a")])  # long forgotten
    assert [one.key for one in await outbox.claim(1200.0, 60.0)] == ["a"]


async def test_wishes_and_browsers(store: Store) -> None:
    outbox = store.outbox
    with pytest.raises(StoreError, match="unknown_reference"):
        await outbox.set_wishes("ada", "{}")
    for player in ("ada", "bo"):
        await store.add_player(player, player)
    await outbox.set_wishes("ada", "{}")
    await outbox.set_wishes("ada", '{"mail":"turn"}')
    assert (await outbox.wishes("ada"), await outbox.wishes("bo")) == ('{"mail":"turn"}', None)
    assert await outbox.wishers() == ["ada"]
    phone = PushKeys("https://push/1", "key", "auth")
    await outbox.add_browser("ada", phone, 1.0)
    await outbox.add_browser("bo", phone, 2.0)  # the same browser, with somebody else in front of it
    assert (await outbox.browsers("ada"), await outbox.browsers("bo")) == ([], [phone])
    await outbox.drop_browser(phone.endpoint)
    assert await outbox.browsers("bo") == []
    await store.forget("ada", "–")
    assert await outbox.wishers() == []


async def test_names_and_presence(store: Store) -> None:
    await store.add_player("ada", "Ada")
    await store.add_account("ada", "ada", "hash")
    assert [one.login for one in await store.names.unreserved()] == ["ada"]
    await store.names.reserve("ada", "ada")
    assert (await store.names.holder("ada"), await store.names.unreserved()) == ("ada", [])
    await store.presence.say("one", 100.0, {"t": ["ada"]})
    await store.presence.say("two", 100.0, {"t": ["bo"]})
    assert await store.presence.elsewhere("one", 100.0) == {"t": {"bo"}}
    assert await store.presence.elsewhere("one", 101.0 + KEPT) == {}
