"""The table and the score sheet in a terminal of at least 80 columns.

On the map each crossing is its number, as actions name it. Rails are drawn between the numbers, free double
lines are marked, and free single lines are left out. Cities are coloured on the map and listed with shape and
number below it, so that nothing depends on colour alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from rich import box
from rich.columns import Columns
from rich.console import Group
from rich.table import Table
from rich.text import Text

from stellwerk.games.transamerica.law.data import CITIES, CITY_AT, COLOURS, GRID, LINES, Colour, place
from stellwerk.games.transamerica.law.state import Step
from stellwerk.games.transamerica.show.artwork import points_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rich.console import RenderableType

    from stellwerk.core.game import Result
    from stellwerk.core.texts import Texts
    from stellwerk.games.transamerica.law.view import Pair, View

SHAPE_OF: Final[dict[Colour, str]] = {"green": "▲", "blue": "●", "yellow": "◆", "red": "■", "orange": "⬟"}
STYLE_OF: Final[dict[Colour, str]] = {
    "green": "color(35)",
    "blue": "color(75)",
    "yellow": "color(220)",
    "red": "color(203)",
    "orange": "color(208)",
}
SEAT_STYLES: Final = (
    "bold color(231) on color(238)",
    "bold color(231) on color(97)",
    "bold color(231) on color(30)",
    "bold color(231) on color(132)",
    "bold color(231) on color(94)",
    "bold color(16) on color(253)",
)
PLAIN: Final = "color(243)"
DOUBLE: Final = "color(137)"
RAIL: Final = "bold color(231)"
UNIT: Final = 4
"""Characters from one crossing to the next in a row."""
LEFT: Final = min(2 * column - row for column, row in GRID)
WIDTH: Final = (max(2 * column - row for column, row in GRID) - LEFT) * UNIT // 2 + 3


class _Board(NamedTuple):
    """What lies on the map: in the current round, or in the one that has just ended."""

    markers: tuple[int | None, ...]
    rails: frozenset[Pair]
    coloured: dict[Pair, int]
    own: tuple[int, ...]


def table(view: View, texts: Texts, players: Sequence[str]) -> RenderableType:
    """Everything the observer may look at."""
    parts: list[RenderableType] = [_headline(view, texts, players), _map(_board(view)), _cities(texts)]
    parts += [Text(texts.section("terminal")["legend"], PLAIN), _players(view, texts, players)]
    if view.last_round and view.step in (Step.DEAL, Step.OVER):
        parts.append(_last_round(view, texts, players))
    if view.plan:
        parts += _plan(view, texts)
    return Group(*parts)


def sheet(result: Result, texts: Texts, players: Sequence[str]) -> RenderableType:
    """The losses of each round, and the points left."""
    labels = texts.section("terminal")
    page = Table(box=box.SIMPLE_HEAD)
    page.add_column(labels["round_column"], justify="right")
    for name in players:
        page.add_column(Text(name), justify="right")
    for number, entry in enumerate(result.sheet["rounds"], start=1):
        page.add_row(str(number), *(points_text(-loss) for loss in entry["losses"]))
    page.add_section()
    page.add_row(
        Text(labels["totals"], "bold"), *(Text(points_text(n), "bold") for n in result.sheet["totals"])
    )
    return page


def _headline(view: View, texts: Texts, players: Sequence[str]) -> Text:
    labels = texts.section("terminal")
    number = len(view.rounds) + (view.step not in (Step.DEAL, Step.OVER))
    parts = [
        texts.format(labels["round"], round=max(1, number)),
        texts.format(labels["rails_left"], count=view.rails_left),
        texts.format(labels["barrier"], points=view.barrier)
        if view.barrier is not None
        else labels["no_barrier"],
    ]
    line = Text(" · ".join(parts), "bold")
    if view.turns:
        seat = (view.round_starter + len(view.turns) - 1) % len(players)
        shown = ", ".join(f"{a}-{b}" for a, b in view.turns[-1])
        line.append("\n" + texts.format(labels["last_turn"], seat=players[seat], lines=shown), "not bold")
    return line


# the map


def _board(view: View) -> _Board:
    last = view.last_round
    own = (view.players[view.seat].cities or ()) if view.seat is not None else ()
    if last and view.step in (Step.DEAL, Step.OVER):
        cities = last.cities[view.seat] if view.seat is not None else ()
        return _Board(last.markers, frozenset(last.rails), _owners(last.coloured), cities)
    markers = tuple(player.marker for player in view.players)
    coloured = _owners(player.coloured for player in view.players)
    return _Board(markers, frozenset(view.rails), coloured, own)


def _owners(coloured: Iterable[tuple[Pair, ...]]) -> dict[Pair, int]:
    return {pair: seat for seat, pairs in enumerate(coloured) for pair in pairs}


def _map(board: _Board) -> Text:
    """The map: a row of text for each row of crossings, and one for the lines below it."""
    height = 2 * max(row for _, row in GRID) + 1
    cells = [[(" ", "")] * WIDTH for _ in range(height)]
    for crossing in range(len(GRID)):
        x, y = _position(crossing)
        style = _crossing_style(crossing, board)
        for offset, letter in enumerate(f"{crossing:^3}"):
            cells[y][x + offset] = (letter, style)
    for a, b, cost in LINES:
        x, y, letter = _between(a, b)
        if (a, b) in board.rails:
            cells[y][x] = (letter, RAIL)
        elif (a, b) in board.coloured:
            cells[y][x] = (letter, SEAT_STYLES[board.coloured[a, b]])
        elif cost == 2:
            cells[y][x] = ("≈", DOUBLE)
    return Text("\n").join(Text.assemble(*line) for line in cells)


def _position(crossing: int) -> tuple[int, int]:
    column, row = GRID[crossing]
    return (2 * column - row - LEFT) * UNIT // 2, 2 * row


def _between(a: int, b: int) -> tuple[int, int, str]:
    """Where a line is drawn, and with which character."""
    (x, y), (other_x, other_y) = _position(a), _position(b)
    if y == other_y:
        return x + 3, y, "━"
    return (x, y + 1, "╱") if other_x < x else (x + 2, y + 1, "╲")


def _crossing_style(crossing: int, board: _Board) -> str:
    if crossing in board.markers:
        return SEAT_STYLES[board.markers.index(crossing)]
    if crossing not in CITY_AT:
        return PLAIN
    style = f"bold {STYLE_OF[CITY_AT[crossing].colour]}"
    return f"{style} reverse" if crossing in board.own else style


def _cities(texts: Texts) -> RenderableType:
    """All cities by colour with their numbers."""
    page = Table(box=None, show_header=False, padding=(0, 1, 0, 0))
    for colour in COLOURS:
        name = Text(f"{SHAPE_OF[colour]} {texts.word(colour)}", STYLE_OF[colour])
        page.add_row(name, ", ".join(f"{c.crossing} {c.name}" for c in CITIES if c.colour == colour))
    return page


# the table


def _players(view: View, texts: Texts, players: Sequence[str]) -> RenderableType:
    labels = texts.section("terminal")
    cards = []
    for seat, player in enumerate(view.players):
        card = Text.assemble((f" {seat + 1} ", SEAT_STYLES[seat]), " ", (players[seat], "bold"))
        card.append(f"\n{labels['points']}: {points_text(player.score)}")
        if player.marker is not None:
            card.append(f"\n{labels['marker']}: {place(player.marker)}")
        if view.options.vexation:
            card.append(f"\n{labels['coloured_left']}: {player.coloured_left}")
        if seat in view.announced:  # TA-V.3
            card.append(f"\n✓ {labels['announced']}", "bold")
        if seat == view.turn and view.step not in (Step.DEAL, Step.OVER):
            card.append(f"\n● {labels['to_act']}: {texts.word(view.step.name.lower())}", "color(203)")
        cards.append(card)
    return Columns(cards, padding=(1, 3))


def _plan(view: View, texts: Texts) -> list[RenderableType]:
    """The observer's cities, and what they still cost."""
    labels, plan = texts.section("terminal"), view.plan
    if plan is None or view.seat is None:
        return []
    line = Text(f"{labels['your_cities']}: ", "bold")
    for crossing in view.players[view.seat].cities or ():
        city = CITY_AT[crossing]
        done = crossing in plan.connected
        line.append(f"{SHAPE_OF[city.colour]} {city.name} {crossing}", STYLE_OF[city.colour])
        line.append(f" ({labels['connected'] if done else labels['missing']})  ")
    if plan.remaining is None:
        best = sorted(range(len(plan.starts)), key=lambda crossing: plan.starts[crossing])[:6]
        places = ", ".join(f"{place(crossing)} ({plan.starts[crossing]})" for crossing in best)
        return [line, texts.format(labels["starts"], places=places)]
    missing = ", ".join(f"{a}-{b}" for a, b in plan.missing) or "–"
    return [line, texts.format(labels["remaining"], cost=plan.remaining, lines=missing)]


def _last_round(view: View, texts: Texts, players: Sequence[str]) -> RenderableType:
    """Everybody's cities and losses (TA-4.4, TA-5.1)."""
    labels, last = texts.section("terminal"), view.last_round
    page = Table(box=box.SIMPLE_HEAD, title=labels["last_round"], title_justify="left")
    page.add_column(labels["players"])
    page.add_column(labels["cities"])
    page.add_column(labels["loss"], justify="right")
    if last:
        for seat, cities in enumerate(last.cities):
            names = ", ".join(CITY_AT[city].name for city in cities)
            page.add_row(Text(players[seat]), names, str(last.losses[seat]))
    return page
