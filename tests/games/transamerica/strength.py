"""The matches of `bench strength`."""

from __future__ import annotations

from tests.bench.matches import Match, ladder

MATCHES = (
    *ladder("transamerica"),
    Match(("master", "nearest"), 0.70),
    Match(("master", "nearest"), 0.38, seats=4, part=0.6),
    Match(("master", "nearest"), seats=3, part=0.3),
    Match(("master", "nearest"), seats=6, part=0.25),
    Match(("greedy", "nearest")),
)
