"""The table as an SVG picture: the map with rails, cities and markers, and the points beside it.

Everything is drawn from plain shapes; no file is loaded. Each colour has a shape and each seat a letter, so
the picture can be read without colours. After a round it shows the finished board, with the rails that each
player would still have needed.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Final

from stellwerk.games.transamerica.law.data import CITIES, CITY_AT, CROSSINGS, LINES, SHED
from stellwerk.games.transamerica.law.state import Step
from stellwerk.games.transamerica.show.artwork import (
    INK,
    LAND,
    PAPER,
    QUIET,
    SEA,
    SEATS,
    SIGNAL,
    city_sign,
    engine,
    land,
    line_between,
    marker,
    points_text,
    position,
    rail,
    words,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from stellwerk.core.texts import Texts
    from stellwerk.games.transamerica.law.data import City
    from stellwerk.games.transamerica.law.view import Pair, View

MAP_WIDTH: Final = 1080
WIDTH: Final = 1400
HEIGHT: Final = 800
SIDE: Final = MAP_WIDTH + 24
STRIP: Final = 726
"""Where the strip with the observer's cities begins."""

LEFT: Final = {"Salt Lake City", "Buffalo", "Boston", "New York", "Cincinnati"}
BELOW: Final = {"Denver", "Omaha", "Santa Fe", "Washington", "Oklahoma City", "St. Louis"}
ABOVE: Final = {"Houston", "New Orleans", "Jacksonville"}
"""Where the names of some cities go, which would hide something to the right of them."""


def svg(view: View, texts: Texts, players: Sequence[str]) -> str:
    """The table as the observer sees it."""
    letters = seat_letters(players)
    parts = [
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{PAPER}"/>',
        f'<clipPath id="frame"><rect x="12" y="12" width="{MAP_WIDTH - 12}" height="704" rx="6"/></clipPath>',
        f'<g clip-path="url(#frame)"><rect width="{WIDTH}" height="{HEIGHT}" fill="{SEA}"/>{land()}',
        _board_lines(),
        *_track(view, letters),
        *_cities(view),
        *_markers(view, letters),
        "</g>",
        *_players(view, texts, players, letters),
        _score_track(view, letters),
        *_own_cities(view, texts),
    ]
    title = escape(f"TransAmerica: {' – '.join(players)}")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
        f'viewBox="0 0 {WIDTH} {HEIGHT}" role="img" font-family="Barlow, \'Segoe UI\', sans-serif">\n'
        f"<title>{title}</title>\n" + "\n".join(filter(None, parts)) + "\n</svg>\n"
    )


def places(view: View) -> dict[str, tuple[float, float]]:
    """The coordinates of each crossing, by its name in the notation."""
    del view  # the map is always the same
    return {str(crossing): position(crossing) for crossing in range(CROSSINGS)}


def seat_letters(players: Sequence[str]) -> list[str]:
    """For each seat the first letter of its name that no other seat has, or else its number."""
    letters: list[str] = []
    for seat, name in enumerate(players):
        wanted = [letter.upper() for letter in name if letter.isalnum()]
        letters.append(next((letter for letter in wanted if letter not in letters), str(seat + 1)))
    return letters


def _shows_last_round(view: View) -> bool:
    return view.last_round is not None and view.step in (Step.DEAL, Step.OVER)


# the map


def _board_lines() -> str:
    return "".join(line_between(line.a, line.b, line.cost) for line in LINES)


def _track(view: View, letters: list[str]) -> list[str]:
    """The rails of the round, the last turn marked; after the round also what each seat was missing."""
    last = view.last_round
    if last is None or not _shows_last_round(view):
        halo = [rail(line, "halo") for line in (view.turns[-1] if view.turns else ())]
        coloured = [player.coloured for player in view.players]
        return [*halo, *map(rail, view.rails), *_coloured(coloured, letters)]
    missing = [
        rail(line, "missing", SEATS[seat][0], letters[seat], shift=seat)
        for seat, pairs in enumerate(last.missing)
        for line in pairs
    ]
    return [*map(rail, last.rails), *_coloured(last.coloured, letters), *missing]


def _coloured(coloured: Sequence[tuple[Pair, ...]], letters: list[str]) -> list[str]:
    return [
        rail(line, "coloured", SEATS[seat][0], letters[seat])
        for seat, pairs in enumerate(coloured)
        for line in pairs
    ]


def _cities(view: View) -> list[str]:
    """All city signs, then all names, so that no sign hides a name."""
    own, connected = _own(view), _connected(view)
    signs = [city_sign(city, is_own=city.crossing in own, done=city.crossing in connected) for city in CITIES]
    return signs + [_name(city, is_own=city.crossing in own) for city in CITIES]


def _own(view: View) -> tuple[int, ...]:
    if view.seat is None:
        return ()
    if view.last_round and _shows_last_round(view):
        return view.last_round.cities[view.seat]
    return view.players[view.seat].cities or ()


