"""Draws the map of TransAmerica once: land, rivers, mountains, and where the names of the cities go.

    python client/src/games/transamerica/mapmaking

reads the game's board.json and writes map.ts and places.ts beside this folder. Lines and crossings are drawn
by the client from the same data. Needs numpy, and the game itself for the names of places.
"""

from __future__ import annotations

import json
from pathlib import Path

from board import AT, BOARD, COST, along, pixels
from coast import coasts
from names import place_names, width
from relief import mountains, relief

from stellwerk.games.transamerica.law.places import spoken

FOLDER = Path(__file__).parents[1]
HEAD = (
    "/** The map as data: written by the folder mapmaking, not by hand. Lengths are pixels of the map. */\n"
)
PLACES_HEAD = """/** The names of all crossings. Written by the folder mapmaking, not by hand. */
export const SPOKEN: readonly (readonly [city: string, direction: string, steps: number])[] =
"""
STEPS = {"place_city": 0, "place_beside": 1, "place_near": 2}


def main() -> None:
    """Write map.ts and places.ts."""
    FOLDER.joinpath("places.ts").write_text(PLACES_HEAD + json.dumps(places(), separators=(",", ":")) + "\n")
    land, abroad, lines = coasts()
    water, peaks = relief()
    ridges, flanks = mountains(peaks)
    cities = {name: pixels(AT[crossing]) for name, _, crossing, _ in BOARD["cities"]}
    names = place_names(cities, [pixels(along(line, part / 8)) for line in COST for part in range(9)])
    shipped = {
        "LAND": land,
        "ABROAD": abroad,
        "WATER": lines,
        "RIVERS": water,
        "RIDGES": ridges,
        "FLANKS": flanks,
        "CROSSINGS": [pixels(point) for point in AT],
        "LINES": list(COST),
        "DOUBLE": [number for number, cost in enumerate(COST.values()) if cost == 2],
        "CITIES": [
            [name, colour, at, *names[name], round(width(name))] for name, colour, at, _ in BOARD["cities"]
        ],
    }
    text = HEAD
    for name, value in shipped.items():
        text += f"export const {name} = {json.dumps(value, separators=(',', ':'))}\n"
    FOLDER.joinpath("map.ts").write_text(text)


def places() -> list[tuple[object, object, int]]:
    """Every crossing as the log names it."""
    names = [spoken(crossing) for crossing in range(len(AT))]
    return [(name.params["city"], name.params.get("direction", ""), STEPS[name.code]) for name in names]


if __name__ == "__main__":
    main()
