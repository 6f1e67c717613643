"""The error that tables raise."""

from __future__ import annotations

from stellwerk.core.errors import StellwerkError


class TableError(StellwerkError):
    """Something that cannot be done at this table, or not now, or not by this player."""
