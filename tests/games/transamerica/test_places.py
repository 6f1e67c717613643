"""The browser names crossings as the log does."""

from __future__ import annotations

import json
from pathlib import Path

from stellwerk.games.transamerica.law.data import GRID
from stellwerk.games.transamerica.law.places import spoken

PLACES = Path(__file__).parents[3] / "client" / "src" / "games" / "transamerica" / "places.ts"
CODES = ("place_city", "place_beside", "place_near")


def test_the_browser_and_the_log_name_the_same_places() -> None:
    shipped = json.loads(PLACES.read_text().rpartition(" =\n")[2])
    assert len(shipped) == len(GRID)
    for crossing, (city, direction, steps) in enumerate(shipped):
        line = spoken(crossing)
        assert (line.code, line.params["city"]) == (CODES[steps], city)
        assert line.params.get("direction", "") == direction
