"""What bots are called at a table.

A name is chosen when a bot sits down and kept in the event, so that an old table shows the names it always
showed. Only tables of version 0.1.0 have events without names; what that version called its bots is in
`Game.former_bot_names`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stellwerk.core import registry
from stellwerk.core.languages import FALLBACK
from stellwerk.core.texts import load_texts
from stellwerk.tables.config import BotSeat, OwnSeat
from stellwerk.tables.events import BotSeated

if TYPE_CHECKING:
    from collections.abc import Collection

    from stellwerk.tables.config import TableConfig
    from stellwerk.tables.table import Table

SPARE_NAMES: Final = ("Konrad", "Mira", "Theo", "Lucy", "Ferdi", "Rosa")
"""For a bot without a name of its own, or whose name is taken at the table."""


def planned_bot_names(config: TableConfig, owner: str) -> tuple[str, ...]:
    """The names of the bots in a seat plan, in the order of their seats."""
    taken: list[str] = []
    names: list[str] = []
    for place, plan in enumerate(config.seats):
        if isinstance(plan, BotSeat):
            names.append(free_name(_name_of(config.game, plan.level), place, taken))
            taken.append(names[-1])
        elif isinstance(plan, OwnSeat):
            taken.append(plan.name or owner)
    return tuple(names)


def bot_seated(table: Table, seat: int, level: str) -> BotSeated:
    """The event by which a bot takes a seat. It keeps the name of the player it replaces."""
    taken = [other.name for other in table.seats]
    name = table.seats[seat].name or free_name(_name_of(table.config.game, level), seat, taken)
    return BotSeated(seat, level, name)


def _name_of(game: str, level: str) -> str | None:
    """The name of a bot in the game's texts; an operator's program is called by its level."""
    if level not in registry.load(game).bots:
        return level
    name: str | None = load_texts(game, FALLBACK).section("bots").get(level, {}).get("name")
    return name


def former_name_of(game: str, level: str) -> str | None:
    """The name that version 0.1.0 gave a bot; its events hold none."""
    former = registry.load(game).former_bot_names if game in registry.games() else {}
    return former.get(level, level if former else None)


def own_name(wanted: str, others: Collection[str]) -> str:
    """The name of a person at a table: what they are called, with a number if somebody else here is."""
    taken = {name.casefold() for name in others}
    names = (wanted, *(f"{wanted} {number}" for number in range(2, len(taken) + 3)))
    return next(name for name in names if name.casefold() not in taken)


def free_name(wanted: str | None, place: int, taken: Collection[str]) -> str:
    """A name that nobody else at the table has: the wanted one, else a spare one by seat."""
    first = place % len(SPARE_NAMES)
    spare = (*SPARE_NAMES[first:], *SPARE_NAMES[:first])
    names = spare if wanted is None else (wanted, *spare)
    return next((name for name in names if name not in taken), spare[0])
