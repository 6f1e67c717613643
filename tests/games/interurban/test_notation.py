"""Actions as texts, the order of the legal actions, and the deal from a seed."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

import stellwerk
from stellwerk import Chance, NotationError
from stellwerk.core.chance import Stream
from stellwerk.games.interurban.law.actions import EndTurn, LayStation, LayTrack
from stellwerk.games.interurban.law.state import Player
from tests.games.interurban.table import GAME, legal_texts, table

EDGES = ("NS", "EW", "NE", "ES", "SW", "NW")
COLOURS = ("red", "blue", "purple", "green", "yellow")


def test_texts() -> None:
    for text, action in {
        "s1@2,0:EW": LayTrack("s1", 2, 0, "EW"),
        "c0@0,1:SW": LayTrack("c0", 0, 1, "SW"),
        "s2@-10,-3:NS": LayTrack("s2", -10, -3, "NS"),
        "red3@4,0:EW": LayStation(0, "3", 4, 0, "EW"),
        "redx2@5,1": LayStation(0, "x2", 5, 1),
        "yellow4@-1,12:NS": LayStation(4, "4", -1, 12, "NS"),
        "E": EndTurn(),
    }.items():
        assert GAME.parse(text) == action
        assert GAME.to_text(action) == text


@pytest.mark.parametrize(
    "text",
    [
        "s3@1,1:NS", "c2@1,1:NE", "s1@1,1:NE", "c1@1,1:NS", "s1@1,1", "s1@01,1:NS", "s1@-0,1:NS",
        "s1@+1,1:NS", "s1 @1,1:NS", "S1@1,1:NS", "s1@1,1:SN", "c1@1,1:EN", "red3@4,0", "red3@4,0:NE",
        "redx2@5,1:NS", "red5@1,1:NS", "redx0@1,1", "pink1@1,1:NS", "Red1@1,1:NS", "e", "E ", "", "!",
        "! 4H6 57C", "! 4H6 | s1", "! 4H6  57C | s1", "! 4H6 57C | s9 | 1", "! 4H6 57C | s1 | y",
        "s1@1000,0:NS",
    ],
)  # fmt: skip
def test_nothing_else_is_read(text: str) -> None:
    with pytest.raises(NotationError):
        GAME.parse(text)


def sort_key(text: str) -> tuple[object, ...]:
    """A key that sorts action texts in the order of the notation."""
    if text == "E":
        return (2,)
    tile, place = text.split("@")
    cell, _, edges = place.partition(":")
    x, y = map(int, cell.split(","))
    turned = EDGES.index(edges) if edges else -1
    if tile[0] in "sc" and tile[1].isdigit():
        return (0, "sc".index(tile[0]), -int(tile[1]), x, y, turned)
    colour = next(name for name in COLOURS if tile.startswith(name))
    return (1, COLOURS.index(colour), "x" in tile.removeprefix(colour), int(tile[-1]), x, y, turned)


def test_the_legal_list_is_in_order_and_equal_tiles_give_one_action() -> None:
    kinds = set()
    for seed in range(8):
        rng = random.Random(seed)
        state = stellwerk.new_game("interurban", 2 + seed % 4, seed=str(seed))
        while GAME.actor(state) is not None:
            texts = legal_texts(state)
            assert texts == sorted(set(texts), key=sort_key)
            kinds |= {sort_key(text)[:2] for text in texts}
            state = GAME.apply(state, GAME.parse(rng.choice(texts)))
    assert {(0, 0), (0, 1), (1, 0), (1, 4), (2,)} <= kinds


def test_a_whole_list() -> None:
    state = table("s1@2,0:EW s0@-1,0:EW")
    players = (Player(("x1", "3", "3"), ()), Player(("4", None, "1"), ("2",)))
    state = replace(state, open=("c0", "s2", "c0"), players=players, laid=1)
    assert legal_texts(state) == [
        "s2@-2,0:EW", "s2@0,-1:NS", "s2@0,1:NS", "s2@1,-1:NS", "s2@1,1:NS", "s2@3,0:EW",
        "c0@-2,0:NE", "c0@-2,0:ES", "c0@0,-1:NE", "c0@0,-1:NW", "c0@0,1:ES", "c0@0,1:SW",
        "c0@1,-1:NE", "c0@1,-1:NW", "c0@1,1:ES", "c0@1,1:SW", "c0@3,0:SW", "c0@3,0:NW",
        "red3@-2,0:EW", "red3@3,0:EW", "redx1@-2,0", "redx1@3,0",
        "blue1@-2,0:EW", "blue1@3,0:EW", "blue4@-2,0:EW", "blue4@3,0:EW", "E",
    ]  # fmt: skip


def test_the_deal_is_shuffled_from_the_seed_in_one_stream() -> None:
    """Start tiles, then track tiles, then each seat's stations, each by Fisher–Yates from the end."""
    stream = Stream("Straße:0")

    def shuffled(text: str) -> list[str]:
        items = text.split()
        for last in range(len(items) - 1, 0, -1):
            other = stream.randrange(last + 1)
            items[last], items[other] = items[other], items[last]
        return items

    start = shuffled("4H6 57C 4S7 5L6")[:2]
    track = shuffled("s2 " * 3 + "s1 " * 11 + "s0 " * 6 + "c1 " * 11 + "c0 " * 11)
    stations = [shuffled("1 2 3 4 4 x1 x1 x2 x3 x4") for _ in range(3)]
    expected = "! " + " | ".join(" ".join(tiles) for tiles in (start, track, *stations))
    assert GAME.to_text(GAME.chance(GAME.initial(3), Chance("Straße"))) == expected
    assert GAME.to_text(GAME.parse(expected)) == expected
