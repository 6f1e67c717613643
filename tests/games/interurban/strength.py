"""The matches of `bench strength`."""

from __future__ import annotations

from tests.bench.matches import Match, ladder

MATCHES = (
    Match(("master", "greedy"), 0.65, seats=3),
    *ladder("interurban"),
    Match(("hard", "greedy"), part=2),
    Match(("greedy", "medium"), part=2),
    Match(("master", "greedy"), part=0.5),
    Match(("master", "greedy"), seats=4, part=0.4),
    Match(("master", "greedy"), seats=5, part=0.3),
)
