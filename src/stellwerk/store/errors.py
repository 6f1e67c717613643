"""The errors that stores raise. Their sentences are in `texts/` beside this file, section `errors`."""

from __future__ import annotations

from stellwerk.core.errors import StellwerkError


class StoreError(StellwerkError):
    """The store could not do what it was asked and wrote nothing.

    One exception: after `connection_lost` the database may have committed; load the table to find out.
    """


class Conflict(StoreError):
    """Another process has appended to this table: load the new events and decide again.

    For a new table: its id or its code is taken.
    """

    def __init__(self, table: str, expected_seq: int) -> None:
        super().__init__("conflict", {"table": table, "seq": expected_seq})
