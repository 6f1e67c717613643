"""Trambahn's table and score sheet in a terminal: a column for each line, the observer's rows at the bottom.

Made for at least 80 columns. Colour is never the only sign: each line also has a letter and a shape.
"""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING, Final

from rich import box
from rich.console import Group
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from stellwerk.games.trambahn.law.data import (
    CONDUCTOR,
    LINE_OF,
    LINES,
    PRICE_OF,
    RUNS,
    TERMINAL_SIZE,
    TRAM_STACK,
)
from stellwerk.games.trambahn.law.state import Step

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import RenderableType

    from stellwerk.core.game import Result
    from stellwerk.core.texts import Texts
    from stellwerk.games.trambahn.law.data import Card, Line
    from stellwerk.games.trambahn.law.state import Row
    from stellwerk.games.trambahn.law.view import View

SHAPE_OF: Final[dict[Line, str]] = {"B": "●", "R": "■", "G": "▲", "Y": "◆"}
STYLE_OF: Final[dict[Line, str]] = {
    "B": "bold color(231) on color(25)",
    "R": "bold color(231) on color(124)",
    "G": "bold color(231) on color(22)",
    "Y": "bold color(16) on color(178)",
}
"""Taken from the 256 colours of nearly every terminal, so that none is replaced by a similar one."""
CONDUCTOR_STYLE: Final = "bold color(231) on color(240)"
STEPS: Final = (Step.PASSENGERS, Step.STOPS, Step.INCOME, Step.TRAMS)
LABEL_WIDTH: Final = 12


def table(view: View, texts: Texts, players: Sequence[str]) -> RenderableType:
    """Everything that the observer may see."""
    bottom = view.seat or 0
    parts: list[RenderableType] = [_sheet_so_far(view, texts, players), _steps(view, texts, players)]
    parts += [_player(view, 1 - bottom, texts, players), _lines(view, bottom, texts)]
    parts += ["", _player(view, bottom, texts, players), _stock(view, texts)]
    return Group(*parts)


def sheet(result: Result, texts: Texts, players: Sequence[str]) -> RenderableType:
    """The score sheet of a finished game."""
    labels = texts.section("terminal")
    page = Table(box=box.SIMPLE_HEAD, show_footer=False)
    page.add_column(labels["run"], justify="right")
    page.add_column(labels["line"])
    for name in players:
        page.add_column(name, justify="right")
    for number, run in enumerate(result.sheet["runs"], start=1):
        page.add_row(str(number), _line_name(run["line"], texts), *_figures(run["points"]))
    for entry in result.sheet["special_runs"]:
        points = ["", ""]
        points[entry["seat"]] = str(entry["points"])
        page.add_row(labels["special_run_short"], _line_name(entry["line"], texts), *points)
    page.add_section()
    page.add_row("", Text(labels["points"], "bold"), *_figures(result.sheet["totals"]))
    page.add_row("", labels["money"], *map(str, result.sheet["money"]))
    return page


# cards and lines


def _cards(cards: Sequence[Card], *, with_line: bool) -> Text:
    """Cards side by side in the colours of their lines, `with_line` also with the letter of the line."""
    text = Text()
    for card in cards:
        style = CONDUCTOR_STYLE if card == CONDUCTOR else STYLE_OF[LINE_OF[card]]
        name = card if with_line or card == CONDUCTOR else card[1:]
        text.append(f" {name} " if with_line else f" {name}", style)
        text.append(" " if with_line else "")
    if cards and not with_line:
        text.append(" ", style)
    return text


def _line_name(line: Line, texts: Texts) -> Text:
    return Text.assemble((f" {SHAPE_OF[line]} {line} ", STYLE_OF[line]), f" {texts.word(line)}")


def _figures(points: Sequence[int]) -> list[Text]:
    """Both players' points, the higher ones bold."""
    return [Text(str(own), "bold" if own == max(points) and own else "") for own in points]


# parts of the table


def _sheet_so_far(view: View, texts: Texts, players: Sequence[str]) -> Table:
    """The score sheet on its side: a column for each run, then special runs and the total."""
    labels = texts.section("terminal")
    page = Table(box=None, padding=(0, 1, 0, 0), show_header=False)
    page.add_column(width=LABEL_WIDTH, no_wrap=True)
    for _ in range(RUNS + 2):
        page.add_column(justify="right", width=4)
    heads = [Text(f"{n} {run.line}", STYLE_OF[run.line]) for n, run in enumerate(view.runs, start=1)]
    heads += [Text(str(number), "dim") for number in range(len(view.runs) + 1, RUNS + 1)]
    page.add_row(labels["run"], *heads, labels["special_run_short"], Text("Σ", "bold"))
    for seat, name in enumerate(players):
        runs = [_figures(run.points)[seat] for run in view.runs] + [Text("")] * (RUNS - len(view.runs))
        special = sum(entry.points for entry in view.special_runs if entry.seat == seat)
        page.add_row(name, *runs, str(special or ""), Text(str(view.totals[seat]), "bold"))
    return page


