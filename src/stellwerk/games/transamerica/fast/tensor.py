"""What a seat may know of TransAmerica as numbers, from the fast core: what `tensor.write` says, exactly."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64

from stellwerk.games.transamerica.encode.tensor import layout
from stellwerk.games.transamerica.fast.board import N_COLOURS, N_CROSSINGS, N_LINES
from stellwerk.games.transamerica.fast.moves import DEAL, NEUTRAL, OVER, OWNED
from stellwerk.games.transamerica.info import INFO
from stellwerk.games.transamerica.law.data import COLOURED_RAILS, RAILS, SHED

if TYPE_CHECKING:
    from stellwerk.games.transamerica.fast.core import Core as FastGame

_ZEROS: Final = [
    vec[float]([0.0] * (sum([part.size for part in layout(seats)]) if seats else 0))
    for seats in range(INFO.seats.max + 1)
]
"""An empty tensor for each number of seats."""
_TABLE: Final[i64] = 5
"""Where the table begins, after the step."""
_PLAYERS: Final[i64] = 10
_PLAYER: Final[i64] = 5
_NO_BARRIER: Final = -1.0


def numbers(game: FastGame, seat: i64) -> vec[float]:
    """A new tensor."""
    seats = game.seats
    found: vec[float] = _ZEROS[seats][:]
    _write_table(game, found)
    cities: i64 = _PLAYERS + _PLAYER * seats
    markers: i64 = cities + N_CROSSINGS
    for place in range(seats):
        other: i64 = (seat + place) % seats
        _write_player(game, found, _PLAYERS + _PLAYER * place, other)
        marker: i64 = game.markers[other]
        if marker >= 0:
            found[markers + place * N_CROSSINGS + marker] = 1.0
    if game.step != DEAL:
        for colour in range(N_COLOURS):
            city: i64 = game.cities[seat * N_COLOURS + colour]
            if city >= 0:
                found[cities + city] = 1.0
    _write_rails(game, found, markers + seats * N_CROSSINGS, seat)
    return found


def _write_table(game: FastGame, found: vec[float]) -> None:
    found[game.step] = 1.0
    found[_TABLE] = float(RAILS - game.rails) / RAILS
    found[_TABLE + 1] = float(game.rounds) / 6.0
    found[_TABLE + 2] = _NO_BARRIER if game.fixed_rounds else float(game.barrier) / SHED
    found[_TABLE + 3] = 1.0 if game.vexation else 0.0
    found[_TABLE + 4] = float(game.fixed_rounds) / 6.0


def _write_player(game: FastGame, found: vec[float], start: i64, seat: i64) -> None:
    if game.turn == seat and game.step > DEAL and game.step < OVER:
        found[start] = 1.0
    if (game.start_seat + game.rounds) % game.seats == seat:
        found[start + 1] = 1.0
    if game.markers[seat] >= 0:
        found[start + 2] = 1.0
    found[start + 3] = float(game.scores[seat]) / 100.0
    found[start + 4] = float(game.coloured_left[seat]) / COLOURED_RAILS


def _write_rails(game: FastGame, found: vec[float], rails: i64, seat: i64) -> None:
    """Everybody's rails, the own coloured ones, the others'."""
    owners = game.owner
    for line in range(N_LINES):
        owner: i64 = i64(owners[line])
        if owner == i64(NEUTRAL):
            found[rails + line] = 1.0
        elif owner >= OWNED:
            found[rails + N_LINES * (1 if owner == OWNED + seat else 2) + line] = 1.0
