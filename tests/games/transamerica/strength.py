"""The matches of `bench strength` and `bench pool`."""

from __future__ import annotations

from tests.bench.bots.matches import AIM, Match, ladder, same_level

MATCHES = (
    *ladder("transamerica"),
    Match(("master", "nearest"), 0.70),
    Match(("master", "nearest"), 0.38, seats=4, part=0.6),
    Match(("master", "nearest"), seats=3, part=0.3),
    Match(("master", "nearest"), seats=6, part=0.25),
    Match(("greedy", "nearest")),
)
POOL = (
    same_level(AIM, "master"),
    same_level(AIM, "hard", part=4),
    same_level(0.38, "master", seats=4, part=0.5),
    same_level(0.27, "master", seats=6, part=0.3),
)
