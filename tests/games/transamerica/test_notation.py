"""The notation, the order of legal actions, and which clause is cited when several are broken."""

from __future__ import annotations

import pytest

from stellwerk import NotationError
from stellwerk.games.transamerica import GAME
from stellwerk.games.transamerica.law.actions import Action, ColouredRail, Deal, EndTurn, Marker, Rail
from tests.games.transamerica.table import legal, play, refused, table

TEXTS: dict[str, Action] = {
    "M 65": Marker(65),
    "M 0": Marker(0),
    "R 64-65": Rail(64, 65),
    "R 0-50": Rail(0, 50),
    "V 64-65": ColouredRail(64, 65),
    "E": EndTurn(),
    "! 0,17,65,140,73 | 10,13,60,148,89": Deal(((0, 17, 65, 140, 73), (10, 13, 60, 148, 89))),
}


@pytest.mark.parametrize("text", TEXTS)
def test_texts_are_parsed_and_written(text: str) -> None:
    assert GAME.parse(text) == TEXTS[text]
    assert GAME.to_text(TEXTS[text]) == text


@pytest.mark.parametrize(
    "text",
    [
        *(
            "R 65-64",
            "R 64-64",
            "R 064-65",
            "R 64-065",
            "R 64 65",
            "R 64-65 ",
            "r 64-65",
            "R  64-65",
            "R64-65",
        ),
        *("M", "M 065", "M -1", "M 1000", "M 65\n", "M ٣", "V 65-64", "V 1-1", "e", "E ", ""),
        *(
            "!",
            "! ",
            "! 0,17,65,140,73",
            "! 0,17,65,140 | 10,13,60,148,89",
            "! 0,17,65,140,73|10,13,60,148,89",
        ),
        "! 0,17,65,140,073 | 10,13,60,148,89",
    ],
)
def test_other_texts_are_refused(text: str) -> None:
    with pytest.raises(NotationError):
        GAME.parse(text)


def test_rails_come_by_crossings_with_the_coloured_one_second_and_the_end_last() -> None:
    state = play(table(vexation=True), "R 126-127")
    *texts, last = legal(state)
    assert last == "E"
    keys = [(*map(int, text[2:].split("-")), "RV".index(text[0])) for text in texts]
    assert keys == sorted(keys)
    assert {text[0] for text in texts} == {"R", "V"}
    assert len(texts) > 10


def test_only_the_deal_is_hidden() -> None:
    assert [GAME.public_text(action) for action in TEXTS.values()] == [*list(TEXTS)[:-1], "!"]


@pytest.mark.clause("TA-1.1", "TA-3.2", "TA-3.3", "TA-3.4", "TA-V.1")
def test_the_first_broken_clause_is_cited() -> None:
    """Phase, board, line taken, double line, network, coloured rails: each move also breaks later ones."""
    second = play(table(turn=1, rails="48-65"), "R 64-65")
    assert refused(second, "V 0-50")[0] == "TA-1.1"
    assert refused(second, "V 48-65")[:2] == ("TA-3.2", "line_taken")  # a taken double line
    assert refused(second, "V 65-66")[:2] == ("TA-3.2", "double_line_second")
    assert refused(second, "V 0-1")[:2] == ("TA-3.2", "double_line_second")  # nor does it touch
    assert refused(second, "V 0-10")[:2] == ("TA-3.3", "not_touching")
    assert refused(second, "V 65-81")[:2] == ("TA-V.1", "no_vexation")
    foreign = table(vexation=True, coloured=["", "0-1"], turn=0)
    assert refused(foreign, "R 0-1")[:2] == ("TA-V.1", "foreign_rail")  # nor does it touch
    full = table(vexation=True, coloured=["126-127 126-141 127-128", ""])
    assert refused(full, "V 126-142")[:2] == ("TA-V.1", "no_coloured_rail_left")  # and the crossing is full
