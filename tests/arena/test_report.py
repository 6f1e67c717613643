"""The report: long names, intervals that can be seen, options as they are typed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec
import pytest

import stellwerk
from stellwerk.arena import report
from stellwerk.arena.block import Block, Played, Terms
from stellwerk.arena.tournament import Tournament
from stellwerk.cli.arguments import options_text
from stellwerk.cli.texts import load_command_texts

if TYPE_CHECKING:
    from collections.abc import Iterator

LONG = "cmd:python3 bots/of/mine/version2.py --fast"
OPTIONS = stellwerk.load("transamerica").setup(2).options


def page(*names: str) -> str:
    games = tuple(
        Played(seating, (9, 3), (1, 2), (1.0, 0.0), msgspec.Raw(b"{}"))
        for seating in ((names[0], names[1]), (names[1], names[0]))
    )
    block = Block(names, 0, games, {name: [1.0] for name in names}, dict.fromkeys(names, 0))
    tournament = Tournament(Terms("transamerica", 2, dict(OPTIONS), "report"), (names,), 1)
    texts = load_command_texts("transamerica", "en")
    return report.page(tournament, [block], texts, options_text(OPTIONS))


def places(shown: str, name: str) -> Iterator[tuple[int, int, int, int]]:
    """Where a name and its bar stand in each chart: x and y of both."""
    pattern = rf'<text x="(\d+)" y="(\d+)"><title>{re.escape(name)}</title>.*?translate\((\d+) (\d+)\)'
    for found in re.findall(pattern, shown):
        x, y, left, top = map(int, found)
        yield x, y, left, top


def test_a_short_name_stands_beside_its_bar_and_a_long_one_above_it() -> None:
    for x, y, left, top in places(page("master", "greedy"), "master"):
        assert left - x > 8 * len("master")
        assert top < y < top + report.ROW
    found = list(places(page(LONG, "greedy"), LONG))
    assert len(found) == 2
    for _, y, _, top in found:
        assert y < top + 9, "a bar begins 9 below the top of its row"
        assert y > top - report.ABOVE


def test_a_name_without_end_is_cut_and_told_in_full() -> None:
    name = "cmd:" + "x" * 500
    shown = page(name, "greedy")
    assert f"<title>{name}</title>{name[: report.LONGEST - 1]}…</text>" in shown


def luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
def test_an_interval_can_be_seen_on_its_bar(scheme: int) -> None:
    bar = re.search(r'<rect class="(\w+)" y="9"', page("master", "greedy"))
    assert bar is not None

    def colour(class_name: str, attribute: str) -> str:
        variable = re.search(rf"\.{class_name} {{ {attribute}: var\(--(\w+)\)", report.STYLE)
        assert variable is not None
        return str(re.findall(rf"--{variable[1]}: (#\w{{6}})", report.STYLE)[scheme])

    one, other = sorted((luminance(colour(bar[1], "fill")), luminance(colour("reach", "stroke"))))
    assert (other + 0.05) / (one + 0.05) > 3


def test_options_read_as_they_are_typed() -> None:
    assert "vexation=false" in page("master", "greedy")
    assert "False" not in page("master", "greedy")
