"""A picture of the table as SVG: one column for each line, the observer's rows below the terminals.

Everything is drawn from plain shapes; no file is loaded. Every colour has its own shape, so the picture can
be read without colour. Pieces come from `artwork` and are scaled to their place.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Final

from stellwerk.games.trambahn.law.data import LINES, PRICE_OF, RUNS, TERMINAL_SIZE
from stellwerk.games.trambahn.law.state import Step
from stellwerk.games.trambahn.show.artwork import (
    CARD_WIDTH,
    COLOUR_OF,
    INK,
    INK_ON,
    PAPER,
    PRIMARY,
    card,
    place,
    shape,
    tram,
    words,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from stellwerk.core.texts import Texts
    from stellwerk.games.trambahn.law.data import Card, Line
    from stellwerk.games.trambahn.law.state import Row
    from stellwerk.games.trambahn.law.view import View

WIDTH: Final = 1340
MARGIN: Final = 20
LANE: Final = 220
GAP: Final = 10
BOARD: Final = 4 * LANE + 3 * GAP
SIDE: Final = MARGIN + BOARD + 30
"""Where the column with score sheet, trams and piles begins."""
OFFER: Final = 420
"""The height at which the open trams begin."""
ROW_HEIGHT: Final = 176
TERMINAL_HEIGHT: Final = 130
FAN: Final = 26
"""How much of a covered card stays visible."""
SURFACE: Final = "#FAF7F0"
HAIR: Final = "#B8AC95"
QUIET: Final = "#655F53"
SIGNAL: Final = "#AE2F1C"


def places(view: View) -> dict[str, tuple[float, float]]:
    """Where the observer's cards in hand and the open trams lie in the picture, by their texts."""
    if view.seat is None:
        return {}
    _, own = _heights(view)
    hand = view.players[view.seat].hand or ()
    cards = {str(face): (_hand_left(number) + CARD_WIDTH / 2, own + 66) for number, face in enumerate(hand)}
    trams = {f"x{kind}": (SIDE + 60, _offer_top(number) + 30) for number, kind in enumerate(view.offer)}
    return {**cards, **trams}


def _heights(view: View) -> tuple[int, int]:
    """The heights at which the terminals begin and the observer's rows end."""
    bottom = view.seat or 0
    top_rows, bottom_rows = (_deepest(view, seat) for seat in (1 - bottom, bottom))
    terminals = 70 + top_rows * ROW_HEIGHT
    return terminals, terminals + TERMINAL_HEIGHT + bottom_rows * ROW_HEIGHT


def svg(view: View, texts: Texts, players: Sequence[str]) -> str:
    """The table as the observer sees it, as an SVG document."""
    bottom = view.seat or 0
    top_rows, bottom_rows = (_deepest(view, seat) for seat in (1 - bottom, bottom))
    terminals, own = _heights(view)
    hand = _hand(view.players[bottom].hand or (), view.options.points_of_nine, own + 60)
    height = max(own + (220 if hand else 70), 720)
    parts = [
        f'<rect width="{WIDTH}" height="{height}" fill="{PAPER}"/>',
        _player(view, 1 - bottom, 44, texts, players),
        *(_lane(view, 1 - bottom, lane, 60, top_rows) for lane in range(4)),
        *(_terminal(view, lane, terminals, bottom, texts) for lane in range(4)),
        *(_lane(view, bottom, lane, terminals + TERMINAL_HEIGHT + 10, bottom_rows) for lane in range(4)),
        _player(view, bottom, own + 40, texts, players),
        hand,
        _sheet(view, texts, players),
        _stock(view, texts),
    ]
    body = "\n".join(filter(None, parts))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" '
        f'viewBox="0 0 {WIDTH} {height}" role="img" font-family="Barlow, \'Segoe UI\', sans-serif">\n'
        f"<title>{escape(_title(view, texts, players))}</title>\n{body}\n</svg>\n"
    )


def _title(view: View, texts: Texts, players: Sequence[str]) -> str:
    state = texts.word("over") if view.step is Step.OVER else players[view.turn]
    return f"Trambahn: {' – '.join(players)} ({state})"


