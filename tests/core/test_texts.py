"""The little language of templates."""

from __future__ import annotations

from stellwerk import IllegalAction, LogLine, RecordError
from stellwerk.core.texts import Texts

TEXTS = Texts(
    {
        "words": {"B": "blue", "stops": "Stops"},
        "refusals": {"wrong": "{card} is {line}: {count} {count:card/cards}."},
        "errors": {"outer": "Action {number}: {reason}"},
        "log": {"moved": "{seat} moved {cards}."},
    }
)


def test_numbers_choose_their_word() -> None:
    for count, expected in ((0, "0 cards"), (1, "1 card"), (2, "2 cards")):
        error = IllegalAction("TB-1", "wrong", {"card": "B7", "line": "B", "count": count})
        assert TEXTS.sentence(error) == f"B7 is blue: {expected}. (TB-1)"


def test_an_error_tells_its_cause() -> None:
    outer = RecordError("outer", {"number": 3})
    outer.__cause__ = IllegalAction("TB-1", "wrong", {"card": "B7", "line": "B", "count": 1})
    assert TEXTS.sentence(outer) == "Action 3: B7 is blue: 1 card. (TB-1)"


def test_a_seat_becomes_a_name_and_lists_are_joined() -> None:
    line = LogLine("moved", {"seat": 1, "cards": ("B", "stops")})
    assert TEXTS.log_line(line, ["Ada", "Bo"]) == "Bo moved blue, Stops."


def test_a_name_is_never_translated() -> None:
    line = LogLine("moved", {"seat": 0, "cards": ("B",)})
    assert TEXTS.log_line(line, ["B"]) == "B moved blue."


def test_errors_show_code_and_parameters_to_programmers() -> None:
    assert str(IllegalAction("TB-1", "wrong", {"card": "B7"})) == "TB-1: wrong (card='B7')"
