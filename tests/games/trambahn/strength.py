"""The matches of `bench strength` and `bench pool`."""

from __future__ import annotations

from tests.bench.bots.matches import AIM, Match, ladder, same_level

MATCHES = (Match(("master", "greedy"), 0.88), *ladder("trambahn"))
POOL = (
    same_level(AIM, "master"),
    same_level(AIM, "hard", part=4),
)