def _deepest(view: View, seat: int) -> int:
    """The number of rows in a player's fullest lane, at least 1."""
    rows = view.players[seat].rows
    return max(1, *(sum(row.line == line for row in rows) for line in LINES))


def _left(lane: int) -> int:
    return MARGIN + lane * (LANE + GAP)


def _player(view: View, seat: int, y: int, texts: Texts, players: Sequence[str]) -> str:
    """Name, turn lamp, money and number of cards in hand."""
    labels = texts.section("terminal")
    player = view.players[seat]
    lamp = view.turn == seat and view.step is not Step.OVER
    facts = f"{labels['hand']} {player.hand_size}   {labels['money']} {len(player.money)}"
    return "".join(
        (
            f'<circle cx="{MARGIN + 8}" cy="{y - 6}" r="7" fill="{SIGNAL if lamp else HAIR}"/>',
            words(players[seat], MARGIN + 26, y, 20, weight=700),
            words(facts, MARGIN + BOARD, y, 17, fill=QUIET, anchor="end"),
        )
    )


def _lane(view: View, seat: int, lane: int, y: int, depth: int) -> str:
    """The rows of one player in one line, on their background."""
    x = _left(lane)
    size = f'width="{LANE}" height="{depth * ROW_HEIGHT}"'
    field = f'<rect x="{x}" y="{y}" {size} fill="{SURFACE}" stroke="{HAIR}"/>'
    rows = [row for row in view.players[seat].rows if row.line == LINES[lane]]
    special = {entry.row for entry in view.special_runs if entry.seat == seat}
    nine = view.options.points_of_nine
    drawn = (
        _row(row, nine, x + 10, y + number * ROW_HEIGHT, has_star=row.number in special)
        for number, row in enumerate(rows)
    )
    return field + "".join(drawn)


def _row(row: Row, nine: int, x: int, y: int, *, has_star: bool) -> str:
    """A row: its tram, the cards fanned below it, and its worth."""
    total = "–" if row.tram is None else f"{row.points(nine)} × {row.tram} = {row.worth(nine)}"
    head = "" if row.tram is None else place(tram(row.tram), x, y + 8, 0.58)
    star = "★ " if has_star else ""
    return "".join(
        (
            head,
            words(f"{star}{row.number}", x + LANE - 20, y + 26, 17, fill=QUIET, anchor="end"),
            _fan(row.cards, nine, x, y + 48),
            words(total, x, y + ROW_HEIGHT - 10, 16, weight=600, fill=INK if row.tram else SIGNAL),
        )
    )


def _fan(cards: tuple[Card, ...], nine: int, x: int, y: int) -> str:
    """Cards from left to right, each covering all but the strip of the one before."""
    scale = 0.7
    room = LANE - 20 - CARD_WIDTH * scale
    step = min(FAN, room / max(1, len(cards) - 1))
    return "".join(place(card(face, nine), x + number * step, y, scale) for number, face in enumerate(cards))


def _terminal(view: View, lane: int, y: int, bottom: int, texts: Texts) -> str:
    """The coloured band with the waiting passengers and what a run would give now."""
    line, x = LINES[lane], _left(lane)
    waiting, worth = view.terminals[lane], view.worth[lane]
    fill = INK_ON[line]
    seats = (_seat(waiting, number, line, x + 12 + number * 51, y + 42) for number in range(TERMINAL_SIZE))
    now = f"{texts.section('terminal')['now']} {worth[bottom]} : {worth[1 - bottom]}"
    return "".join(
        (
            f'<rect x="{x}" y="{y}" width="{LANE}" height="{TERMINAL_HEIGHT}" fill="{COLOUR_OF[line]}"/>',
            shape(line, x + 22, y + 22, 9, fill),
            words(texts.word(line), x + 40, y + 28, 18, weight=700, fill=fill),
            words(
                f"{len(waiting)}/{TERMINAL_SIZE}",
                x + LANE - 12,
                y + 28,
                17,
                weight=600,
                fill=fill,
                anchor="end",
            ),
            *seats,
            words(now, x + 12, y + TERMINAL_HEIGHT - 12, 17, weight=600, fill=fill),
        )
    )


