"""What a subscriber missed at a table, if it is more than memory holds.

The answer is as long as what matters now, not as what happened: the actions that stand in the current game,
the latest words, the latest of everything else. What was done and taken back since is not told, nor are the
actions of earlier games, which have records.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, get_args

from msgspec.structs import replace

from stellwerk.server.live.slices import in_slices
from stellwerk.tables.events import Acted, Opened, Renewed, Undone, What
from stellwerk.tables.evolve import CHAT_KEPT, acted
from stellwerk.tables.news import news

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from stellwerk.store.interface import Store
    from stellwerk.tables.events import Event
    from stellwerk.tables.news import News
    from stellwerk.tables.table import Table

OTHERS_KEPT: Final = 200
"""The number of latest events that are neither actions nor chat, and of latest games."""
DEALT: Final = ("opened", "renewed")
"""Every game has one of these before it: its seed, which is published when the game ends."""
PLAYED: Final = ("acted", "undone")
SAID: Final = ("chatted",)
OTHERS: Final = tuple(
    kind for what in get_args(What) if (kind := str(what.__struct_config__.tag)) not in DEALT + PLAYED + SAID
)


async def story(store: Store, table: Table, since: int, player: str | None, language: str) -> list[News]:
    """What this player is told of the events after `since`, up to the table as it is."""
    found: list[Event] = []
    for kinds, after, limit in (
        (DEALT, 0, OTHERS_KEPT),
        (OTHERS, since, OTHERS_KEPT),
        (SAID, since, CHAT_KEPT),
    ):
        found += await store.load_kinds(table.id, kinds, after, limit)
    found += _standing(await store.load_kinds(table.id, PLAYED, table.game_seq), since)
    events = sorted((event for event in found if event.seq <= table.seq), key=lambda event: event.seq)
    return [told async for told in in_slices(_told(table, events, since, player, language)) if told]


def _standing(events: Iterable[Event], since: int) -> list[Event]:
    """The actions of a game that were not taken back. An undo is left out with what it takes back, unless
    that was known at event `since`."""
    standing: list[Event] = []
    undone: list[Event] = []
    for event in events:
        if isinstance(event.what, Undone):
            if any(one.seq <= since for one in standing[event.what.actions :]):
                undone.append(event)
            del standing[event.what.actions :]
        else:
            standing.append(event)
    return standing + [event for event in undone if event.seq > since]


def _told(
    table: Table, events: list[Event], since: int, player: str | None, language: str
) -> Iterator[News | None]:
    """The news of these events; None for what is passed over."""
    begun = None if table.state is None else table.game.begin(table.setup(table.start_seat))
    at = replace(table, state=begun, actions=(), undoable=())
    for event in events:
        before = at
        if isinstance(event.what, Opened | Renewed):
            at = replace(at, seed=event.what.seed)  # what an `Ended` publishes
        elif isinstance(event.what, Acted):
            at = acted(at, event.what, event, table.game.parse(event.what.text))
        yield news(before, event, at, player, language) if event.seq > since else None
