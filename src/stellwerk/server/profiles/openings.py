"""What people began with: the first turn of each seat, by the name that the game has for it."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

import msgspec

from stellwerk.core.texts import load_texts

if TYPE_CHECKING:
    from stellwerk.tables.table import Table

log = logging.getLogger("stellwerk.ratings")


def openings_of(table: Table) -> dict[int, str]:
    """The opening of each seat in the game that has just ended, as it is stored; none where a game has no
    name for it, or cannot be read any more."""
    try:
        turns = _first_turns(table)
        named = {seat: table.game.opening(turn, seat) for seat, turn in turns.items()}
    except Exception:  # one game must not keep all others from being settled
        log.warning("the openings of table %s cannot be told", table.id, exc_info=True)
        return {}
    return {seat: msgspec.json.encode(name).decode() for seat, name in named.items() if name is not None}


def _first_turns(table: Table) -> dict[int, list[Any]]:
    """The actions of each seat's first turn. Replays no more than needed for it."""
    game = table.game
    state, before = game.begin(table.setup(table.start_seat)), None
    turns: dict[int, list[Any]] = {}
    over: set[int] = set()
    for text in table.actions:
        actor, action = game.actor(state), game.parse(text)
        if before is not None and actor != before:
            over.add(before)
        if actor is not None and actor >= 0 and actor not in over:
            turns.setdefault(actor, []).append(action)
        elif len(over) == len(table.seats):
            break
        state, before = game.apply(state, action), actor if actor is not None and actor >= 0 else before
    return turns


def opening_text(game: str, stored: str, language: str) -> str:
    """An opening in words."""
    code, params = msgspec.json.decode(stored, type=tuple[str, dict[str, str | int]])
    texts = load_texts(game, language)
    return texts.format(texts.section("openings")[code], **params)
