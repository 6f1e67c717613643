"""Is every spoken mistake one? `python3 run.py bench judgements [GAME …] [--count N] [--fit] [--write]`.

Takes judgements from the games that `bench review` keeps and looks at both turns again: in ten times as many
new worlds, and in games played to their end by bots, which have no part in the reviewer's playouts.

With `--fit` it judges decisions drawn at random from games of mixed levels that no check uses, and says how
much of a difference comes true: what `trust` of an assessor is set to.
"""

from __future__ import annotations

import tempfile
from itertools import count
from pathlib import Path
from random import Random
from statistics import fmean
from typing import TYPE_CHECKING, Any

import msgspec

from stellwerk.core.bot import Seated
from stellwerk.core.play import moments
from stellwerk.review.assessors import assessor_of
from stellwerk.review.decisions import Measured, open_position
from stellwerk.review.judging import mean_error, spoken
from stellwerk.review.reviewer import question_of
from stellwerk.review.story import story_of
from tests.bench import asked
from tests.bench.reviews import judgements_fit, review_games, review_page

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from stellwerk.review import Verdict
    from stellwerk.review.story import Story
    from tests.bench.reviews.review_games import Kept

PLAYERS = {"transamerica": "greedy"}
"""Who plays games to their end; `hard` where it is quick enough."""
ENDS = 64
"""Number of worlds in which games are played to their end."""
TIMES = 10
"""How many times the worlds of a judgement it is looked at again in."""
SPOKEN = ("inaccuracy", "mistake", "blunder")
PLACE = "judgements"
"""Where the table stands in docs/review.md."""


class Again(msgspec.Struct, frozen=True):
    """A judgement looked at again: losses with their standard errors."""

    game: str
    level: str
    said: str
    loss: tuple[float, float]
    again: str
    more: tuple[float, float]
    """In many more worlds."""
    ends: tuple[float, float]
    """In games played to their end."""


def run(arguments: Sequence[str]) -> None:
    """Look at some judgements of each game again."""
    parser = asked.parser("judgements")
    asked.add_games(parser, asked.bringing("review"))
    parser.add_argument("--count", type=asked.above_zero(int), default=7, help="judgements of each game")
    parser.add_argument("--fit", action="store_true", help="say how much of a loss to trust")
    parser.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir()) / "stellwerk-review")
    parser.add_argument("--write", action="store_true", help="write docs/review.md")
    options = parser.parse_args(arguments)
    rows: list[Again] = []
    for key in options.games:
        if options.fit:
            judgements_fit.run(key, options.count)
            continue
        for game, verdict in chosen(review_games.kept(options.folder, key, "levels"), options.count):
            rows.append(looked_at_again(game, verdict))
            print(_row(rows[-1]), flush=True)
    if options.write and rows:
        review_page.put(PLACE, page(rows))
    if not options.fit:
        print(summary(rows) if rows else "No judgements yet: `bench review` makes them.")


def chosen(games: Iterable[Kept], count: int) -> Iterator[tuple[Kept, Verdict]]:
    """Some of all spoken judgements."""
    every = [(game, one) for game in games for one in game.verdicts if one.judgement in SPOKEN]
    yield from Random("judgements").sample(every, min(count, len(every)))


def looked_at_again(game: Kept, verdict: Verdict) -> Again:
    """One judgement, in many more worlds and in games played to their end."""
    story, assessor = story_of(game.record), assessor_of(game.record.game)
    question, turns = question_of(story, verdict.turn, "again"), both_turns(story, verdict)
    measured, (best, played) = open_position(question, assessor.mind, game.budget, turns, assessor.trust)
    for world in range(TIMES * verdict.worlds):
        measured.playout(best, world)
        measured.playout(played, world)
    more = measured.lead(best, played)[:2]
    return Again(
        game.record.game,
        game.levels[verdict.seat],
        verdict.judgement,
        (verdict.loss, verdict.error),
        spoken(max(0.0, more[0]), more[1], story.seats),
        more,
        mean_error(list(ends(story, measured, turns, verdict.seat, ENDS))),
    )


def both_turns(story: Story, verdict: Verdict) -> list[tuple[Any, ...]]:
    """The best turn and the one played."""
    return [tuple(map(story.game.parse, verdict.options[place].actions)) for place in (0, verdict.played)]


def ends(story: Story, measured: Measured, turns: Sequence[Any], seat: int, worlds: int) -> Iterator[float]:
    """By how much the better turn does better in each world, if bots play to the end."""
    for world in range(worlds):
        state = measured.position.world(world)
        best, played = (_share(story, state, actions, seat, str(world)) for actions in turns)
        yield best - played


def _share(story: Story, state: Any, actions: Iterable[Any], seat: int, seed: str) -> float:
    """A seat's share of the win after a turn and a game played to its end; both turns meet the same luck."""
    game = story.game
    for action in actions:
        state = game.apply(state, action)
    level = PLAYERS.get(game.info.key, review_games.EQUAL)
    seated = [Seated(game.bots[level](), Random(f"{seed}:{place}")) for place in range(story.seats)]

    def choose(now: Any) -> Any:
        actor = game.actor(now)
        assert actor is not None
        return seated[actor].choose(next(number), lambda: game.view(now, actor), game.legal(now))

    number = count()
    for moment in moments(game, state, choose, Random(seed)):
        state = moment.after
    result = game.result(state)
    assert result is not None
    return (seat in result.winners) / len(result.winners)


def summary(rows: Sequence[Again]) -> str:
    """How many judgements stand."""
    same, bad = sum(row.said == row.again for row in rows), sum(row.again in SPOKEN for row in rows)
    said, ends = fmean(row.more[0] for row in rows), fmean(row.ends[0] for row in rows)
    kept = sum(row.ends[0] > 0 for row in rows)
    return (
        f"{same} of {len(rows)} were judged the same in {TIMES} times as many new worlds, {bad} were still "
        f"at least inaccuracies. They cost {100 * said:.1f} points there and {100 * ends:.1f} in games "
        f"played to their end; the better turn did better in {kept}."
    )


def page(rows: Sequence[Again]) -> str:
    """The table for docs/review.md."""
    head = (
        "| game | level | said | points | in more worlds | points | played to the end |\n"
        "|---|---|---|---|---|---|---|"
    )
    return "\n".join([summary(rows), "", head, *map(_row, rows)])


def _row(row: Again) -> str:
    found = (row.loss, row.more, row.ends)
    loss, more, ends = (f"{100 * mean:.1f} ± {200 * error:.1f}" for mean, error in found)
    text = f"| {row.game} | {row.level} | {row.said} | {loss} | {row.again} | {more} | {ends} |"
    return text.replace("-", "−")
