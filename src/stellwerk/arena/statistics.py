"""What blocks say about entrants. Everything goes by block, never by single games: games of one deal are no
independent evidence."""

from __future__ import annotations

from collections import defaultdict
from math import log, sqrt
from statistics import fmean, variance
from typing import TYPE_CHECKING, Final

import msgspec

from stellwerk.arena.conduct import Reason
from stellwerk.core.match import MatchGame, match_standing

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from stellwerk.arena.block import Block
    from stellwerk.core.match import MatchStanding

Z: Final = 1.959964
"""95 %."""
ERROR: Final = 0.05
"""How often a sequential test may err, either way."""
FEWEST: Final = 10
"""Blocks before a sequential test decides."""
DOUBT: Final = 4
"""Number of imagined blocks worth one game each, which keep a few similar blocks from deciding."""


class Standing(msgspec.Struct, frozen=True):
    """One entrant over all its blocks."""

    bot: str
    blocks: int
    games: int
    win_share: float
    low: float
    high: float
    """The 95 % interval of the win share."""
    par: float
    """The expected share of a bot that is exactly as good as the others."""
    match_share: float
    """Share of the matches won: the games of a block are one, as everybody starts one of them."""
    score: float
    """Mean points."""
    p50_ms: float
    p95_ms: float
    faults: int
    reason: Reason | None
    """Why it failed the first time."""


def standings(blocks: Sequence[Block], entrants: Iterable[str]) -> list[Standing]:
    """All entrants, the best first."""
    found = [standing(blocks, entrant) for entrant in entrants]
    return sorted(found, key=lambda one: -(one.win_share - one.par))


def standing(blocks: Sequence[Block], entrant: str) -> Standing:
    """How one entrant did."""
    own = [block for block in blocks if entrant in block.lineup]
    shares = [block_share(block, entrant) for block in own]
    low, high = interval(shares)
    times = sorted(time for block in own for time in block.times[entrant])
    return Standing(
        bot=entrant,
        blocks=len(own),
        games=sum(len(block.games) for block in own),
        win_share=fmean(shares) if shares else 0.0,
        low=low,
        high=high,
        par=fmean(1 / len(block.lineup) for block in own) if own else 0.0,
        match_share=fmean(match_share(block, entrant) for block in own) if own else 0.0,
        score=_mean_score(own, entrant),
        p50_ms=quantile(times, 0.5),
        p95_ms=quantile(times, 0.95),
        faults=sum(block.faults[entrant] for block in own),
        reason=next((block.reasons[entrant] for block in own if entrant in block.reasons), None),
    )


def block_share(block: Block, entrant: str) -> float:
    """Its share of the wins, per game and seat that it held."""
    return fmean(
        share
        for game in block.games
        for name, share in zip(game.seating, game.shares, strict=True)
        if name == entrant
    )


def match_of(block: Block) -> MatchStanding:
    """The games of a block as a match, by place in the line-up; in rotation r, place p holds seat p − r."""
    places = len(block.lineup)
    games = [
        MatchGame(tuple(game.scores[(place - rotation) % places] for place in range(places)), "")
        for rotation, game in enumerate(block.games)
    ]
    return match_standing(places, games)


def match_share(block: Block, entrant: str) -> float:
    """Its share of the match that a block makes, per place in the line-up that it held."""
    winners = match_of(block).winners
    places = [place for place, name in enumerate(block.lineup) if name == entrant]
    return sum(place in winners for place in places) / len(winners) / len(places)


def _mean_score(blocks: Sequence[Block], entrant: str) -> float:
    points = [
        points
        for block in blocks
        for game in block.games
        for name, points in zip(game.seating, game.scores, strict=True)
        if name == entrant
    ]
    return fmean(points) if points else 0.0


def interval(shares: Sequence[float]) -> tuple[float, float]:
    """Wilson's interval of a mean share, for as many independent games as the blocks are worth.

    That number follows from how much the blocks differ: paired games that cancel out are worth more than
    single ones. Where all blocks are equal each counts as one game.
    """
    if not shares:
        return 0.0, 1.0
    mean, count = fmean(shares), float(len(shares))
    spread = variance(shares) if len(shares) > 1 else 0.0
    if spread > 0 and 0 < mean < 1:
        count *= mean * (1 - mean) / spread
    return wilson(mean, count)


def wilson(mean: float, count: float) -> tuple[float, float]:
    """Wilson's interval of a share in some number of independent games."""
    middle = (mean + Z * Z / (2 * count)) / (1 + Z * Z / count)
    reach = Z / (1 + Z * Z / count) * sqrt(mean * (1 - mean) / count + Z * Z / (4 * count * count))
    return max(0.0, min(mean, middle - reach)), min(1.0, max(mean, middle + reach))


def quantile(ordered: Sequence[float], part: float) -> float:
    """A quantile of an ordered list; 0 for an empty one."""
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))] if ordered else 0.0


class Verdict(msgspec.Struct, frozen=True):
    """How a sequential probability ratio test stands."""

    ratio: float
    """The logarithm of the likelihood ratio."""
    low: float
    high: float
    accepted: str | None
    """`better`, `not_better`, or None: not decided yet."""


def sequential_test(shares: Sequence[float], null: float, alternative: float) -> Verdict:
    """Does the win share look like `alternative` or more, rather than `null` or less?

    The ratio is that of single games, won or lost, times the number of independent games that a block is
    worth, which follows from how much the blocks differ. While there are few blocks that is nearly one, and
    with one the test errs no more often than it says, however the games of a block hang together.
    """
    high = log((1 - ERROR) / ERROR)
    count, total = len(shares), sum(shares)
    if count < FEWEST:
        return Verdict(0.0, -high, high, None)
    mean, middle = total / count, (null + alternative) / 2
    doubt = DOUBT * middle * (1 - middle)
    worth = (count * mean * (1 - mean) + doubt) / (sum((share - mean) ** 2 for share in shares) + doubt)
    ratio = worth * (total * log(alternative / null) + (count - total) * log((1 - alternative) / (1 - null)))
    accepted = "better" if ratio >= high else "not_better" if ratio <= -high else None
    return Verdict(ratio, -high, high, accepted)


def duels(blocks: Iterable[Block]) -> dict[tuple[str, str], list[float]]:
    """For each pair of entrants the first one's results against the other, one mean per block."""
    found: dict[tuple[str, str], list[float]] = defaultdict(list)
    for block in blocks:
        results: dict[tuple[str, str], list[float]] = defaultdict(list)
        for game in block.games:
            for name, rank in zip(game.seating, game.ranks, strict=True):
                for other, other_rank in zip(game.seating, game.ranks, strict=True):
                    if name != other:
                        result = 1.0 if rank < other_rank else 0.5 if rank == other_rank else 0.0
                        results[name, other].append(result)
        for pair, values in results.items():
            found[pair].append(fmean(values))
    return found
