"""Events and tables as rows: what `append` writes, on both backends."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import msgspec

if TYPE_CHECKING:
    from collections.abc import Sequence

    from stellwerk.store.interface import TableIndex
    from stellwerk.tables.events import Event


class EventRow(NamedTuple):
    """An event in the columns of `events`."""

    table_id: str
    seq: int
    kind: str
    seat: int | None
    payload: str
    time: float


class TableRow(NamedTuple):
    """A table in the columns of `tables`."""

    id: str
    seq: int
    code: str
    listed: bool
    bot_due: bool
    deadline: float | None
    time: float
    summary: str


def event_rows(table_id: str, expected_seq: int, events: Sequence[Event]) -> list[EventRow]:
    """The rows of events that follow `expected_seq`."""
    if not events or any(
        (event.table, event.seq) != (table_id, seq)
        for seq, event in enumerate(events, start=expected_seq + 1)
    ):
        raise ValueError(f"these events do not follow event {expected_seq} of table {table_id}")
    return [
        EventRow(
            table_id,
            event.seq,
            str(event.what.__struct_config__.tag),
            getattr(event.what, "seat", None),
            _json(event.what),
            event.time,
        )
        for event in events
    ]


def table_row(index: TableIndex, seq: int) -> TableRow:
    """The row of a table after event `seq`."""
    listed = index.public and index.status == "open" and index.open_seats > 0
    due = index.sweep if index.deadline is None else index.deadline
    return TableRow(index.id, seq, index.code, listed, index.bot_due, due, index.time, _json(index))


def _json(value: msgspec.Struct) -> str:
    return msgspec.json.encode(value).decode()
