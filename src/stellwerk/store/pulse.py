"""The heartbeat of a server, by which times are noticed in which nobody could move.

All processes of a server share one heartbeat. If it stood still for more than a moment, no process ran, or
none reached the database, or the clock was set forward: that is an outage, whatever the cause, and it is kept
for the clocks of tables. Time never goes back: if the clock is set back, servers go on by their own until it
has caught up.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from stellwerk.tables.clocks import DAY, Outage

if TYPE_CHECKING:
    from stellwerk.store.sql import SqlStore

KEPT: Final = 31 * DAY
"""Seconds that outages matter: no turn is longer."""


class Pulse(NamedTuple):
    """What a heartbeat says."""

    time: float
    """The time that all processes go by."""
    reference: float
    """What the clock of the database's machine says; behind `time` if it was set back."""
    outages: tuple[Outage, ...]


async def beat(store: SqlStore, reference: float, mine: float, gap: float) -> Pulse:
    """Note that a process runs whose own clock shows `mine`.

    An outage is noted before the heartbeat, and once, as it is known by its beginning: several processes may
    do this at the same time, and any of them may die in between.
    """
    known = await store._rows("SELECT time FROM heartbeats WHERE id = 1")
    last = known[0][0] if known else None
    now = max(reference, mine, last or 0.0)
    if last is None:
        await store._change("INSERT INTO heartbeats (id, time) VALUES (1, ?) ON CONFLICT DO NOTHING", now)
    else:
        if now - last > gap:
            sql = "INSERT INTO outages (began, ended) VALUES (?, ?) ON CONFLICT DO NOTHING"
            await store._change(sql, last, now)
        await store._change("UPDATE heartbeats SET time = ? WHERE id = 1 AND time < ?", now, now)
    rows = await store._rows("SELECT began, ended FROM outages WHERE ended > ? ORDER BY began", now - KEPT)
    return Pulse(now, reference, tuple(Outage(*row) for row in rows))
