"""The texts of Trambahn's actions, and deals that anybody can check from their seed."""

from __future__ import annotations

from hashlib import sha256

import pytest

from stellwerk import Chance, NotationError
from stellwerk.core.chance import draw_start_seat
from stellwerk.games.trambahn import GAME
from stellwerk.games.trambahn.law.actions import Action, BuyTram, EndTurn, Income, Passenger, Shuffle, Stop
from tests.games.trambahn.table import refused, table

WRONG = (
    *("", " ", "e", "E ", " E", "E\n", "EE", "? B7", "Q B7", "B7"),
    *("p B7", "P b7", "P B0", "P B11", "P B07", "P B", "P X7", "P  B7", "P B7 ", "P B7\n", "PB7", "P B7 R3"),
    *("P K", "P K>", "P K>K", "P K>b", "P B7>B", "P ?", "P B７"),
    *(
        "S B7",
        "S B7>",
        "S B7>0",
        "S B7>01",
        "S B7>-1",
        "S B7>New",
        "S B7> 2",
        "S B7 >2",
        "S B7>2.0",
        "S B7>1000",
    ),
    *("M", "M ?", "M K>R", "M B7>1", "T x5>1", "T x1>1", "T 3>2", "T x3", "T x3>new", "T X3>2", "T x3>0"),
    *("!", "! ", "!B7", "! B7  K", "! B7 K ", "! ?", "! B7,K", "! B7\nK"),
)


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("P B7", Passenger("B7")),
        ("P Y10", Passenger("Y10")),
        ("P K>R", Passenger("K", "R")),
        ("S B7>2", Stop("B7", 2)),
        ("S B7>new", Stop("B7")),
        ("S K>12", Stop("K", 12)),
        ("M G1", Income("G1")),
        ("M K", Income("K")),
        ("T x3>2", BuyTram(3, 2)),
        ("E", EndTurn()),
        ("! B7 K Y10", Shuffle(("B7", "K", "Y10"))),
    ],
)
def test_texts_and_actions_are_inverse(text: str, action: Action) -> None:
    assert GAME.parse(text) == action
    assert GAME.to_text(action) == text


@pytest.mark.clause("TB-3.2.5")
def test_a_conductor_that_begins_a_row_is_read_and_then_refused() -> None:
    assert GAME.parse("S K>new") == Stop("K")
    assert refused(table("K"), "S K>new") == ("TB-3.2.5", "conductor_begins_no_row", {})


@pytest.mark.parametrize("text", WRONG)
def test_nothing_but_canonical_texts_is_read(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        GAME.parse(text)
    assert caught.value.params == {"text": text}


def test_a_long_wrong_text_is_quoted_in_part() -> None:
    with pytest.raises(NotationError) as caught:
        GAME.parse("P " * 1000)
    assert caught.value.params == {"text": "P " * 40}


@pytest.mark.clause("TB-2.1")
@pytest.mark.parametrize(
    ("seed", "start_seat", "begins", "digest"),
    [
        ("stellwerk", 0, "! R4 Y5 Y7 R6 G2 G5 Y3 G10", "de76720a18e9959e"),
        ("Straße", 0, "! B4 Y1 R5 Y10 G5", "8ac185c422c9d685"),
        ("", 1, "! K B9 R4 Y9 B1", "6d95f8909003b141"),
    ],
)
def test_vectors_of_verifiable_chance(seed: str, start_seat: int, begins: str, digest: str) -> None:
    assert draw_start_seat(seed, 2) == start_seat
    text = GAME.to_text(GAME.chance(GAME.initial(start_seat=start_seat), Chance(seed)))
    assert text.startswith(f"{begins} ")
    assert sha256(text.encode()).hexdigest().startswith(digest)
