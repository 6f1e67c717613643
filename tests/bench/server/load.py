"""The server under load: `python3 run.py bench load`.

Tables with two connected players each; the players live in other processes, so that the CPU time of a server
can be told apart. The same is measured with a trivial game: the floor, below which no game can get. All
servers run at the same time and are measured by turns, many short rounds each: what else the machine does
then disturbs all of them alike. What counts is the median of the rounds, and of their ratios to the floor.
"""

from __future__ import annotations

import asyncio
import os
import random
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

import stellwerk
from stellwerk.server.live.hub import Hub
from stellwerk.store import index_of, open_store
from stellwerk.store.snapshots import EVERY, freeze
from stellwerk.tables.commands import open_table
from stellwerk.tables.config import OwnSeat, TableConfig
from stellwerk.tables.evolve import load
from stellwerk.tables.play import act, propose
from tests.bench import asked
from tests.bench.measure import show
from tests.server.processes import ROOT, Server
from tests.store.server import running_server

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterator

    from stellwerk.tables.events import Event
    from tests.server.processes import Place

TICKS = os.sysconf("SC_CLK_TCK")
ROUNDS = 9
"""Turns that each server has in each measurement."""
WARM_UP = 50
"""Tables that are opened before memory is measured for the first time."""
ACTIONS = 500
FLOOR = Path(__file__).with_name("floor")
FLOOR_GAME = "race"


class Round(NamedTuple):
    """What the players of one server noticed in one turn."""

    moves: int
    rate: float
    cpu: float
    """µs per move."""
    latencies: list[float]
    refused: dict[str, int]


class Entry:
    """One server with its players."""

    def __init__(self, name: str, server: Server, order: Callable[..., dict[str, Any]]) -> None:
        self.name = name
        self.idle_bytes = 0.0
        """Memory per idle table, both players connected."""
        self.full: list[Round] = []
        """Everybody acts at once: as much as goes."""
        self.calm: list[Round] = []
        """Everybody thinks for a while before acting."""
        self._server = server
        self._order = order

    def seat(self, tables: int) -> None:
        """Seat players at that number of tables."""
        self._order(tables=WARM_UP)
        self._order(seconds=2, pause=0)
        before = memory(self._server.pid)
        self._order(tables=tables - WARM_UP)
        self.idle_bytes = (memory(self._server.pid) - before) / (tables - WARM_UP)

    def play(self, seconds: float, pause: float) -> Round:
        """Let them play for a while."""
        before = cpu_seconds(self._server.pid)
        done = self._order(seconds=seconds, pause=pause)
        cpu = (cpu_seconds(self._server.pid) - before) / max(1, done["moves"]) * 1e6
        return Round(done["moves"], done["rate"], cpu, done["latencies"], done["refused"])


def run(arguments: list[str]) -> None:
    """Measure games and the floor on SQLite, and the first of them on PostgreSQL if wanted."""
    parser = asked.parser("load")
    for_two = [key for key in stellwerk.games() if stellwerk.load(key).info.seats.min <= 2]
    parser.add_argument("--game", action="append", choices=for_two, help="again for another (all)")
    parser.add_argument(
        "--tables", type=asked.above(int, WARM_UP), default=500, help="of each game, for two (500)"
    )
    parser.add_argument("--seconds", type=float, default=20, help="of each measurement and game (20)")
    parser.add_argument("--pause", type=float, default=2, help="mean seconds before an action, when calm (2)")
    parser.add_argument("--aids", action="store_true", help="players ask for plans and the like")
    parser.add_argument("--postgresql", action="store_true", help="on PostgreSQL too")
    options = parser.parse_args(arguments)
    games = options.game or for_two
    with ExitStack() as stack:
        entries = [entry(stack, game, options) for game in (*games, FLOOR_GAME)]
        if options.postgresql:
            place = f"--database={stack.enter_context(running_server(is_durable=True)).get_uri()}"
            entries.append(entry(stack, games[0], options, place))
        for one in entries:
            one.seat(options.tables)
        take_turns(entries, options.seconds / ROUNDS, options.pause)
    floor = entries[len(games)]
    show(
        f"{options.tables} tables, {2 * options.tables} players of each; median of {ROUNDS} rounds by turns",
        ("", *(f"{one.name} (floor)" if one is floor else one.name for one in entries)),
        rows(entries, floor),
    )
    loaded = [(game, *(f"{figure:.1f}" for figure in asyncio.run(loading(game)))) for game in games]
    show(f"Loading a table with {ACTIONS} actions", ("", "ms", "ms of CPU"), loaded)


def entry(stack: ExitStack, game: str, options: argparse.Namespace, *place: str) -> Entry:
    """A server and players of a game, until the stack is closed."""
    folder = stack.enter_context(tempfile.TemporaryDirectory())
    server = stack.enter_context(Server(Path(folder), *place, games=FLOOR))
    order = stack.enter_context(players(server, game, *(["aids"] if options.aids else [])))
    return Entry(f"{game}, PostgreSQL" if place else game, server, order)


