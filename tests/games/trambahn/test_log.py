"""The log and the refusals of Trambahn as people read them, in both languages."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from stellwerk import IllegalAction, load_texts
from stellwerk.games.trambahn import GAME
from tests.games.trambahn.table import shuffle_of, table

if TYPE_CHECKING:
    from stellwerk import LogLine
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


def turn_told(state: State, *texts: str, observer: int | None = None, language: str = "en") -> list[str]:
    """The same actions told as one turn."""
    lines: list[LogLine] = []
    for text in texts:
        action = GAME.parse(text)
        after = GAME.apply(state, action)
        lines += GAME.log(state, action, after, observer)
        state = after
    words = load_texts("trambahn", language)
    return [words.log_line(line, ("Anna", "Bert")) for line in GAME.tell(lines)]


def test_actions_one_by_one() -> None:
    state = table("B4 R5 K Y9 G8", rows=[SEVEN], money="9", waiting="B1 B2 B3", draw="K", passengers=0)
    turn = ("P B4", "P K>R", "S G8>1", "S R5>new", "M Y9", "T x2>2", "E")
    assert told(state, *turn)[:9] == [
        "Anna plays a card as a passenger on blue: Blue 4.",
        "Run 1 (blue): Anna 0, Bert 0.",
        "Anna plays a card as a passenger on red: conductor.",
        "Anna adds Green 8 to the green row.",
        "Special run (green): Anna scores 40 points.",
        "Anna begins the red row with Red 5.",
        "Anna banks a card: a hidden card.",
        "Anna buys a tram for the red row: horse tram ×2, price 5.",
        "Anna ends the turn.",
    ]
    assert told(state, *turn, observer=1)[9:] == ["Anna draws 6 cards."]
    assert told(state, *turn, observer=0)[6] == "Anna banks a card: Yellow 9."


def test_a_turn_in_english() -> None:
    state = table("B4 R5 K Y9 G8", rows=[SEVEN], money="9", waiting="B1 B2 B3", draw="K", passengers=0)
    turn = ("P B4", "P K>R", "S G8>1", "S R5>new", "M Y9", "T x2>2", "E")
    assert turn_told(state, *turn, observer=1) == [
        (
            "Anna plays Blue 4 and a conductor for red as passengers, adds Green 8 to the green row, "
            "begins a red row with Red 5, banks 1 card, pays 5 for a horse tram (×2) on the red row, "
            "and draws 6 cards."
        ),
        "Run 1 (blue): Anna 0, Bert 0.",
        "Special run (green): Anna scores 40 points.",
    ]
    assert "banks Yellow 9" in turn_told(state, *turn, observer=0)[0]


def test_a_turn_in_german() -> None:
    state = table("B4 R5 K Y9 G8", rows=[SEVEN], money="9", waiting="B1 B2 B3", passengers=0)
    turn = ("P B4", "P K>R", "S G8>1", "S R5>new", "M Y9", "E")
    assert turn_told(state, *turn, language="de") == [
        (
            "Anna spielt Blau 4 und einen Schaffner für Rot als Fahrgäste, legt Grün 8 an die grüne Reihe, "
            "beginnt eine rote Reihe mit Rot 5, nimmt 1 Karte als Einkommen und zieht 6 Karten."
        ),
        "Fahrt 1 (Blau): Anna 0, Bert 0.",
        "Sonderfahrt (Grün): Anna bekommt 40 Punkte.",
        "Anna räumt die rote Reihe ab, die keine Trambahn hat: 1 Karte wird zu Geld.",
    ]


def test_conductors_are_counted() -> None:
    state = table("B4 K K K K", rows=["G1 x2"], passengers=0)
    turn = ("P K>R", "P K>R", "S K>1", "S K>1", "M B4", "E")
    assert turn_told(state, *turn, observer=1)[0] == (
        "Anna plays 2 conductors for red as passengers, adds 2 conductors to the green row, banks 1 card, "
        "and draws 6 cards."
    )
    assert turn_told(state, *turn, language="de")[0].startswith(
        "Anna spielt 2 Schaffner für Rot als Fahrgäste, legt 2 Schaffner an die grüne Reihe"
    )


def test_rows_of_one_line_are_counted() -> None:
    state = table("B4 B9 B2", rows=["B1 x2", "B8 x2"], passengers=0)
    turn = ("P B2", "S B4>1", "S B9>2", "E")
    assert turn_told(state, *turn)[0] == (
        "Anna plays Blue 2 as a passenger, adds Blue 4 to the first blue row, adds Blue 9 to the second blue"
        " row, and draws 6 cards."
    )


def test_a_new_draw_pile_is_told_with_what_is_drawn_from_it() -> None:
    state = table("Y1 Y2 Y3 Y4", draw="R1", discard="G1 G2", rest="rows")
    assert told(state, "E", shuffle_of("G2 G1"), observer=0) == [
        "Anna ends the turn.",
        "Anna draws: Red 1.",
        "The draw pile is empty. Both players give up half of their money; 2 cards are shuffled.",
        "Anna draws: Green 2.",
    ]


def test_the_end_is_told_with_its_reason() -> None:
    state = table("B4", waiting="B1 B2 B3", runs=[("R", 3, 4)] * 9, passengers=0)
    assert told(state, "P B4")[-1] == (
        "The game is over: the tenth run has been scored (TB-5.1). Anna 27, Bert 36."
    )
    dry = table("B4", other_hand="", rest="rows", passengers=0)
    end = "Die Partie ist zu Ende: Am Ende eines Zuges waren beide Hände leer (TB-5.3). Anna 0, Bert 0."
    assert told(dry, "P B4", "E", language="de")[-1] == end


@pytest.mark.parametrize(
    ("text", "english", "german"),
    [
        (
            "S B4>1",
            "Blue 4 is too low for the blue row: it needs at least a 6. (TB-3.2.2)",
            "Blau 4 ist zu niedrig für die blaue Reihe: Sie braucht mindestens eine 6. (TB-3.2.2)",
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
                "Diese Trambahn ist nicht im Angebot: elektrische Bahn ×4. "
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
