"""Whoever comes back is told what happened meanwhile, from memory where that reaches."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from stellwerk.server.live import hub
from tests.server.harness import OPEN, OWN, Person, serving

pytestmark = pytest.mark.anyio

if TYPE_CHECKING:
    from pathlib import Path


async def test_reconnecting_does_not_read_the_table_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(tmp_path) as server:
        async with Person(server, "Ada") as ada, Person(server, "Bo") as bo:
            table = await ada.open_table("trambahn", OWN, OPEN)
            await ada.connect()
            await ada.follow(table)
            await ada.do(table, "say", text="One")
            seen = ada.sights[table].seq
            for word in ("Two", "Three"):
                await ada.do(table, "say", text=word)
            reads = _count_loads(server, monkeypatch)
            await bo.connect()
            await bo.follow(table, since=seen)
            assert [news.text for news in bo.news[table]] == ["Two", "Three"]
            assert reads == []
            monkeypatch.setattr(hub.Live, "remembers", lambda *_: False)
            await bo.send({"type": "unsubscribe", "table": table})
            bo.news[table].clear()
            await bo.follow(table, since=seen)
            assert [news.text for news in bo.news[table]] == ["Two", "Three"]
            assert set(reads) == {table}


def _count_loads(server: Any, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The tables that the store is asked for from now on."""
    store, reads = server.services.store, []

    def counting(load: Any) -> Any:
        async def counted(table: str, *rest: Any) -> Any:
            reads.append(table)
            return await load(table, *rest)

        return counted

    for name in ("load", "load_kinds"):
        monkeypatch.setattr(store, name, counting(getattr(store, name)))
    return reads
