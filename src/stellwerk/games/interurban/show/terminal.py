"""InterUrban's table and score sheet in a terminal: the board as a drawn grid, the lines as a timetable.

A cell is three characters wide: ``─1─`` a straight worth 1, ``1└─`` a curve, ``■3─`` red's station worth 3,
``■2┼`` a crossing, ``[7]`` the end of line 7, `` x `` a finished end. Colour is never the only sign: players
have a shape and lines have a label.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rich import box
from rich.console import Group
from rich.table import Table
from rich.text import Text

from stellwerk.games.interurban.law.data import COLOURS, CROSSINGS, START_CELLS, TILES_PER_TURN, VALUE_OF
from stellwerk.games.interurban.law.grid import ALL_EDGES, cell_text
from stellwerk.games.interurban.law.state import Step
from stellwerk.games.interurban.show.trace import extent, trace

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import RenderableType

    from stellwerk.core.game import Result
    from stellwerk.core.texts import Texts
    from stellwerk.games.interurban.law.grid import Cell
    from stellwerk.games.interurban.law.view import View

SHAPES: Final = ("■", "●", "⬢", "▲", "◆")
SEAT_STYLES: Final = (
    "bold color(231) on color(124)",
    "bold color(231) on color(25)",
    "bold color(231) on color(54)",
    "bold color(231) on color(22)",
    "bold color(16) on color(178)",
)
LINE_STYLES: Final = (
    "bold color(37)",
    "bold color(172)",
    "bold color(175)",
    "bold color(250)",
    "bold color(143)",
    "bold color(75)",
)
START_STYLE: Final = "bold color(231) on color(17)"
CURVES: Final = {"NE": "{}└─", "ES": "{}┌─", "SW": "─┐{}", "NW": "─┘{}", "NS": " │{}", "EW": "─{}─"}
WIDTH: Final = 3


def table(view: View, texts: Texts, players: Sequence[str]) -> RenderableType:
    """The whole table, which is the same for everybody."""
    parts: list[RenderableType] = [_turn(view, texts, players), "", _board(view), ""]
    if view.lines:
        parts.append(_lines(view, texts, players))
    parts += [
        _open_track(view, texts),
        *(_stations(view, seat, texts, players) for seat in range(len(players))),
    ]
    return Group(*parts)


def sheet(result: Result, texts: Texts, players: Sequence[str]) -> RenderableType:
    """The score sheet of a finished game."""
    labels = texts.section("terminal")
    page = Table(box=box.SIMPLE_HEAD)
    page.add_column(labels["line"])
    for name in ("start", "track", "value"):
        page.add_column(labels[name], justify="right")
    for seat, player in enumerate(players):
        page.add_column(f"{SHAPES[seat]} {player}", justify="right")
    for number, entry in enumerate(result.sheet["lines"]):
        shares = zip(entry["economic"], entry["points"], strict=True)
        page.add_row(
            Text(f"{entry['label']} ({entry['exit']})", LINE_STYLES[number]),
            *(str(entry[name]) for name in ("start", "track")),
            Text(str(entry["value"]), "bold"),
            *(f"{economic or '·'} → {points}" for economic, points in shares),
        )
    page.add_section()
    page.add_row(
        Text(labels["total"], "bold"), "", "", "", *(Text(str(sum_), "bold") for sum_ in result.scores)
    )
    page.add_row(labels["rank"], "", "", "", *map(str, result.ranks))
    return page


# the board


def _board(view: View) -> Text:
    """The grid, with column numbers above and row numbers on the left."""
    west, east, south, north = extent(view.tiles)
    cells = _cells(view)
    text = Text("     " + "".join(f"{x:^{WIDTH}}" for x in range(west, east + 1)) + "\n", "dim", no_wrap=True)
    for y in range(north, south - 1, -1):
        text.append(f"{y:>4} ", "dim")
        for x in range(west, east + 1):
            text.append_text(cells.get((x, y), Text(" · ", "dim")))
        text.append("\n")
    text.right_crop(1)
    return text


def _cells(view: View) -> dict[Cell, Text]:
    """What the cells show that are not empty: the ends of lines, and over them the tiles."""
    cells: dict[Cell, Text] = {}
    for number, line in enumerate(view.lines):
        label = " x " if line.finished else f"[{line.label}]"
        if line.end in cells and not line.finished:
            label = cells[line.end].plain.replace("]", line.label).replace("[", "")[:2].rjust(2) + "]"
        cells[line.end] = Text(label, "dim" if line.finished else LINE_STYLES[number])
    for laid in view.tiles:
        if laid.seat is not None:
            cells[laid.cell] = _station(laid.seat, laid.tile[-1], laid.edges)
        elif laid.cell in START_CELLS:
            cells[laid.cell] = Text(laid.tile, START_STYLE)
    for number, passages in enumerate(trace(view.tiles)):
        for laid, _, _ in passages:
            if laid.seat is None:
                cells[laid.cell] = Text(CURVES[laid.edges].format(laid.tile[-1]), LINE_STYLES[number])
    return cells


def _station(seat: int, value: str, edges: str) -> Text:
    sign = "┼" if edges == ALL_EDGES else "│" if edges == "NS" else "─"
    return Text(f"{SHAPES[seat]}{value}{sign}", SEAT_STYLES[seat])


# what is beside the board


def _turn(view: View, texts: Texts, players: Sequence[str]) -> Text:
    """Whose turn it is, and what may still be laid."""
    labels = texts.section("terminal")
    if view.step is Step.OVER:
        return Text(f"{labels['game_over']} ({view.reason})", "bold")
    station = labels["station_laid" if view.station_laid else "station_possible"]
    number = texts.format(labels["tiles_laid"], number=min(view.laid + 1, TILES_PER_TURN))
    text = Text.assemble(_name(view.turn, players), f"  {number}, {station}")
    if view.first_round:
        text.append(f" · {labels['first_round']}", "italic")
    return text


def _name(seat: int, players: Sequence[str]) -> Text:
    return Text.assemble((f" {SHAPES[seat]} ", SEAT_STYLES[seat]), f" {players[seat]}")


def _lines(view: View, texts: Texts, players: Sequence[str]) -> Table:
    """The lines: value, each player's strength, missing stations, end; below, the points if it ended now."""
    labels = texts.section("terminal")
    page = Table(box=box.SIMPLE_HEAD, padding=(0, 1))
    page.add_column(labels["line"])
    page.add_column(labels["value"], justify="right")
    for seat, player in enumerate(players):
        page.add_column(Text(f"{SHAPES[seat]} {player}", overflow="ellipsis", no_wrap=True), justify="right")
    page.add_column(labels["missing"])
    page.add_column(labels["end"])
    for number, (line, worth) in enumerate(zip(view.lines, view.worth, strict=True)):
        best = max(worth.economic)
        strength = (
            Text(f"{own or '·'} → {points}", "bold" if own and own == best else "")
            for own, points in zip(worth.economic, worth.points, strict=True)
        )
        missing = "" if line.finished else " ".join(map(str, worth.missing))
        end = labels["finished"] if line.finished else cell_text(line.end)
        page.add_row(Text(worth.name, LINE_STYLES[number]), str(worth.value), *strength, missing, end)
    page.add_section()
    page.add_row(labels["if_now"], "", *(Text(str(total), "bold") for total in view.totals), "", "")
    return page


def _open_track(view: View, texts: Texts) -> Text:
    labels = texts.section("terminal")
    shown = ", ".join(texts.word(tile) for tile in view.open if tile is not None) or "–"
    hidden = texts.format(labels["hidden"], count=len(view.hidden))
    return Text.assemble(f"{labels['open_track']}: ", (shown, "bold"), (f"  ({hidden})", "dim"))


def _stations(view: View, seat: int, texts: Texts, players: Sequence[str]) -> Text:
    player = view.players[seat]
    text = Text.assemble(_name(seat, players), ": ")
    for tile in player.open:
        if tile is not None:
            text.append_text(_station(seat, str(VALUE_OF[tile]), ALL_EDGES if tile in CROSSINGS else "EW"))
            text.append(f" {COLOURS[seat]}{tile}  ")
    hidden = texts.format(texts.section("terminal")["hidden"], count=len(player.hidden))
    return text.append(f"({hidden})", "dim")
