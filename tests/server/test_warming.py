"""What the first visitor would wait for is loaded before they come."""

from __future__ import annotations

import subprocess
import sys

FIRST_VISIT = """
import asyncio, sys
from stellwerk.core import registry
from stellwerk.core.languages import LANGUAGES
from stellwerk.core.texts import load_texts
from stellwerk.server.refusals import texts
from stellwerk.server.warming import warm_up

asyncio.run(warm_up())
known, read = set(sys.modules), load_texts.cache_info().misses
for game in registry.games():
    registry.load(game)
    for language in LANGUAGES:
        load_texts(game, language).format("{n:x/y}", n=2)
        texts(game, language)
assert load_texts.cache_info().misses == read
assert set(sys.modules) == known, set(sys.modules) - known
"""


def test_nothing_is_left_to_load_for_the_first_visitor() -> None:
    subprocess.run([sys.executable, "-c", FIRST_VISIT], check=True)