def take_turns(entries: list[Entry], seconds: float, pause: float) -> None:
    """Measure all servers, one after the other, again and again; each is the first as often as the others."""
    for one in entries:
        one.play(1, pause)
    for number in range(ROUNDS):
        first = number % len(entries)
        for one in entries[first:] + entries[:first]:
            one.calm.append(one.play(seconds, pause))
    for number in range(ROUNDS):
        first = number % len(entries)
        for one in entries[first:] + entries[:first]:
            one.full.append(one.play(seconds, 0))


def rows(entries: list[Entry], floor: Entry) -> list[tuple[str, ...]]:
    """A line for each figure."""

    def line(name: str, figure: Callable[[Entry], str]) -> tuple[str, ...]:
        return (name, *map(figure, entries))

    def refused(one: Entry) -> str:
        return str({code: n for done in one.full + one.calm for code, n in done.refused.items()} or "–")

    return [
        line("all at once: moves/s", lambda one: f"{median(done.rate for done in one.full):,.0f}"),
        line("… CPU per move, µs", lambda one: f"{median(done.cpu for done in one.full):.0f}"),
        line("… of the floor's", lambda one: ratio(one.full, floor.full)),
        line("… p50 / p99 to both players, ms", lambda one: usual(one.full)),
        line("with pauses: moves/s", lambda one: f"{median(done.rate for done in one.calm):,.0f}"),
        line("… CPU per move, µs", lambda one: f"{median(done.cpu for done in one.calm):.0f}"),
        line("… of the floor's", lambda one: ratio(one.calm, floor.calm)),
        line("… p50 / p99 to both players, ms", lambda one: usual(one.calm)),
        line("memory per idle table, KB", lambda one: f"{one.idle_bytes / 1000:.0f}"),
        line("refused", refused),
    ]


def ratio(rounds: list[Round], floor: list[Round]) -> str:
    """The median of the CPU per move of each round, in that of the floor."""
    found = [one.cpu / other.cpu for one, other in zip(rounds, floor, strict=True) if other.cpu]
    return f"{median(found):.2f}" if found else "–"  # rounds shorter than the clock of the CPU


def usual(rounds: list[Round]) -> str:
    """The median and the 99th percentile, each the median of all rounds: one bad moment of the machine does
    not count for all of them."""
    return shown([median(place(done.latencies, part) for done in rounds) for part in (0.5, 0.99)])


def quantiles(latencies: list[float]) -> str:
    """The median and the 99th percentile."""
    return shown([place(latencies, part) for part in (0.5, 0.99)])


def place(latencies: list[float], part: float) -> float:
    """One of sorted figures; 0 if there are none."""
    return latencies[int(len(latencies) * part)] if latencies else 0.0


def shown(seconds: list[float]) -> str:
    """Several times, in milliseconds."""
    return " / ".join(f"{value * 1000:.1f}" for value in seconds)


@contextmanager
def players(server: Place, game: str, *wishes: str) -> Iterator[Callable[..., dict[str, Any]]]:
    """A process full of players: give it orders."""
    folders = os.pathsep.join([str(ROOT / "src"), str(ROOT)])
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.bench.server.players", server.address, game, *wishes],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": folders},
    )
    assert process.stdin is not None
    assert process.stdout is not None
    sink, source = process.stdin, process.stdout

    def order(**what: float) -> dict[str, Any]:
        sink.write(msgspec.json.encode(what) + b"\n")
        sink.flush()
        answer: dict[str, Any] = msgspec.json.decode(source.readline())
        return answer

    try:
        yield order
    finally:
        process.kill()
        process.wait()
        sink.close()
        source.close()


def cpu_seconds(process: int) -> float:
    """CPU time of a process so far, all threads, user and system."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def memory(process: int) -> int:
    """Bytes that a process holds in memory."""
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


async def loading(game: str) -> tuple[float, float]:
    """Milliseconds to load a table with many actions from SQLite, as a server does when it was last frozen
    as many events ago as can be: the clock's and the CPU's, best of ten."""
    with tempfile.TemporaryDirectory() as folder:
        store = await open_store(folder)
        events = played(game)
        table = load(events)
        assert table is not None
        await store.append(table.id, 0, events, index_of(table))
        earlier = load(events[: 1 - EVERY])
        assert earlier is not None
        await store.keep_snapshot(table.id, freeze(earlier))
        best = []
        for _ in range(10):
            hub = Hub(store)
            began, cpu = time.perf_counter(), time.process_time()
            loaded = (await hub.live(table.id)).table
            best.append((time.perf_counter() - began, time.process_time() - cpu))
            assert (loaded.seq, loaded.state) == (table.seq, table.state)
        await store.close()
    return min(wall for wall, _ in best) * 1000, min(cpu for _, cpu in best) * 1000


def played(game: str) -> list[Event]:
    """The events of a table with many actions: one random game after the other."""
    rng = random.Random(1)
    seats = (OwnSeat("a"), OwnSeat("b"))
    draft = open_table("table", TableConfig(game, seats), "me", "Me", "CODE", "seed", 0)
    events, actions = draft.events, 0
    while actions < ACTIONS:
        table = draft.table
        if table.status == "ended":
            draft = propose(table, "me", "rematch", 0, None, 0, lambda: "another seed")
        else:
            text = table.game.to_text(rng.choice(table.game.legal(table.state)))
            draft = act(table, "me", text, table.seq, None, 0)
        events += draft.events
        actions = sum(event.what.__struct_config__.tag == "acted" for event in events)
    return events
