"""The matches of `bench strength` and `bench pool`."""

from __future__ import annotations

from tests.bench.bots.matches import AIM, Match, ladder, same_level

MATCHES = (
    Match(("master", "greedy"), 0.65, seats=3),
    *ladder("interurban"),
    Match(("hard", "greedy"), part=2),
    Match(("greedy", "medium"), part=2),
    Match(("master", "greedy"), part=0.5),
    Match(("master", "greedy"), seats=4, part=0.4),
    Match(("master", "greedy"), seats=5, part=0.3),
)
POOL = (
    same_level(AIM, "master"),
    same_level(AIM, "hard", part=4),
    same_level(0.50, "master", seats=3, part=0.5),
)
