"""A table frozen as text, so that loading it need not begin with its first event.

A snapshot is derived data: events stay the truth, and a table loads without it, only slower. Its `mark` names
the sources of the program and of the game that made it; a snapshot with another mark is ignored. States that
an undo may return to are not kept: the law makes them again from the last position that stands for good.
"""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec
from msgspec.structs import replace

from stellwerk.core.registry import PACKAGE
from stellwerk.tables.table import Position, Table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from stellwerk.store.interface import Store

EVERY: Final = 32
"""Events after which a live table is frozen again."""
SUFFIXES: Final = (".py", ".json")
SHARED: Final = ("stellwerk.core", "stellwerk.tables")
"""The packages that a table depends on, besides its game's."""


class Snapshot(NamedTuple):
    """A table after event `seq`."""

    seq: int
    mark: str
    payload: str


class _Frozen(msgspec.Struct, frozen=True):
    table: Table
    """Without its positions."""
    base: msgspec.Raw
    """The position after the actions that stand for good; null if there is none."""
    base_actor: int | None
    knows_last: bool
    """True if the last event changed the position by an action."""


_decoder = msgspec.json.Decoder(_Frozen)
_NO_STATE: Final = msgspec.Raw(b"null")


def freeze(table: Table) -> Snapshot:
    """The snapshot of a table."""
    base = table.undoable[0] if table.undoable else Position(table.state, table.last_actor, None)
    frozen = _Frozen(
        replace(table, state=None, undoable=(), last_action=None),
        msgspec.Raw(msgspec.json.encode(base.state)),
        base.last_actor,
        table.last_action is not None,
    )
    return Snapshot(table.seq, mark_of(table.config.game), msgspec.json.encode(frozen).decode())


def thaw(snapshot: Snapshot) -> Table:
    """The table of a snapshot; raises whatever is wrong with it."""
    frozen = _decoder.decode(snapshot.payload)
    table = frozen.table
    if frozen.base == _NO_STATE:
        return table
    game = table.game
    state, actor = msgspec.json.decode(frozen.base, type=game.state_type), frozen.base_actor
    undoable = []
    for text in table.actions[table.undo_floor :]:
        action = game.parse(text)
        undoable.append(Position(state, actor, action))
        actor, state = game.actor(state), game.apply(state, action)
    last = game.parse(table.actions[-1]) if frozen.knows_last else None
    return replace(table, state=state, undoable=tuple(undoable), last_action=last)


async def thawed(store: Store, table_id: str) -> Table | None:
    """The table as it was frozen last; None if there is nothing that this program can use."""
    snapshot = await store.snapshot(table_id)
    if snapshot is None:
        return None
    try:
        game = msgspec.json.decode(snapshot.payload, type=_Named).table.config.game
        return thaw(snapshot) if snapshot.mark == mark_of(game) else None
    except Exception:  # noqa: BLE001 (whatever it is, the events say what the table is)
        return None


class _NamedConfig(msgspec.Struct):
    game: str


class _NamedTable(msgspec.Struct):
    config: _NamedConfig


class _Named(msgspec.Struct):
    """As much of a snapshot as every version understands."""

    table: _NamedTable


@cache
def mark_of(game: str) -> str:
    """The fingerprint of everything that the tables of a game depend on."""
    digest = sha256()
    for package in (*SHARED, f"{PACKAGE}.{game}"):
        for path in _sources(package):
            digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:20]


def _sources(package: str) -> Iterator[Path]:
    for folder in import_module(package).__path__:
        yield from sorted(path for path in Path(folder).rglob("*") if path.suffix in SUFFIXES)
