"""The log and the refusals of Trambahn as people read them, in both languages."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from stellwerk import IllegalAction, load_texts
from stellwerk.games.trambahn import GAME
from tests.games.trambahn.table import shuffle_of, table

if TYPE_CHECKING:
    from stellwerk.games.trambahn.law.state import State

SEVEN = "G1 G2 G3 G4 G5 G6 G7 x4"


def told(state: State, *texts: str, observer: int | None = None, language: str = "en") -> list[str]:
    """The sentences of these actions."""
    sentences: list[str] = []
    words = load_texts("trambahn", language)
    for text in texts:
        action = GAME.parse(text)
        after = GAME.apply(state, action)
        lines = GAME.log(state, action, after, observer)
        sentences += [words.log_line(line, ("Anna", "Bert")) for line in lines]
        state = after
    return sentences


def test_a_turn_in_english() -> None:
    state = table("B4 R5 K Y9 G8", rows=[SEVEN], money="9", waiting="B1 B2 B3", draw="K", passengers=0)
    turn = ("P B4", "P K>R", "S G8>1", "S R5>new", "M Y9", "T x2>2", "E")
    assert told(state, *turn)[:9] == [
        "Anna plays a card as a passenger on blue: Blue 4.",
        "Run 1 (blue). Points: 0, 0.",
        "Anna plays a card as a passenger on red: conductor.",
        "Anna adds to row 1: Green 8.",
        "Special run for Anna, row 1: 40 points.",
        "Anna begins row 2 with Red 5.",
        "Anna takes income: a hidden card.",
        "Anna buys a tram for row 2: horse tram ×2, price 5.",
        "Anna ends the turn.",
    ]
    assert told(state, *turn, observer=1)[9:] == ["Anna draws 6 cards."]
    assert told(state, *turn, observer=0)[6] == "Anna takes income: Yellow 9."


def test_a_turn_in_german() -> None:
    state = table("B4 R5 K Y9 G8", rows=[SEVEN], money="9", waiting="B1 B2 B3", passengers=0)
    turn = ("P B4", "P K>R", "S G8>1", "S R5>new", "M Y9", "E")
    assert told(state, *turn, language="de") == [
        "Anna spielt eine Karte als Fahrgast auf Blau: Blau 4.",
        "Fahrt 1 (Blau). Punkte: 0, 0.",
        "Anna spielt eine Karte als Fahrgast auf Rot: Schaffner.",
        "Anna legt in Reihe 1: Grün 8.",
        "Sonderfahrt für Anna, Reihe 1: 40 Punkte.",
        "Anna beginnt Reihe 2 mit Rot 5.",
        "Anna nimmt Einkommen: eine verdeckte Karte.",
        "Anna beendet den Zug.",
        "Anna räumt Reihe 2 ab, die keine Bahn hat: 1 Karte wird zu Geld.",
        "Anna zieht 6 Karten.",
    ]


def test_a_new_draw_pile_is_told_with_what_is_drawn_from_it() -> None:
    state = table("Y1 Y2 Y3 Y4", draw="R1", discard="G1 G2", rest="rows")
    assert told(state, "E", shuffle_of("G2 G1"), observer=0) == [
        "Anna ends the turn.",
        "Anna draws: Red 1.",
        "The draw pile is empty. Both players give up half of their money; 2 cards are shuffled.",
        "Anna draws: Green 2.",
    ]


def test_the_end_is_told_with_its_clause() -> None:
    state = table("B4", waiting="B1 B2 B3", runs=[("R", 3, 4)] * 9, passengers=0)
    assert told(state, "P B4")[-1] == "The game is over (TB-5.1). Points: 27, 36."
    dry = table("B4", other_hand="", rest="rows", passengers=0)
    assert told(dry, "P B4", "E", language="de")[-1] == "Die Partie ist zu Ende (TB-5.3). Punkte: 0, 0."


@pytest.mark.parametrize(
    ("text", "english", "german"),
    [
        (
            "S B4>1",
            "Blue 4 is too low for row 1: it needs at least a 6. (TB-3.2.2)",
            "Blau 4 ist zu niedrig für Reihe 1: Sie braucht mindestens eine 6. (TB-3.2.2)",
        ),
        (
            "T x2>2",
            "You have no row 2. Your rows: 1. (TB-3.4.2)",
            "Du hast keine Reihe 2. Deine Reihen: 1. (TB-3.4.2)",
        ),
        (
            "T x4>1",
            "This tram is not on offer: electric tram ×4. On offer: horse tram ×2, steam tram ×3. (TB-3.4.1)",
            (
                "Diese Bahn ist nicht im Angebot: elektrische Bahn ×4. "
                "Im Angebot: Pferdebahn ×2, Dampfbahn ×3. (TB-3.4.1)"
            ),
        ),
    ],
)
def test_refusals_say_what_is_in_the_way(text: str, english: str, german: str) -> None:
    state = table("B4", rows=["B5"], offer="x2 x3")
    with pytest.raises(IllegalAction) as caught:
        GAME.apply(state, GAME.parse(text))
    assert load_texts("trambahn", "en").sentence(caught.value) == english
    assert load_texts("trambahn", "de").sentence(caught.value) == german
