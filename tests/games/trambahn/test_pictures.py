"""Trambahn's table in the terminal and as a picture: everything the observer may see is there, and fits."""

from __future__ import annotations

import io
import re
from functools import cache
from itertools import product
from xml.etree import ElementTree as ET

import pytest
from msgspec.structs import replace
from rich.console import Console

import stellwerk
from stellwerk.games.trambahn.law.state import Row, SpecialRun, State
from stellwerk.games.trambahn.show.drawing import svg
from stellwerk.games.trambahn.show.terminal import sheet, table
from tests.cli.running import finished_record

GAME = stellwerk.load("trambahn")
PLAYERS = ("Anna", "Konrad")
SVG = "{http://www.w3.org/2000/svg}"
VIEWS = list(product(range(0, 150, 12), (None, 0, 1)))


@cache
def states() -> list[State]:
    """All positions of a game."""
    return [moment.after for moment in stellwerk.replay(finished_record("trambahn"))]


def printed(renderable: object, width: int) -> str:
    console = Console(file=io.StringIO(), width=width, color_system=None, markup=False, emoji=False)
    console.print(renderable)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


@pytest.mark.parametrize("language", stellwerk.LANGUAGES)
@pytest.mark.parametrize("width", [80, 100])
def test_nothing_is_cut_off(width: int, language: str) -> None:
    texts = stellwerk.load_texts("trambahn", language)
    for number, seat in VIEWS:
        view = GAME.view(states()[number], seat)
        out = printed(table(view, texts, PLAYERS), width)
        assert "…" not in out
        for player in view.players:
            for card in player.hand or ():
                assert f" {card} " in out
            for row in player.rows:
                assert f"{row.number} x{row.tram}" in out or f"{row.number} –" in out
        assert f" {view.draw_size} " in out


def test_a_row_shows_its_cards_its_tram_and_its_special_run() -> None:
    state = states()[0]
    rows = (Row(1, ("B2", "B9", "B10"), 2, 3), Row(4, ("Y3",)))
    player = replace(state.players[0], rows=rows)
    state = replace(state, players=(player, state.players[1]), special_runs=(SpecialRun(0, 1, "B", 15),))
    out = printed(table(GAME.view(state, 0), stellwerk.load_texts("trambahn", "en"), PLAYERS), 100)
    assert "1 x3  K K 2 9 10  ★" in out
    assert "4 –  3 " in out
    assert re.search(r"Anna +15 +15 ", out)


def test_the_others_hand_is_a_number() -> None:
    texts = stellwerk.load_texts("trambahn", "en")
    for number in range(1, 100, 9):
        view = GAME.view(states()[number], 1)
        out = printed(table(view, texts, PLAYERS), 100)
        assert f"Anna  Money {len(view.players[0].money)}  Hand {view.players[0].hand_size}\n" in out


def test_the_score_sheet_has_every_run_and_the_sum() -> None:
    texts = stellwerk.load_texts("trambahn", "de")
    result = GAME.result(states()[-1])
    assert result is not None
    out = " ".join(printed(sheet(result, texts, PLAYERS), 80).split())
    for number, run in enumerate(result.sheet["runs"], start=1):
        first, second = run["points"]
        assert re.search(rf" {number} \S {run['line']} {texts.word(run['line'])} {first} {second} ", out)
    assert f"Punkte {result.scores[0]} {result.scores[1]}" in out


def test_the_picture_shows_every_open_card_inside_its_frame() -> None:
    for number, seat in VIEWS:
        view = GAME.view(states()[number], seat)
        root = ET.fromstring(svg(view, stellwerk.load_texts("trambahn", "en"), PLAYERS))  # noqa: S314
        width, height = float(root.get("width", 0)), float(root.get("height", 0))
        cards = [group for group in root.iter(f"{SVG}g") if group.find(f"{SVG}rect[@rx='7']") is not None]
        hand = len(view.players[seat].hand) if seat is not None else 0
        assert len(cards) == hand + sum(row.size for player in view.players for row in player.rows)
        for card in cards:
            x, y, scale = map(float, re.findall(r"[\d.]+", card.get("transform", "")))
            assert 0 <= x <= x + 100 * scale <= width
            assert 0 <= y <= y + 144 * scale <= height
        words = [element.text for element in root.iter(f"{SVG}text")]
        assert {*PLAYERS, *map(str, view.totals)} <= set(words)


def test_names_cannot_break_the_picture() -> None:
    view = GAME.view(states()[50], None)
    picture = svg(view, stellwerk.load_texts("trambahn", "en"), ("<script>&", '"]]>'))
    root = ET.fromstring(picture)  # noqa: S314
    assert "<script>&" in [element.text for element in root.iter(f"{SVG}text")]
    assert root.find(f".//{SVG}script") is None
