"""The matches of `bench strength`."""

from __future__ import annotations

from tests.bench.matches import Match, ladder

MATCHES = (Match(("master", "greedy"), 0.88), *ladder("trambahn"))
