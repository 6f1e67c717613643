"""The results of the arena as tables in the terminal."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from rich import box
from rich.cells import cell_len, chop_cells
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from stellwerk.arena.adjusted import saved_games
from stellwerk.cli.arguments import options_text
from stellwerk.cli.session import printable

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from rich.console import Console, ConsoleOptions, RenderResult

    from stellwerk.arena.adjusted import Adjusted
    from stellwerk.arena.rating import Rating
    from stellwerk.arena.statistics import Standing, Verdict
    from stellwerk.arena.tournament import Tournament
    from stellwerk.cli.session import Session
    from stellwerk.cli.texts import CommandTexts

WIDE: Final = 1000
"""The width of a screen on which every table fits."""
TIMES: Final = ("time_half", "time_most")
LEFT_OUT: Final = ((), TIMES[:1], TIMES, (*TIMES, "points", "par"))
"""Columns that a narrow screen does without, as few as possible; the report and the data have them all."""
PIECES: Final = re.compile(r"[:_-]*[^:_\-\s]*[:_-]*\s*")
"""What a name is broken into: each piece ends after `:`, `_`, `-` or a space."""


class Name:
    """A bot's name, which may be a module and a class or a command; where it is too long for its column it
    is broken between its pieces, and within a piece only if that alone is too long."""

    def __init__(self, bot: str) -> None:
        self._name = printable(bot)

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        """Rich's hook."""
        del console, options
        pieces = PIECES.findall(self._name)
        return Measurement(max(cell_len(piece.rstrip()) for piece in pieces), cell_len(self._name))

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Rich's hook."""
        del console
        yield Text("\n".join(self.lines(options.max_width)))

    def lines(self, width: int) -> list[str]:
        """The name in lines that are no wider than this."""
        lines = [""]
        for piece in PIECES.findall(self._name):
            for part in chop_cells(piece.rstrip(), width) or [""]:
                if lines[-1] and cell_len(lines[-1] + part) > width:
                    lines.append("")
                lines[-1] += part
            lines[-1] += piece[len(piece.rstrip()) :]
        return [line.rstrip() for line in lines]


def print_results(
    session: Session,
    tournament: Tournament,
    table: Sequence[Standing],
    pool: Sequence[Rating],
    verdict: Verdict | None,
) -> None:
    """Win shares with intervals and times, ratings where there is a pool, and what a test decided."""
    texts, screen, terms = session.texts, session.screen, tournament.terms
    games = sum(one.blocks for one in table) // max(1, min(terms.seats, len(table)))
    title = f"{texts.section('game')['title']}: {texts.say('arena_blocks', blocks=games, seats=terms.seats)}"
    screen.print(Text(title, "bold"))
    screen.print(
        Text(f"{texts.say('seed_label')} {printable(terms.seed)} · {options_text(terms.options)}", "dim")
    )
    screen.print(standings_table(table, texts, screen))
    matches = ", ".join(f"{printable(one.bot)} {percent(one.match_share, texts)}" for one in table)
    screen.note(texts.say("arena_matches", shares=matches))
    if len(table) > 2:
        screen.print(_ratings_table(pool, texts))
    if verdict is not None:
        screen.note(verdict_sentence(tournament, verdict, texts))
    if faults := [f"{one.bot}: {one.faults}" for one in table if one.faults]:
        screen.note(texts.say("arena_faults", faults=", ".join(faults)), "bold red")
        for one in table:
            if one.reason:
                screen.note(f"{one.bot}: {texts.sentence(one.reason.error)}", "red")


def verdict_sentence(tournament: Tournament, verdict: Verdict, texts: CommandTexts) -> str:
    """What a sequential test has decided."""
    code = {"better": "sprt_better", "not_better": "sprt_not_better"}.get(verdict.accepted or "", "sprt_open")
    bounds = f"{texts.number(verdict.low)} … {texts.number(verdict.high)}"
    return texts.say(code, bot=tournament.entrants[0], ratio=texts.number(verdict.ratio), bounds=bounds)


def standings_table(table: Sequence[Standing], texts: CommandTexts, screen: Console) -> Table:
    """One row per bot. On a narrow screen columns are left out rather than names broken."""
    for left_out in LEFT_OUT:
        shown = _standings(table, texts, left_out)
        if screen.measure(shown, options=screen.options.update(width=WIDE)).maximum <= screen.width:
            break
    return shown


def _standings(table: Sequence[Standing], texts: CommandTexts, left_out: tuple[str, ...]) -> Table:
    shown = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    shown.add_column(texts.say("bot"))
    cells: dict[str, Callable[[Standing], str]] = {
        "games": lambda one: str(one.games),
        "win_share": lambda one: percent(one.win_share, texts),
        "interval": lambda one: f"{texts.number(100 * one.low, 1)} – {texts.number(100 * one.high, 1)}",
        "par": lambda one: texts.number(100 * one.par, 1),
        "points": lambda one: texts.number(one.score, 1),
        "time_half": lambda one: _milliseconds(one.p50_ms, texts),
        "time_most": lambda one: _milliseconds(one.p95_ms, texts),
    }
    shown_cells = {name: cell for name, cell in cells.items() if name not in left_out}
    for name in shown_cells:
        shown.add_column(texts.say(name), justify="right", no_wrap=True)
    for one in table:
        shown.add_row(Name(one.bot), *(cell(one) for cell in shown_cells.values()))
    return shown


def print_adjusted(session: Session, found: Sequence[Adjusted]) -> None:
    """Win shares with and without luck, and how many games the adjustment saves."""
    texts = session.texts
    shown = Table(box=box.SIMPLE_HEAD)
    shown.add_column(texts.say("bot"))
    for name in ("games", "win_share", "without_luck", "worth_games"):
        shown.add_column(texts.say(name), justify="right")
    for one in found:
        raw, share = (
            _with_reach(*pair, texts) for pair in ((one.raw, one.raw_reach), (one.share, one.reach))
        )
        shown.add_row(Name(one.bot), str(one.games), raw, share, f"{one.worth:.0f}")
    session.screen.print(shown)
    session.screen.note(texts.say("adjusted_saves", **saved_games(found[0])))


def _with_reach(share: float, reach: float, texts: CommandTexts) -> str:
    return f"{texts.number(100 * share, 1)} ± {texts.number(100 * reach, 1)}".replace("-", "−")


def _ratings_table(pool: Sequence[Rating], texts: CommandTexts) -> Table:
    shown = Table(box=box.SIMPLE_HEAD)
    shown.add_column(texts.say("bot"))
    for name in ("rating", "interval"):
        shown.add_column(texts.say(name), justify="right")
    for one in pool:
        shown.add_row(Name(one.bot), str(one.rating), f"{one.low} – {one.high}")
    return shown


def percent(share: float, texts: CommandTexts) -> str:
    """A share as people of this language write it."""
    return f"{texts.number(100 * share, 1)} %"


def _milliseconds(time: float, texts: CommandTexts) -> str:
    return f"{texts.number(time, 1 if time < 100 else 0)} ms"
