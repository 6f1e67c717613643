"""A review is the same compiled and interpreted."""

from __future__ import annotations

import pytest

from tests.games.both_ways import both_ways

REVIEWED = """
import msgspec
from stellwerk.core.record import decode
from stellwerk.review import Budget, examine
from stellwerk.review.model import Piece
from stellwerk.review.story import story_of
from tests.golden.archive import FOLDER
budget = Budget(width=3, odd=1, simulations=8, worlds=3, limit=3, sketch=1, table=2)
record = decode((FOLDER / "{key}" / "{name}.json").read_bytes())
middle = len(story_of(record).turns) // 2
for kind in ("decision", "table", "sketch"):
    print(msgspec.json.encode(examine(record, Piece(kind, middle, middle), budget)).decode())
"""


@pytest.mark.parametrize(
    ("key", "name"),
    [("trambahn", "simple"), ("interurban", "random_2_lookahead"), ("transamerica", "two_players")],
)
def test_interpreted_and_compiled_reviews_are_the_same(key: str, name: str) -> None:
    compiled, interpreted = both_ways(key, REVIEWED.format(key=key, name=name))
    assert compiled == interpreted
    assert len(compiled.splitlines()) == 3
