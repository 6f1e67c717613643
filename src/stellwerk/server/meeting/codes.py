"""Ids of tables, which nobody guesses, and the short codes of their links."""

from __future__ import annotations

import secrets
from typing import Final

LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"


def new_table_id() -> str:
    """An id."""
    return secrets.token_urlsafe(9)


def new_code() -> str:
    """A code."""
    return "".join(secrets.choice(LETTERS) for _ in range(6))
