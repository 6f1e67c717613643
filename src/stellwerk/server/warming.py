"""What the first who needs it would make everybody wait for: games, sentences, and modules that load late.

Loaded in a thread as soon as the server runs, so that the start takes no longer and the event loop goes on.
"""

from __future__ import annotations

import asyncio
from importlib import import_module

from stellwerk.core import registry
from stellwerk.core.languages import LANGUAGES, plural
from stellwerk.core.texts import load_texts
from stellwerk.server.refusals import texts


async def warm_up() -> None:
    """Load everything; whoever needs a part of it before has to wait for that part only."""
    await asyncio.to_thread(_load)


def _load() -> None:
    import_module("anyio._backends._asyncio")  # Starlette asks for it with the first replay
    for language in LANGUAGES:
        plural(language, 1, "/")  # reads the language's data
        texts(None, language)
    for game in registry.games():
        registry.load(game)
        for language in LANGUAGES:
            load_texts(game, language)
            texts(game, language)
