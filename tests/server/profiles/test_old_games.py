"""Games that ended before there was a history: the first server that starts lists them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from stellwerk.server.live.hub import Hub
from stellwerk.server.profiles.settling import Settling
from stellwerk.store import open_store
from tests.archive.test_archive import copy_of

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.anyio


async def test_games_of_the_first_version_are_listed(tmp_path: Path) -> None:
    store = await open_store(copy_of("0.1.0", tmp_path))
    waiting = await store.games.unlisted(1000)
    assert waiting
    settling = Settling(Hub(store), store)
    await settling.list_old()
    assert await store.games.unlisted(1) == []
    assert await store.games.due(1) == []
    for table in waiting:
        game = await store.games.find(table, 1)
        assert game is not None
        assert not game.is_rated
        for seat in game.seats:
            if seat.player is not None:
                assert game in await store.games.of(seat.player, game.game, None, 1000)
    await store.close()
