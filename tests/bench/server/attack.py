"""One visitor against everybody: `python3 run.py bench attack [NAME …]`.

Each attack runs against a fresh server process while two people play a game; what they wait for is measured
before and during it. The two live in a process of their own, the attacker in this one. Two others play at the
same time on a server that nobody attacks: what they wait for is the machine's doing, not the attack's. A move
that never arrives counts with the time it waited, and a long wait counts for every move that would have been
made in it: otherwise a server that stands still for a second would look quick. Aims: p99 at most three times
the quiet one, or that elsewhere, and never above 250 ms; if it is above that elsewhere too, nobody can say.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from tests.bench import asked
from tests.bench.measure import show
from tests.bench.server.load import players
from tests.server.attacks import ATTACKS, Target
from tests.server.processes import Server

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Order = Callable[..., dict[str, Any]]

    from tests.server.attacks import Attack
    from tests.server.attacks.stranger import Found

PAUSE = 0.03
"""Mean seconds that the two people think."""
PATIENCE = 60
"""Seconds that they wait for a last move."""
TIMES = 3
MOST = 0.25
"""Aims: p99 at most this multiple of the quiet one, and never above this number of seconds."""


class Waits(NamedTuple):
    """What two people waited for their moves, in seconds."""

    p50: float
    p99: float
    moves: int


class Measured(NamedTuple):
    """One attack, beside a quiet time on the same server."""

    quiet: Waits
    elsewhere: Waits | None
    """At the same time, on a server that nobody attacks."""
    attacked: Waits | None
    """None where the server was not there."""
    found: Found

    @property
    def verdict(self) -> str:
        """Whether the aims were met."""
        if not self.found.stopped:
            return "not stopped"
        if self.attacked is None or self.elsewhere is None:
            return "met"
        usual = max(self.quiet.p99, self.elsewhere.p99)
        if self.attacked.p99 > MOST:
            return "above 250 ms" if self.elsewhere.p99 <= MOST else "too busy to say"
        return "met" if self.attacked.p99 <= TIMES * usual else f"above {TIMES}×"


def run(arguments: list[str]) -> None:
    """Run all attacks or those named, and print what people noticed."""
    asking = asked.parser("attack")
    names = list(ATTACKS)
    asking.add_argument("names", nargs="*", choices=[*names, names], default=names, metavar="NAME")
    asking.add_argument("--seconds", type=asked.above_zero(float), default=6, help="of each attack (6)")
    options = asking.parse_args(arguments)
    rows = []
    for number, name in enumerate(options.names, start=1):
        measured = measure(ATTACKS[name], options.seconds, number)
        rows.append(row(ATTACKS[name], measured))
        print(" · ".join(rows[-1]), file=sys.stderr)
    columns = ("attack; p50 / p99 in ms", "quiet", "elsewhere", "attacked", "aim", "what became of it")
    show("People’s moves under attack", columns, rows)


def row(attack: Attack, measured: Measured) -> tuple[str, ...]:
    """An attack as a line of the table."""
    waits = map(shown, measured[:3])
    return f"{attack.name}: {attack.says}", *waits, measured.verdict, measured.found.said


def shown(waits: Waits | None) -> str:
    """The median and the 99th percentile in milliseconds."""
    if waits is None:
        return "–"
    return f"{waits.p50 * 1000:,.1f} / {waits.p99 * 1000:,.1f}"


def measure(attack: Attack, seconds: float, number: int) -> Measured:
    """Run one attack against a fresh server."""
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        folder = Path(name) / "attacked"
        if attack.prepare is not None:
            asyncio.run(attack.prepare(folder))
        server = stack.enter_context(Server(folder, "--log-level=error"))
        target = Target(server, folder, seconds, number=number)
        order = stack.enter_context(two_people(server))
        quiet = waits(order(seconds=seconds, pause=PAUSE, patience=PATIENCE))
        if attack.restarts:
            return Measured(quiet, None, None, asyncio.run(attack.run(target)))
        spared = stack.enter_context(Server(Path(name) / "spared", "--log-level=error"))
        orders = (stack.enter_context(two_people(spared)), order)
        elsewhere, attacked, found = asyncio.run(everything(attack, target, *orders))
        return Measured(quiet, waits(elsewhere), waits(attacked), found)


@contextmanager
def two_people(server: Server) -> Iterator[Order]:
    """Two people at a table, who have played a little."""
    with players(server, "trambahn") as order:
        order(tables=1)
        order(seconds=1, pause=PAUSE)
        yield order


async def everything(
    attack: Attack, target: Target, spared: Order, attacked: Order
) -> tuple[dict[str, Any], dict[str, Any], Found]:
    """What people notice elsewhere and here during an attack, and what became of it."""

    async def people(order: Order) -> dict[str, Any]:
        return await asyncio.to_thread(order, seconds=target.seconds, pause=PAUSE, patience=PATIENCE)

    attacking = asyncio.create_task(attack.run(target))
    elsewhere, here = await asyncio.gather(people(spared), people(attacked))
    return elsewhere, here, await attacking


def waits(noticed: dict[str, Any]) -> Waits:
    """The quantiles of all waits, each long one counted for everybody who would have asked meanwhile."""
    found = sorted(
        wait - PAUSE * earlier for wait in noticed["latencies"] for earlier in range(int(wait / PAUSE) + 1)
    )
    if not found:
        return Waits(float("inf"), float("inf"), 0)
    return Waits(found[len(found) // 2], found[int(len(found) * 0.99)], noticed["moves"])