def _connected(view: View) -> tuple[int, ...]:
    """The observer's connected cities; after a round all five or none, as it isn't known which."""
    if view.plan or view.seat is None:
        return view.plan.connected if view.plan else ()
    return () if view.last_round is None or view.last_round.losses[view.seat] else _own(view)


def _name(city: City, *, is_own: bool) -> str:
    x, y = position(city.crossing)
    if city.name in LEFT:
        x, anchor = x - 17, "end"
    elif city.name in BELOW | ABOVE:
        y, anchor = y + (26 if city.name in BELOW else -20), "middle"
    else:
        x, anchor = x + 17, "start"
    return words(city.name, x, y + 5, 15, weight=700 if is_own else 400, anchor=anchor, halo=LAND, serif=True)


def _markers(view: View, letters: list[str]) -> list[str]:
    last = view.last_round
    standing = [player.marker for player in view.players]
    if last and _shows_last_round(view):
        standing = list(last.markers)
    return [marker(at, seat, letters[seat]) for seat, at in enumerate(standing) if at is not None]


# beside and below the map


def _players(view: View, texts: Texts, players: Sequence[str], letters: list[str]) -> list[str]:
    labels = texts.section("terminal")
    number = len(view.rounds) + (view.step not in (Step.DEAL, Step.OVER))
    parts = [
        words(texts.format(labels["round"], round=max(1, number)), SIDE, 40, 26, weight=600, serif=True),
        words(texts.format(labels["rails_left"], count=view.rails_left), SIDE, 66, 16, fill=QUIET),
    ]
    for seat, player in enumerate(view.players):
        y = 108 + 54 * seat
        colour, ink = SEATS[seat]
        to_act = seat == view.turn and view.step not in (Step.DEAL, Step.OVER)
        note = f"● {labels['to_act']}" if to_act else _loss(view, seat, texts)
        parts += [
            f'<circle cx="{SIDE + 16}" cy="{y}" r="16" fill="{colour}" stroke="{INK}" stroke-width="1.5"/>',
            words(letters[seat], SIDE + 16, y + 6, 17, weight=700, fill=ink, anchor="middle"),
            words(players[seat][:22], SIDE + 42, y - 2, 17, weight=600),
            words(note, SIDE + 42, y + 17, 14, fill=SIGNAL if to_act else QUIET),
            words(points_text(player.score), WIDTH - 24, y + 8, 24, weight=700, anchor="end"),
        ]
    return parts


def _loss(view: View, seat: int, texts: Texts) -> str:
    if view.last_round is None or not _shows_last_round(view):
        return ""
    return f"{texts.section('terminal')['loss']}: {view.last_round.losses[seat]}"


def _score_track(view: View, letters: list[str]) -> str:
    """The fields from 13 to 0, an engine for each player, and the barrier."""
    field = (WIDTH - SIDE - 20) / (SHED + 1)
    base = 690
    parts = []
    for place in range(SHED + 1):
        x = SIDE + place * field
        passed = view.barrier is not None and SHED - place <= view.barrier
        fill = "#F6DED6" if passed else "#FFFDF8"
        box = f'x="{x:.1f}" y="{base}" width="{field - 2:.1f}" height="22"'
        parts.append(f'<rect {box} fill="{fill}" stroke="#B8AC95"/>')
        parts.append(words(str(SHED - place), x + field / 2 - 1, base + 16, 13, fill=QUIET, anchor="middle"))
    for seat, player in enumerate(view.players):
        place = min(max(SHED - player.score, 0), SHED)
        parts.append(engine(SIDE + (place + 0.5) * field, base - 18 - 28 * seat, seat, letters[seat]))
    if view.barrier is not None:
        x = SIDE + (SHED - view.barrier) * field - 1
        beam = f'<rect x="{x - 5:.1f}" y="{base - 8}" width="10" height="6" fill="{SIGNAL}"/>'
        parts.append(f'<path d="M{x:.1f} {base - 6}V{base + 28}" stroke="{SIGNAL}" stroke-width="3"/>{beam}')
    return "".join(parts)


def _own_cities(view: View, texts: Texts) -> list[str]:
    """The observer's cities, and what they still cost."""
    own, labels, plan = _own(view), texts.section("terminal"), view.plan
    if not own:
        return []
    parts = [words(labels["your_cities"], 24, STRIP + 20, 15, weight=600, fill=QUIET)]
    for number, crossing in enumerate(own):
        x = 24 + 176 * number
        done = crossing in _connected(view)
        note = labels["connected"] if done else labels["missing"]
        parts += [
            city_sign(CITY_AT[crossing], is_own=True, done=done, at=(x + 14, STRIP + 48)),
            words(CITY_AT[crossing].name, x + 36, STRIP + 46, 16, weight=600, serif=True),
            words(note, x + 36, STRIP + 64, 14, fill=QUIET) if plan else "",
        ]
    if plan is not None and plan.remaining is not None:
        parts.append(words(str(plan.remaining), 950, STRIP + 62, 40, weight=700))
        parts.append(words(labels["still_missing"], 1005, STRIP + 56, 15, fill=QUIET))
    return parts
