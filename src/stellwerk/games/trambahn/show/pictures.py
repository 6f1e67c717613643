"""Small pictures for the rule book that show at a glance what a clause says.

Each stands beside its clause and is made of the same pieces as the table; its caption is in the texts under
`pictures`. A green tick marks what is allowed, a red cross what is not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stellwerk.games.trambahn.law.data import PRICE_OF, TERMINAL_SIZE
from stellwerk.games.trambahn.show.artwork import (
    BRASS,
    COLOUR_OF,
    ENAMEL,
    INK,
    INK_ON,
    PRIMARY,
    STONE,
    card,
    place,
    shape,
    tram,
    words,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from stellwerk.games.trambahn.law.data import Card, Line, Tram

GOOD: Final = "#2C6B3F"
BAD: Final = "#AE2F1C"
SMALL: Final = 0.7
"""The scale of the cards in a row."""
STEP: Final = 26
"""How much of a covered card stays visible."""


def _svg(width: int, height: int, *parts: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f"font-family=\"Barlow, 'Segoe UI', sans-serif\">{''.join(parts)}</svg>"
    )


def _row(cards: tuple[Card, ...], x: float, y: float, kind: Tram | None = None) -> str:
    head = "" if kind is None else place(tram(kind), x, y - 40, 0.6)
    return head + "".join(place(card(face), x + n * STEP, y, SMALL) for n, face in enumerate(cards))


def _width(cards: tuple[Card, ...]) -> float:
    return (len(cards) - 1) * STEP + 100 * SMALL


def _mark(x: float, y: float, *, good: bool) -> str:
    path = "M-7 0l5 6 9-11" if good else "M-6-6L6 6M6-6L-6 6"
    return (
        f'<g transform="translate({x:g} {y:g})"><circle r="13" fill="{GOOD if good else BAD}"/>'
        f'<path d="{path}" fill="none" stroke="#FFFFFF" stroke-width="3" stroke-linecap="round"/></g>'
    )


def _marked(face: Card, x: float, y: float, *, good: bool) -> str:
    """A card with a mark at its upper right corner."""
    return place(card(face), x, y, SMALL) + _mark(x + 66, y + 8, good=good)


def _arrow(x: float, y: float, length: float = 34) -> str:
    return (
        f'<path d="M{x:g} {y:g}h{length - 8:g}" stroke="{INK}" stroke-width="2.5"/>'
        f'<path d="M{x + length:g} {y:g}l-11-6v12z" fill="{INK}"/>'
    )


def _sum(text: str, x: float, y: float, *, fill: str = INK) -> str:
    return words(text, x, y, 19, weight=600, fill=fill)


def _back(x: float, y: float, scale: float = SMALL) -> str:
    """A face-down card."""
    paper = f'<rect x=".75" y=".75" width="98.5" height="142.5" rx="7" fill="{PRIMARY}" stroke="{INK}"/>'
    rails = "".join(f"M12 {n}H88" for n in range(22, 130, 16))
    return place(f'{paper}<path d="{rails}" stroke="{BRASS}" stroke-width="2" opacity=".7"/>', x, y, scale)


def _terminal(line: Line, waiting: tuple[Card, ...], x: float, y: float) -> str:
    """A terminal with its four places, some of them taken."""
    parts = [
        f'<rect x="{x:g}" y="{y:g}" width="226" height="104" fill="{COLOUR_OF[line]}"/>',
        shape(line, x + 20, y + 20, 9, INK_ON[line]),
        words(
            f"{len(waiting)}/{TERMINAL_SIZE}",
            x + 214,
            y + 27,
            17,
            weight=600,
            fill=INK_ON[line],
            anchor="end",
        ),
    ]
    for seat in range(TERMINAL_SIZE):
        left = x + 12 + seat * 53
        if seat < len(waiting):
            parts.append(place(card(waiting[seat]), left, y + 38, 0.42))
        else:
            dashes = f'fill="none" stroke="{INK_ON[line]}" stroke-dasharray="4 3"'
            parts.append(f'<rect x="{left:g}" y="{y + 38:g}" width="42" height="60" rx="3" {dashes}/>')
    return "".join(parts)


def _points_of_rows() -> str:
    rows: tuple[tuple[tuple[Card, ...], Tram, str], ...] = (
        (("B1", "B2", "B5", "B6"), 3, "4 × 3 = 12"),
        (("K", "R2", "R3", "R4", "R7"), 2, "5 × 2 = 10"),
        (("Y3", "Y5", "Y8", "Y10"), 2, "7 × 2 = 14"),
    )
    drawn = (
        _row(cards, 4 + n * 190, 46, kind) + _sum(text, 4 + n * 190, 176)
        for n, (cards, kind, text) in enumerate(rows)
    )
    return _svg(570, 184, *drawn)


def _joker() -> str:
    return _svg(340, 150, place(card("K"), 4, 3, 1), _arrow(118, 75), _terminals_all(166, 28))


def _terminals_all(x: float, y: float) -> str:
    lines: tuple[Line, ...] = ("B", "R", "G", "Y")
    look = 'width="78" height="40"'
    return "".join(
        f'<rect x="{x + n % 2 * 86:g}" y="{y + n // 2 * 48:g}" {look} fill="{COLOUR_OF[line]}"/>'
        + shape(line, x + 39 + n % 2 * 86, y + 20 + n // 2 * 48, 11, INK_ON[line])
        for n, line in enumerate(lines)
    )


def _all_trams() -> str:
    kinds: tuple[Tram, ...] = (2, 3, 4)
    parts = (
        place(tram(kind), 4 + n * 195, 4, 1)
        + words(f"×{kind}", 8 + n * 195, 96, 26, weight=700)
        + _coins(PRICE_OF[kind], 60 + n * 195, 78)
        for n, kind in enumerate(kinds)
    )
    return _svg(580, 112, *parts)


def _coins(count: int, x: float, y: float) -> str:
    """A price as face-down cards, with its number."""
    look = f'width="14" height="20" rx="2" fill="{PRIMARY}" stroke="{ENAMEL}"'
    backs = (f'<rect x="{x + n * 6:g}" y="{y:g}" {look}/>' for n in range(count))
    return "".join(backs) + words(str(count), x + count * 6 + 14, y + 17, 19, weight=600)


def _ways() -> str:
    """One card used as a stop, as a passenger and as money."""
    return _svg(
        560,
        150,
        place(card("G7"), 4, 3, 1),
        _arrow(112, 75),
        _row(("G3", "G5", "G7"), 156, 24),
        place(_terminal("G", ("G7",), 0, 0), 296, 30, 0.8),
        _back(486, 24),
    )


def _offer() -> str:
    kinds: tuple[Tram, ...] = (2, 2, 2)
    trams = (place(tram(kind), 4 + n * 160, 10, 0.95) for n, kind in enumerate(kinds))
    look = f'width="80" height="56" rx="4" fill="{ENAMEL}" stroke="{STONE}"'
    stack = (f'<rect x="{500 + n * 3}" y="{12 - n * 3}" {look}/>' for n in range(4))
    top = place(tram(2), 514, 10, 0.45) + words("13", 566, 60, 19, weight=700, anchor="end")
    return _svg(600, 80, *trams, *stack, top)


def _passenger() -> str:
    return _svg(
        380, 150, place(card("R6"), 4, 3, 1), _arrow(114, 75), _terminal("R", ("R2", "R9", "R6"), 152, 23)
    )


def _full_terminal() -> str:
    look = f'fill="{BRASS}" stroke="{INK}" stroke-width="2"'
    bell = f'<path d="M0 14a14 14 0 0 1 28 0v8H0zM-4 22h36M14 26v4" {look}/>'
    return _svg(
        330,
        112,
        _terminal("B", ("B4", "B1", "K", "B9"), 4, 4),
        _arrow(238, 56),
        f'<g transform="translate(286 40)">{bell}</g>',
    )


def _rising() -> str:
    row: tuple[Card, ...] = ("B2", "B5", "B7")
    width = _width(row)
    return _svg(
        520,
        124,
        _row(row, 4, 12),
        _arrow(width + 12, 60),
        _marked("B9", width + 52, 12, good=True),
        _marked("B6", width + 160, 12, good=False),
        _marked("B7", width + 268, 12, good=False),
    )


def _closed() -> str:
    row: tuple[Card, ...] = ("G4", "G8", "G10")
    width = _width(row)
    return _svg(
        360,
        124,
        _row(row, 4, 12),
        _arrow(width + 12, 60),
        _marked("K", width + 52, 12, good=False),
        _marked("G9", width + 140, 12, good=False),
    )


def _new_row() -> str:
    row: tuple[Card, ...] = ("Y4", "Y6")
    return _svg(
        440,
        130,
        _row(row, 4, 14),
        f'<path d="M116 14v100" stroke="{STONE}" stroke-dasharray="4 4"/>',
        _marked("Y3", 140, 14, good=True),
        _marked("Y6", 240, 14, good=True),
        _marked("Y9", 340, 14, good=False),
    )


def _conductor_in_row() -> str:
    row: tuple[Card, ...] = ("K", "R3", "R6")
    return _svg(
        330,
        124,
        _row(row, 4, 12),
        _mark(124, 20, good=True),
        _marked("K", 200, 12, good=False),
    )


def _eighth() -> str:
    row: tuple[Card, ...] = ("K", "B1", "B2", "B4", "B5", "B6", "B8", "B9")
    return _svg(
        310, 182, _row(row, 4, 46, 2), _sum("8 × 2 = 16", 4, 174), words("8", 268, 112, 46, weight=700)
    )


def _money() -> str:
    pile = "".join(_back(4 + n * 5, 30 - n * 5) for n in range(6))
    return _svg(250, 136, pile, _arrow(112, 60), _back(160, 12))


def _cleared() -> str:
    row: tuple[Card, ...] = ("Y2", "Y5", "Y6")
    pile = "".join(_back(226 + n * 5, 24 - n * 4) for n in range(5))
    line = f'<path d="M4 120h122" stroke="{BAD}" stroke-width="3" stroke-dasharray="6 4"/>'
    return _svg(330, 132, _row(row, 4, 10), line, _arrow(150, 62, 56), pile)


def _run() -> str:
    mine: tuple[Card, ...] = ("B2", "B5", "B8")
    other: tuple[Card, ...] = ("B4", "B10")
    return _svg(
        560,
        184,
        _row(mine, 4, 46, 3),
        _sum("4 × 3 = 12", 4, 176),
        place(_terminal("B", ("B4", "B1", "K", "B9"), 0, 0), 168, 56, 0.9),
        _row(other, 400, 46, 2),
        _sum("4 × 2 = 8", 400, 176),
    )


def _no_tram() -> str:
    row: tuple[Card, ...] = ("R7", "R8", "R10")
    return _svg(200, 142, _row(row, 4, 6), _sum("7 × 0 = 0", 4, 132, fill=BAD))


PICTURES: Final[dict[str, Callable[[], str]]] = {
    "TB-1.2": _points_of_rows,
    "TB-1.3": _joker,
    "TB-1.4": _all_trams,
    "TB-1.5": _ways,
    "TB-2.3": _offer,
    "TB-3.1.1": _passenger,
    "TB-3.1.2": _full_terminal,
    "TB-3.2.2": _rising,
    "TB-3.2.3": _closed,
    "TB-3.2.4": _new_row,
    "TB-3.2.5": _conductor_in_row,
    "TB-3.2.6": _eighth,
    "TB-3.4.4": _money,
    "TB-3.5.1": _cleared,
    "TB-4.1": _run,
    "TB-4.2": _no_tram,
}
"""The function that draws the picture of a clause."""