def _steps(view: View, texts: Texts, players: Sequence[str]) -> Text:
    """Whose turn it is, and at which step."""
    if view.step is Step.OVER:
        return Text(f"\n{texts.word('over')}", "bold")
    line = Text.assemble((f"\n{players[view.turn]}: ", "bold"))
    for step in STEPS:
        style = "bold reverse" if step is view.step else "dim" if step < view.step else ""
        line.append(f" {texts.word(step.name.lower())} ", style)
        line.append("" if step is STEPS[-1] else "→")
    return line


def _player(view: View, seat: int, texts: Texts, players: Sequence[str]) -> Text:
    """A player's name, money and hand; of a hidden hand only the number of cards."""
    labels = texts.section("terminal")
    player = view.players[seat]
    hand = Text(str(player.hand_size)) if player.hand is None else _cards(player.hand, with_line=True)
    money = f"  {labels['money']} {len(player.money)}  {labels['hand']} "
    return Text.assemble((players[seat], "bold"), money, hand)


def _lines(view: View, bottom: int, texts: Texts) -> Table:
    """The lines as columns: rows and worth of one player, the terminals, worth and rows of the other."""
    labels = texts.section("terminal")
    matrix = Table(box=None, padding=(0, 1, 0, 0), show_header=False, expand=True)
    matrix.add_column(width=LABEL_WIDTH, no_wrap=True)
    for _ in LINES:
        matrix.add_column(ratio=1)
    matrix.add_row("", *(_line_name(line, texts) for line in LINES))
    _add_rows(matrix, view, 1 - bottom, texts)
    _add_worth(matrix, view, 1 - bottom, labels["now"])
    matrix.add_row(labels["terminals"], *map(_terminal, LINES, view.terminals))
    _add_worth(matrix, view, bottom, labels["now"])
    _add_rows(matrix, view, bottom, texts)
    return matrix


def _terminal(line: Line, waiting: tuple[Card, ...]) -> Padding:
    cards = [card if card == CONDUCTOR else card[1:] for card in waiting]
    free = ["·"] * (TERMINAL_SIZE - len(waiting))
    return Padding(Text(f" {'  '.join(cards + free)}"), 0, style=STYLE_OF[line])


def _add_worth(matrix: Table, view: View, seat: int, label: str) -> None:
    """Add what a run would give this player, bold where the other would get less."""
    figures = [
        Text(str(points[seat]), "bold" if points[seat] > points[1 - seat] else "") for points in view.worth
    ]
    matrix.add_row(Text(label, "dim"), *figures)


def _add_rows(matrix: Table, view: View, seat: int, texts: Texts) -> None:
    special = {entry.row for entry in view.special_runs if entry.seat == seat}
    lanes = [[row for row in view.players[seat].rows if row.line == line] for line in LINES]
    label = texts.section("terminal")["rows"]
    for rows in zip_longest(*lanes):
        matrix.add_row(
            label, *(Text("") if row is None else _row(row, row.number in special) for row in rows)
        )
        label = ""


def _row(row: Row, had_special_run: bool) -> Text:
    """Number, tram and cards of a row; one without a tram stands out, as it will be cleared."""
    tram = (f"x{row.tram} ", "bold") if row.tram else ("– ", "bold red")
    star = " ★" if had_special_run else ""
    return Text.assemble((f"{row.number} ", "dim"), tram, _cards(row.cards, with_line=False), star)


def _stock(view: View, texts: Texts) -> Text:
    """The trams and piles that belong to nobody."""
    labels = texts.section("terminal")
    kinds = dict.fromkeys(TRAM_STACK)
    offer = [f"{view.offer.count(tram)}× x{tram} ({PRICE_OF[tram]})" for tram in kinds if tram in view.offer]
    stack = [f"{view.stack.count(tram)}× x{tram}" for tram in kinds if tram in view.stack]
    piles = f"{labels['draw']} {view.draw_size}  {labels['discard']} {len(view.discard)}"
    return Text.assemble(
        f"{labels['offer']} ",
        (", ".join(offer) or "–", "bold"),
        (f"  {labels['stack']} {', '.join(stack) or '–'}   {piles}\n", "dim"),
    )
