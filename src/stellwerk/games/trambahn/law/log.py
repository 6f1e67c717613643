"""What an observer of Trambahn sees happen, worked out from the states before and after an action."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from stellwerk.core.game import LogLine
from stellwerk.core.remember import LOGS, remembered
from stellwerk.games.trambahn.law.actions import Action, BuyTram, EndTurn, Income, Passenger, Shuffle, Stop
from stellwerk.games.trambahn.law.data import CONDUCTOR, LINE_OF, ORDER, PRICE_OF
from stellwerk.games.trambahn.law.naming import which_row
from stellwerk.games.trambahn.law.scoring import result
from stellwerk.games.trambahn.law.state import Step

if TYPE_CHECKING:
    from collections.abc import Iterator

    from stellwerk.games.trambahn.law.state import State


ENDS = {"TB-5.1": LogLine("tenth_run", {}), "TB-5.3": LogLine("hands_empty", {})}
"""Why a game is over."""
PRIVATE: Final = (Income, EndTurn, Shuffle)
"""Actions of which not everybody sees the same: a card is put away or cards are drawn."""


def reveals(before: State, action: Action, after: State) -> bool:
    """True if the action made somebody look at cards of the draw pile."""
    del action
    return before.draw != after.draw


def log(before: State, action: Action, after: State, observer: int | None) -> tuple[LogLine, ...]:
    """The log lines of one action; a card hidden from the observer is ``?``."""
    return _lines(before, action, after, observer if isinstance(action, PRIVATE) else None)


@remembered(LOGS)
def _lines(before: State, action: Action, after: State, observer: int | None) -> tuple[LogLine, ...]:
    lines = [*_action(before, action, after, observer), *_scoring(before, after)]
    if after.step is Step.OVER:
        end = result(after)
        if end is not None:
            over = {"clause": end.reason, "why": ENDS[end.reason], "scores": _points(end.scores)}
            lines.append(LogLine("game_over", over))
    return tuple(lines)


def _action(before: State, action: Action, after: State, observer: int | None) -> Iterator[LogLine]:
    seat = before.turn
    match action:
        case Passenger(card, line):
            yield LogLine("passenger", {"seat": seat, "card": card, "line": line or LINE_OF[card]})
        case Stop(card, int(number)):
            what = LogLine("conductor", {}) if card == CONDUCTOR else card
            yield LogLine("stop", {"seat": seat, "card": card, "what": what, **_row(before, number)})
        case Stop(card):
            row = _row(after, before.players[seat].next_row)
            yield LogLine("new_row", {"seat": seat, "card": card, "line": LINE_OF[card], **row})
        case Income(card):
            yield LogLine("income", {"seat": seat, "card": card if observer == seat else "?"})
        case BuyTram(tram, number):
            price = PRICE_OF[tram]
            yield LogLine("tram", {"seat": seat, "tram": f"x{tram}", "price": price, **_row(before, number)})
        case EndTurn():
            yield LogLine("end_turn", {"seat": seat})
            yield from _cleared(before)
            yield from _drawn(before, after, observer)
        case Shuffle(cards):
            yield from _shuffled(before, len(cards), after, observer)


def _row(state: State, number: int) -> dict[str, object]:
    """A row by its number, and as people name it."""
    return {"row": number, "which": which_row(state.players[state.turn].rows, number)}


def _points(points: tuple[int, ...]) -> tuple[LogLine, ...]:
    return tuple(LogLine("points_of", {"seat": seat, "points": own}) for seat, own in enumerate(points))


def _cleared(before: State) -> Iterator[LogLine]:
    seat = before.turn
    for row in before.players[seat].rows:
        if row.tram is None:
            yield LogLine("cleared", {"seat": seat, "count": row.size, **_row(before, row.number)})


def _shuffled(before: State, count: int, after: State, observer: int | None) -> Iterator[LogLine]:
    if before.step is not Step.DEAL:
        yield LogLine("shuffle", {"count": count})
        yield from _drawn(before, after, observer)
        return
    yield LogLine("deal", {"seat": before.start_seat})
    if observer is not None:
        yield LogLine("hand", {"seat": observer, "cards": after.players[observer].hand})


def _drawn(before: State, after: State, observer: int | None) -> Iterator[LogLine]:
    seat = before.turn
    new = Counter(after.players[seat].hand) - Counter(before.players[seat].hand)
    if new and observer == seat:
        cards = tuple(sorted(new.elements(), key=ORDER.__getitem__))
        yield LogLine("drew_cards", {"seat": seat, "cards": cards})
    elif new:
        yield LogLine("drew", {"seat": seat, "count": new.total()})


def _scoring(before: State, after: State) -> Iterator[LogLine]:
    for number, run in enumerate(after.runs[len(before.runs) :], start=len(before.runs) + 1):
        yield LogLine("run", {"number": number, "line": run.line, "points": _points(run.points)})
    for entry in after.special_runs[len(before.special_runs) :]:
        scored = {"row": entry.row, "line": entry.line, "points": entry.points}
        yield LogLine("special_run", {"seat": entry.seat, **scored})
