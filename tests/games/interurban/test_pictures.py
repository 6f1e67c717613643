"""The table in a terminal and as SVG: complete, well formed, in both languages, with any player's name."""

from __future__ import annotations

import re
from io import StringIO
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

import pytest
from rich.console import Console

import stellwerk
from stellwerk.games.interurban.show.drawing import svg
from stellwerk.games.interurban.show.terminal import sheet, table
from stellwerk.games.interurban.show.trace import trace
from tests.games.interurban import table as positions
from tests.golden import archive

if TYPE_CHECKING:
    from stellwerk.games.interurban.law.state import State

GAME: Any = stellwerk.load("interurban")
NAMES = ("Ada", "<b>Bo</b> & Co", "Çem", "Dora", "Emil")


def printed(thing: Any, width: int = 100) -> str:
    console = Console(width=width, color_system=None, file=StringIO())
    with console.capture() as page:
        console.print(thing)
    return page.get()


def show(state: State, language: str = "en") -> str:
    texts = stellwerk.load_texts("interurban", language)
    return printed(table(GAME.view(state, None), texts, NAMES[: len(state.players)]))


def test_the_grid_shows_tiles_ends_and_coordinates() -> None:
    state = positions.table("s2@2,0:EW redx3@3,0 c1@4,0:NW c0@0,1:SW c1@1,1:ES s1@-1,0:EW blue4@-2,0:EW")
    rows = [line.rstrip() for line in show(state).splitlines()]
    top = next(number for number, line in enumerate(rows) if line.split()[:2] == ["-3", "-2"])
    assert rows[top : top + 5] == [
        "     -3 -2 -1  0  1  2  3  4  5",
        "   2  ·  ·  ·  ·  ·  ·  ·  ·  ·",
        "   1  ·  · [6]─┐01┌─[5] · [7] ·",
        "   0 [H]●4──1─4H657C─2─■3┼─┘1 ·",
        "  -1  ·  ·  · [4][C] ·  ·  ·  ·",
    ]


@pytest.mark.parametrize("language", stellwerk.LANGUAGES)
def test_whole_games_can_be_shown(language: str) -> None:
    texts = stellwerk.load_texts("interurban", language)
    for file in ("random_5_next_cell.json", "simple_2_lookahead.json"):
        record = archive.read(archive.FOLDER / "interurban" / file)
        for moment in list(stellwerk.replay(record))[::7]:
            view = GAME.view(moment.after, 0)
            page = printed(table(view, texts, record.players))
            assert "None" not in page
            assert max(map(len, page.splitlines())) <= 100
            for worth in view.worth:
                assert f" {worth.name} " in page
            picture = svg(view, texts, record.players)
            ET.fromstring(picture)  # noqa: S314 (our own text)
            assert "None" not in picture
        result = GAME.result(list(stellwerk.replay(record))[-1].after)
        final = printed(sheet(result, texts, record.players))
        for score in result.scores:
            assert re.search(rf"\b{score}\b", final)


def test_before_the_deal_there_is_something_to_show() -> None:
    view = GAME.view(GAME.initial(3), None)
    texts = stellwerk.load_texts("interurban", "de")
    assert "42" in printed(table(view, texts, NAMES[:3]))
    ET.fromstring(svg(view, texts, NAMES[:3]))  # noqa: S314


def test_names_are_escaped() -> None:
    view = GAME.view(positions.table("s1@2,0:EW red3@3,0:EW", seats=5), None)
    picture = svg(view, stellwerk.load_texts("interurban", "en"), NAMES)
    assert "<b>" not in picture
    assert "&lt;b&gt;Bo&lt;/b&gt; &amp; Co" in picture
    assert "[bold]x" in printed(
        table(view, stellwerk.load_texts("interurban", "en"), ("[bold]x", *NAMES[1:]))
    )


def test_every_tile_and_every_end_is_drawn() -> None:
    state = positions.table("s2@2,0:EW redx3@3,0 c1@4,0:NW c0@0,1:ES")
    picture = svg(GAME.view(state, None), stellwerk.load_texts("interurban", "en"), NAMES[:2])
    drawn = picture[picture.index("M-7 0h14") :]
    assert drawn.count("M-30 -15H8L24 0") == 4, "four lines go on"
    assert drawn.count("M0 -20V20") == 2, "two are finished"
    assert drawn.count('fill="#16365F"') == 2
    assert drawn.count('fill="#E9DBC0"') == 3
    assert drawn.count('fill="#B0302A" stroke="#20272B"') == 1


def test_a_line_is_traced_from_its_exit() -> None:
    state = positions.table("s1@2,0:EW redx2@3,0 c1@1,1:ES s1@2,1:EW c1@3,1:SW")
    five = trace(state.tiles)[3]
    assert [(passage.laid.cell, passage.entry, passage.exit) for passage in five] == [
        ((1, 1), "S", "E"), ((2, 1), "W", "E"), ((3, 1), "W", "S"), ((3, 0), "N", "S"),
    ]  # fmt: skip
    assert trace(()) == ()
