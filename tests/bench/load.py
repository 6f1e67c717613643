"""The server under load: `python3 run.py bench load`.

Tables with two connected players each; the players live in another process, so that the CPU time of the
server can be told apart. The same is measured with a trivial game: the floor, below which no game can get.
"""

from __future__ import annotations

import asyncio
import os
import random
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

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
ROUNDS = 5
"""Number of parts of each measurement: where other programs run too, the best part says most."""
WARM_UP = 50
"""Tables that are opened before memory is measured for the first time."""
ACTIONS = 500
FLOOR = ROOT / "tests" / "bench" / "floor"


class Figures(NamedTuple):
    """What one server did."""

    full: dict[str, Any]
    """Everybody acts at once: as much as goes."""
    full_cpu: float
    calm: dict[str, Any]
    """Everybody thinks for a while before acting."""
    calm_cpu: float
    idle_bytes: float
    """Memory per idle table, both players connected."""


def run(arguments: list[str]) -> None:
    """Measure Trambahn (or another game) and the floor on SQLite, and on PostgreSQL if wanted."""
    parser = asked.parser("load")
    parser.add_argument("--game", default="trambahn")
    parser.add_argument(
        "--tables", type=asked.above_zero(int), default=500, help="with two players each (500)"
    )
    parser.add_argument("--seconds", type=float, default=20, help="of each measurement (20)")
    parser.add_argument("--pause", type=float, default=2, help="mean seconds before an action, when calm (2)")
    parser.add_argument("--aids", action="store_true", help="players ask for plans and the like")
    parser.add_argument("--postgresql", action="store_true", help="on PostgreSQL too")
    options = parser.parse_args(arguments)
    measured = {}
    for game in (options.game, "race"):
        with tempfile.TemporaryDirectory() as folder:
            measured[f"{game}, SQLite"] = measure(game, Path(folder), options)
    if options.postgresql:
        with tempfile.TemporaryDirectory() as folder, running_server() as postgres:
            place = f"--database={postgres.get_uri()}"
            measured[f"{options.game}, PostgreSQL"] = measure(options.game, Path(folder), options, place)
    columns = ("", *(f"{name}{' (floor)' if name.startswith('race') else ''}" for name in measured))
    show(
        f"{options.tables} tables, {2 * options.tables} players; CPU and rate: best of {ROUNDS}",
        columns,
        rows(measured),
    )
    wall, cpu = asyncio.run(loading(options.game))
    show(f"Loading a table with {ACTIONS} actions", ("ms", "ms of CPU"), [(f"{wall:.1f}", f"{cpu:.1f}")])


def rows(measured: dict[str, Figures]) -> list[tuple[str, ...]]:
    """A line for each figure."""

    def line(name: str, figure: Callable[[Figures], str]) -> tuple[str, ...]:
        return (name, *map(figure, measured.values()))

    return [
        line("all at once: moves/s", lambda f: f"{f.full['rate']:,.0f}"),
        line("… CPU per move, µs", lambda f: f"{f.full_cpu:.0f}"),
        line("… p50 / p99 to both players, ms", lambda f: quantiles(f.full["latencies"])),
        line("with pauses: moves/s", lambda f: f"{f.calm['rate']:,.0f}"),
        line("… CPU per move, µs", lambda f: f"{f.calm_cpu:.0f}"),
        line("… p50 / p99 to both players, ms", lambda f: quantiles(f.calm["latencies"])),
        line("memory per idle table, KB", lambda f: f"{f.idle_bytes / 1000:.0f}"),
        line("refused", lambda f: str({**f.full["refused"], **f.calm["refused"]} or "–")),
    ]


def quantiles(latencies: list[float]) -> str:
    """The median and the 99th percentile."""
    found = [latencies[int(len(latencies) * part)] * 1000 for part in (0.5, 0.99)] if latencies else [0, 0]
    return " / ".join(f"{value:.1f}" for value in found)


def measure(game: str, folder: Path, options: argparse.Namespace, *place: str) -> Figures:
    """Start a server and players, and let them play."""
    with (
        Server(folder, *place, games=FLOOR) as server,
        players(server, game, *(["aids"] if options.aids else [])) as order,
    ):
        order(tables=WARM_UP)
        order(seconds=2, pause=0)
        before = memory(server.pid)
        order(tables=options.tables - WARM_UP)
        idle = (memory(server.pid) - before) / (options.tables - WARM_UP)
        calm, calm_cpu = play(server, order, options.seconds, options.pause)
        full, full_cpu = play(server, order, options.seconds, 0)
        return Figures(full, full_cpu, calm, calm_cpu, idle)


def play(
    server: Server, order: Callable[..., dict[str, Any]], seconds: float, pause: float
) -> tuple[dict[str, Any], float]:
    """What the players noticed in all rounds, and µs of CPU per move in the best one."""
    order(seconds=1, pause=pause)
    rounds, cpu = [], []
    for _ in range(ROUNDS):
        before = cpu_seconds(server.pid)
        rounds.append(order(seconds=seconds / ROUNDS, pause=pause))
        cpu.append((cpu_seconds(server.pid) - before) / max(1, rounds[-1]["moves"]) * 1e6)
    return {
        "rate": max(done["rate"] for done in rounds),
        "latencies": sorted(latency for done in rounds for latency in done["latencies"]),
        "refused": {code: count for done in rounds for code, count in done["refused"].items()},
    }, min(cpu)


@contextmanager
def players(server: Place, game: str, *wishes: str) -> Iterator[Callable[..., dict[str, Any]]]:
    """A process full of players: give it orders."""
    folders = os.pathsep.join([str(ROOT / "src"), str(ROOT)])
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.bench.players", server.address, game, *wishes],
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
