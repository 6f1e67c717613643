"""What a store cannot do. The sentences are in `texts/{de,en}.toml` beside this file, section `errors`."""

from __future__ import annotations

from stellwerk.core.errors import StellwerkError


class StoreError(StellwerkError):
    """The store could not do what it was asked to, and wrote nothing of it.

    One code is weaker: with `connection_lost` the connection broke, and only loading the table tells
    whether the database had committed before.
    """


class Conflict(StoreError):
    """Somebody else has appended to this table meanwhile: load what is new, and decide again.

    For a new table it says that its id or its code is taken.
    """

    def __init__(self, table: str, expected_seq: int) -> None:
        super().__init__("conflict", {"table": table, "seq": expected_seq})
