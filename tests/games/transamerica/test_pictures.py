"""The terminal table and the drawing show what the view holds and no more, in both languages."""

from __future__ import annotations

from io import StringIO
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest
from rich.console import Console

from stellwerk import LANGUAGES, load_texts
from stellwerk.games.transamerica import GAME
from stellwerk.games.transamerica.law.data import CITY_AT
from stellwerk.games.transamerica.show import drawing, terminal
from tests.contract.worlds import random_game, setups
from tests.games.transamerica.table import NORTH, fresh, lines, play, table, tree

if TYPE_CHECKING:
    from stellwerk.games.transamerica.law.state import State

NAMES = ("Ada <&>", "Bert [red]", "Cora", "Dora", "Emil", "Änne")


def printed(state: State, seat: int | None, language: str = "en", width: int = 100) -> str:
    console = Console(width=width, record=True, file=StringIO())
    console.print(terminal.table(GAME.view(state, seat), load_texts("transamerica", language), NAMES))
    return console.export_text()


def drawn(state: State, seat: int | None, language: str = "en") -> str:
    names = NAMES[: len(state.players)]
    return drawing.svg(GAME.view(state, seat), load_texts("transamerica", language), names)


@pytest.mark.parametrize("language", LANGUAGES)
def test_whole_games_are_shown(language: str) -> None:
    for setup in setups(GAME).values():
        for moment in list(random_game(GAME, setup, "pictures"))[::90]:
            for seat in (0, None):
                text = printed(moment.after, seat, language)
                assert max(map(len, text.splitlines())) <= 100
                assert "None" not in text
                assert "{" not in text
                picture = drawn(moment.after, seat, language)
                ET.fromstring(picture)  # noqa: S314 (our own)
                assert "None" not in picture


def test_the_map_fits_80_columns_and_shows_every_crossing() -> None:
    text = printed(table(), 0, width=80)
    rows = text.splitlines()
    map_rows = rows[next(n for n, row in enumerate(rows) if row.split()[:1] == ["0"]) :][:25]
    shown = " ".join(map_rows).replace("≈", " ").replace("━", " ").split()
    assert [number for number in shown if number.isdigit()] == [str(crossing) for crossing in range(188)]


def test_rails_are_shown_where_they_lie() -> None:
    bare, built = printed(table(), 0), printed(table(rails="126-127 111-127 126-142"), 0)
    assert "126 127" in bare
    assert "126━127" in built
    assert [built.count(sign) - bare.count(sign) for sign in "━╱╲"] == [1, 0, 2]


def test_only_the_observers_cities_are_shown() -> None:
    state = fresh(2)
    own, other = ({CITY_AT[city].name for city in player.cities} for player in state.players)
    plan = printed(state, 0).split("Your cities")[1]
    assert all(name in plan for name in own)
    assert not any(name in plan.split("Best places")[0] for name in other)
    assert "Your cities" not in printed(state, None)
    assert drawn(state, None).count('font-weight="700"') < drawn(state, 0).count('font-weight="700"')
    swapped = play(GAME.initial(2), "! 10,13,60,140,73 | 90,87,129,184,187")
    assert swapped.players[0].cities == state.players[0].cities
    assert printed(swapped, 0) == printed(state, 0)
    assert drawn(swapped, 0) == drawn(state, 0)


def test_after_a_round_everything_is_open() -> None:
    state = play(table(rails=tree(126, NORTH) & ~lines("2-13"), scores=(13, 40)), "R 2-13")
    text = printed(state, None)
    assert "Lost" in text
    assert "San Francisco, Minneapolis, Omaha, Dallas, New York" in " ".join(text.split())
    assert drawn(state, None).count('stroke-dasharray="5 6"') == 15  # seat 1's missing rails


def test_the_sheet_lists_the_rounds() -> None:
    state = play(table(rails=tree(126, NORTH) & ~lines("2-13"), losses=[(3, 0)]), "R 2-13")
    result = GAME.result(state)
    assert result is not None
    console = Console(width=80, record=True, file=StringIO())
    console.print(terminal.sheet(result, load_texts("transamerica", "de"), NAMES[:2]))
    rows = [row.split() for row in console.export_text().splitlines()]
    assert ["1", "−3", "0"] in rows
    assert ["2", "0", "−16"] in rows
    assert ["Punkte", "übrig", "13", "−3"] in rows
    assert ["Durchgang", "Ada", "<&>", "Bert", "[red]"] in rows


def test_letters_of_seats_are_unique() -> None:
    assert drawing.seat_letters(["Anna", "Anton", "Nat", "", "A"]) == ["A", "N", "T", "4", "5"]
