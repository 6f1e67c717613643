"""What a seat of TransAmerica knows, as numbers read from the fast core: the twin of `encode.tensor`.

It writes exactly what `encode.tensor.write` makes of the seat's view, in the places of `tensor_layout`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64

from stellwerk.games.transamerica.fast.board import N_COLOURS, N_CROSSINGS, N_LINES
from stellwerk.games.transamerica.fast.moves import DEAL, NEUTRAL, OVER, OWNED, SECOND_RAIL
from stellwerk.games.transamerica.fast.network import is_connected
from stellwerk.games.transamerica.fast.tensor_layout import (
    NO_BARRIER,
    PLAYER,
    PLAYERS,
    STEP,
    TABLE,
    cities,
    markers,
    rails,
    size,
)
from stellwerk.games.transamerica.info import INFO
from stellwerk.games.transamerica.law.data import COLOURED_RAILS, RAILS, SHED

if TYPE_CHECKING:
    from stellwerk.games.transamerica.fast.core import Core

_ZEROS: Final = [vec[float]([0.0] * int(size(seats))) for seats in range(INFO.seats.max + 1)]
"""An empty tensor for each number of seats."""


def numbers(game: Core, seat: i64) -> vec[float]:
    """What a seat knows, as a new tensor."""
    seats = game.seats
    found: vec[float] = _ZEROS[seats][:]
    _write_table(game, found)
    for place in range(seats):
        other: i64 = (seat + place) % seats
        _write_player(game, found, PLAYERS + PLAYER * place, other)
        marker: i64 = game.markers[other]
        if marker >= 0:
            found[markers(seats) + place * N_CROSSINGS + marker] = 1.0
    if game.step != DEAL:
        for colour in range(N_COLOURS):
            city: i64 = game.cities[seat * N_COLOURS + colour]
            if city >= 0:
                found[cities(seats) + city] = 1.0
    _write_rails(game, found, seat)
    return found


def _write_table(game: Core, found: vec[float]) -> None:
    found[STEP + game.step] = 1.0
    found[TABLE] = float(RAILS - game.rails) / RAILS
    found[TABLE + 1] = float(game.rounds) / 6.0
    found[TABLE + 2] = NO_BARRIER if game.fixed_rounds else float(game.barrier) / SHED
    found[TABLE + 3] = 1.0 if game.vexation else 0.0
    found[TABLE + 4] = float(game.fixed_rounds) / 6.0
    found[TABLE + 5] = 1.0 if game.announce else 0.0


def _write_player(game: Core, found: vec[float], start: i64, seat: i64) -> None:
    if game.turn == seat and game.step > DEAL and game.step < OVER:
        found[start] = 1.0
    if (game.start_seat + game.rounds) % game.seats == seat:
        found[start + 1] = 1.0
    if game.markers[seat] >= 0:
        found[start + 2] = 1.0
    found[start + 3] = float(game.scores[seat]) / 100.0
    found[start + 4] = float(game.coloured_left[seat]) / COLOURED_RAILS
    if game.announce and game.step == SECOND_RAIL and is_connected(game, seat):  # TA-V.3
        found[start + 5] = 1.0


def _write_rails(game: Core, found: vec[float], seat: i64) -> None:
    """Everybody's rails, the seat's coloured ones, the others' coloured ones."""
    owners, start = game.owner, rails(game.seats)
    for line in range(N_LINES):
        owner: i64 = i64(owners[line])
        if owner == i64(NEUTRAL):
            found[start + line] = 1.0
        elif owner >= OWNED:
            found[start + N_LINES * (1 if owner == OWNED + seat else 2) + line] = 1.0
