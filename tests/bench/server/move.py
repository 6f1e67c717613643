"""What a move of two players costs without network and store: `python3 run.py bench move [GAME …]`.

Moves are made at many tables by turns, as on a server. Each game has a process of its own; the floor is a
trivial one.
"""

from __future__ import annotations

import gc
import os
import random
import subprocess
import sys
import time
from collections import defaultdict
from typing import TYPE_CHECKING, Any, Final

import msgspec

import stellwerk
from stellwerk.server.hosting import COLLECTIONS
from stellwerk.server.live.audience import encode
from stellwerk.server.live.changes import comparing
from stellwerk.server.live.wire import ChangeFrame
from stellwerk.store import index_of
from stellwerk.tables.commands import join, open_table
from stellwerk.tables.config import OpenSeat, OwnSeat, TableConfig
from stellwerk.tables.news import Sentences, news
from stellwerk.tables.play import act
from stellwerk.tables.sight import sight
from tests.bench import asked
from tests.bench.measure import show
from tests.bench.server.load import FLOOR, FLOOR_GAME
from tests.server.processes import ROOT

if TYPE_CHECKING:
    from stellwerk.tables.sight import TableSight

PARTS: Final = ("act", "index", "2 sights", "2 news", "2 comparisons", "2 encodings")
PLAYERS: Final = ("me", "you")
LANGUAGE: Final = "en"
SPREAD: Final = 30
"""Tables are played on by up to this many moves first, so that they are in different stages."""


def run(arguments: list[str]) -> None:
    """Measure all games for two, or those named, beside the floor."""
    asking = asked.parser("move")
    for_two = [key for key in stellwerk.games() if stellwerk.load(key).info.seats.min <= 2]
    asked.add_games(asking, for_two)
    asking.add_argument("--tables", type=asked.above_zero(int), default=500, help="by turns (500)")
    asking.add_argument("--moves", type=asked.above_zero(int), default=20_000, help="of each game (20,000)")
    options = asking.parse_args(arguments)
    found = {key: measured(key, options.tables, options.moves) for key in (*options.games, FLOOR_GAME)}
    floor = sum(found[FLOOR_GAME][part] for part in PARTS)
    together = {key: sum(costs[part] for part in PARTS) for key, costs in found.items()}
    rows = [(part, *(f"{costs[part]:.0f}" for costs in found.values())) for part in PARTS]
    rows.append(("together", *(f"{cost:.0f}" for cost in together.values())))
    rows.append(("… above the floor", *(f"{cost - floor:.0f}" for cost in together.values())))
    rows.append(("bytes of a frame", *(f"{costs['bytes']:,.0f}" for costs in found.values())))
    columns = ("", *(f"{key} (floor)" if key == FLOOR_GAME else key for key in found))
    show(f"One move at one of {options.tables} tables of two, µs of CPU", columns, rows)


def measured(key: str, tables: int, moves: int) -> dict[str, float]:
    """The costs of the parts of a move, found by a process of its own."""
    command = [sys.executable, "-m", "tests.bench.server.move", key, str(tables), str(moves)]
    environment = {**os.environ, "STELLWERK_GAMES": str(FLOOR)}
    done = subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, check=True)
    return msgspec.json.decode(done.stdout, type=dict[str, float])


class Place:
    """A table, and what its players were shown last."""

    def __init__(self, key: str, number: int) -> None:
        config = TableConfig(key, (OwnSeat(), OpenSeat()))
        opened = open_table(f"table{number}", config, "me", "Me", f"CODE{number}", f"{number}", 0).table
        self.table = join(opened, "you", "You", None, 0).table
        self.shown = {player: sight(self.table, player, aids=False) for player in PLAYERS}

    def move(self, rng: random.Random, spent: defaultdict[str, float]) -> None:
        """Make a move as a server does, and note in µs what its parts cost."""
        assert self.table.actor is not None
        player = self.table.seats[self.table.actor].player
        assert player is not None
        text = rng.choice(self.shown[player].legal)
        times = [time.process_time_ns()]
        draft = act(self.table, player, text, self.table.seq, None, 0)
        times.append(time.process_time_ns())
        index_of(draft.table)
        times.append(time.process_time_ns())
        shown: dict[str, TableSight] = {one: sight(draft.table, one, aids=False) for one in PLAYERS}
        times.append(time.process_time_ns())
        said = [Sentences(step.after, LANGUAGE) for step in draft.steps]
        told = {
            one: tuple([news(*step, one, LANGUAGE, how) for step, how in zip(draft.steps, said, strict=True)])
            for one in PLAYERS
        }
        times.append(time.process_time_ns())
        changes = comparing()
        changed: dict[str, list[Any]] = {one: changes(self.shown[one], shown[one]) for one in PLAYERS}
        times.append(time.process_time_ns())
        frames = [
            encode(ChangeFrame(draft.table.id, self.table.seq, changed[one], told[one])) for one in PLAYERS
        ]
        times.append(time.process_time_ns())
        self.table, self.shown = draft.table, shown
        for part, began, ended in zip(PARTS, times, times[1:], strict=False):
            spent[part] += (ended - began) / 1e3
        spent["bytes"] += sum(map(len, frames)) / len(frames)


def costs(key: str, tables: int, moves: int) -> dict[str, float]:
    """What the parts of a move cost on average, and the bytes of a frame."""
    rng = random.Random(key)
    spent: defaultdict[str, float] = defaultdict(float)
    places = [Place(key, number) for number in range(tables)]
    for place in places:
        for _ in range(rng.randrange(SPREAD)):
            if place.table.actor is not None:
                place.move(rng, defaultdict(float))
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTIONS)
    for number in range(moves):
        at = number % tables
        if places[at].table.actor is None:
            places[at] = Place(key, tables + number)
        places[at].move(rng, spent)
    return {part: cost / moves for part, cost in spent.items()}


if __name__ == "__main__":
    sys.stdout.buffer.write(msgspec.json.encode(costs(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))))