def _seat(waiting: tuple[Card, ...], number: int, line: Line, x: int, y: int) -> str:
    if number >= len(waiting):
        stroke = f'fill="none" stroke="{INK_ON[line]}" stroke-dasharray="4 3"'
        return f'<rect x="{x}" y="{y}" width="43" height="52" rx="3" {stroke}/>'
    face = waiting[number]
    name = face if face == "K" else face[1:]
    return "".join(
        (
            f'<rect x="{x}" y="{y}" width="43" height="52" rx="3" fill="#FFFDF6"/>',
            words(name, x + 21.5, y + 36, 26, weight=700, anchor="middle"),
        )
    )


def _hand(cards: tuple[Card, ...], nine: int, y: int) -> str:
    """The observer's own cards, side by side."""
    return "".join(place(card(face, nine), _hand_left(number), y, 1) for number, face in enumerate(cards))


def _hand_left(number: int) -> int:
    return MARGIN + number * (CARD_WIDTH + 10)


def _sheet(view: View, texts: Texts, players: Sequence[str]) -> str:
    """The score sheet as a timetable."""
    labels = texts.section("terminal")
    right = (WIDTH - MARGIN - 90, WIDTH - MARGIN)
    parts = [words(labels["run"], SIDE, 44, 16, weight=600, fill=QUIET)]
    parts += [
        words(name[:10], x, 44, 16, weight=600, anchor="end") for name, x in zip(players, right, strict=True)
    ]
    parts.append(_rule(52, INK))
    y = 52
    for number in range(RUNS):
        y += 26
        parts.append(words(str(number + 1), SIDE + 16, y - 6, 16, fill=QUIET, anchor="end"))
        if number < len(view.runs):
            run = view.runs[number]
            parts.append(shape(run.line, SIDE + 36, y - 12, 7, COLOUR_OF[run.line], INK))
            parts.append(words(texts.word(run.line), SIDE + 52, y - 6, 16))
            parts.append(_figures(run.points, right, y - 6))
        parts.append(_rule(y, HAIR))
    special = [sum(entry.points for entry in view.special_runs if entry.seat == seat) for seat in (0, 1)]
    parts += [
        words(labels["special_run_short"], SIDE, y + 20, 16),
        _figures(special, right, y + 20),
        _rule(y + 27, INK),
    ]
    parts += [words(labels["points"], SIDE, y + 50, 18, weight=700), _figures(view.totals, right, y + 50)]
    return "".join(parts)


def _figures(points: Sequence[int], right: Sequence[int], y: int) -> str:
    """Both players' points, the higher ones bold."""
    return "".join(
        words(str(own), x, y, 17, weight=700 if own and own == max(points) else 400, anchor="end")
        for own, x in zip(points, right, strict=True)
    )


def _rule(y: int, colour: str) -> str:
    return f'<path d="M{SIDE} {y}H{WIDTH - MARGIN}" stroke="{colour}"/>'


def _offer_top(number: int) -> int:
    return OFFER + 12 + number * 62


def _stock(view: View, texts: Texts) -> str:
    """Open trams with their prices, and the sizes of all piles."""
    labels = texts.section("terminal")
    y = OFFER
    parts = [
        words(
            f"{labels['offer']}  ({labels['stack']} {len(view.stack)})", SIDE, y, 16, weight=600, fill=QUIET
        )
    ]
    for number, kind in enumerate(view.offer):
        top = _offer_top(number)
        parts.append(place(tram(kind), SIDE, top, 0.8))
        parts.append(words(f"×{kind}", WIDTH - MARGIN - 90, top + 36, 24, weight=700, anchor="end"))
        parts.append(words(str(PRICE_OF[kind]), WIDTH - MARGIN, top + 36, 20, anchor="end"))
    y += 12 + 3 * 62 + 36
    piles = f"{labels['draw']} {view.draw_size}   {labels['discard']} {len(view.discard)}"
    parts.append(f'<rect x="{SIDE}" y="{y - 20}" width="18" height="26" rx="2" fill="{PRIMARY}"/>')
    return "".join([*parts, words(piles, SIDE + 30, y, 17)])
