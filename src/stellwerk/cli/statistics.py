"""Statistics of many games: playing them, adding up their numbers, and printing the totals."""

from __future__ import annotations

from collections import Counter
from statistics import fmean
from typing import TYPE_CHECKING, Any

import msgspec
from rich import box
from rich.table import Table
from rich.text import Text

from stellwerk.cli.arguments import options_text
from stellwerk.cli.local import bots_rng
from stellwerk.cli.session import printable
from stellwerk.core import registry
from stellwerk.core.bot import Seated
from stellwerk.core.chance import Chance, draw_start_seat
from stellwerk.core.play import moments
from stellwerk.core.setup import OptionValue

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from stellwerk.cli.session import Session
    from stellwerk.core.texts import Texts


class Plan(msgspec.Struct, frozen=True):
    """Which games are played."""

    game: str
    seats: int
    options: dict[str, OptionValue]
    bots: tuple[str, ...]
    seed: str


class Outcome(msgspec.Struct, frozen=True):
    """The numbers of one game."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    reason: str
    actions: int
    tally: dict[str, int]


class Spread(msgspec.Struct, frozen=True):
    """A number that every game has."""

    total: int
    mean: float
    min: int
    max: int


class SeatSummary(msgspec.Struct, frozen=True):
    """The results of one seat."""

    bot: str
    wins: float
    """Share of the games; a shared first place counts in parts."""
    score: float


class Summary(msgspec.Struct, frozen=True):
    """The statistics of all games of a plan."""

    plan: Plan
    games: int
    seats: tuple[SeatSummary, ...]
    actions: Spread
    tally: dict[str, Spread]
    ratios: dict[str, float]
    reasons: dict[str, int]


def simulate_games(plan: Plan, numbers: Iterable[int]) -> list[Outcome]:
    """Play some of the games."""
    return [simulate_game(plan, f"{plan.seed}:{number}") for number in numbers]


def simulate_game(plan: Plan, seed: str) -> Outcome:
    """Play the game of a seed, which decides who starts, all chance and the bots' random numbers."""
    game = registry.load(plan.game)
    rng = bots_rng(seed)
    bots = [Seated(game.bots[name](), rng) for name in plan.bots]
    actions = 0

    def choose(state: Any) -> Any:
        seat = game.actor(state)
        assert seat is not None  # `moments` asks only while somebody has to act
        return bots[seat].choose(actions, lambda: game.view(state, seat), game.legal(state))

    state = game.initial(plan.seats, plan.options, draw_start_seat(seed, plan.seats))
    tally: Counter[str] = Counter()
    for moment in moments(game, state, choose, Chance(seed)):
        tally.update(game.tally(moment.before, moment.action, moment.after))
        state, actions = moment.after, moment.number
    result = game.result(state)
    assert result is not None, "a game that nobody acts in is over"
    return Outcome(result.scores, result.winners, result.reason, actions, dict(tally))


def summary_of(plan: Plan, outcomes: Sequence[Outcome], texts: Texts) -> Summary:
    """Add up all games. The game's texts name the counters (`statistics`) and ratios of them (`ratios`)."""
    found = {name for outcome in outcomes for name in outcome.tally}
    named = [*texts.section("statistics"), *sorted(found - texts.section("statistics").keys())]
    tally = {name: spread([outcome.tally.get(name, 0) for outcome in outcomes]) for name in named}
    return Summary(
        plan=plan,
        games=len(outcomes),
        seats=tuple(_seat(plan.bots[seat], seat, outcomes) for seat in range(plan.seats)),
        actions=spread([outcome.actions for outcome in outcomes]),
        tally=tally,
        ratios=_ratios(texts.section("ratios"), tally),
        reasons=dict(sorted(Counter(outcome.reason for outcome in outcomes).items())),
    )


def spread(numbers: Sequence[int]) -> Spread:
    """Total, mean and range."""
    return Spread(sum(numbers), fmean(numbers), min(numbers), max(numbers))


def _seat(bot: str, seat: int, outcomes: Sequence[Outcome]) -> SeatSummary:
    wins = fmean((seat in outcome.winners) / len(outcome.winners) for outcome in outcomes)
    return SeatSummary(bot, wins, fmean(outcome.scores[seat] for outcome in outcomes))


def _ratios(names: Iterable[str], tally: dict[str, Spread]) -> dict[str, float]:
    """The quotient of two totals for each name ``part/whole``, unless the whole is 0."""
    ratios = {}
    for name in names:
        part, _, whole = name.partition("/")
        if part in tally and whole in tally and tally[whole].total:
            ratios[name] = tally[part].total / tally[whole].total
    return ratios


def print_statistics(session: Session, summary: Summary) -> None:
    """Print all tables."""
    texts, screen = session.texts, session.screen
    title = f"{texts.section('game')['title']}: {summary.games} {texts.say('games')}"
    screen.print(Text(title, "bold"))
    plan = summary.plan
    seed = f"{texts.say('seed_label')} {printable(plan.seed)}"
    screen.print(Text(", ".join(filter(None, (seed, options_text(plan.options)))), "dim"))
    screen.print(_seat_table(session, summary))
    screen.print(_tally_table(session, summary))
    if summary.ratios:
        screen.print(_ratio_table(session, summary))
    for reason, count in summary.reasons.items():
        share = texts.number(100 * count / summary.games, 1)
        screen.print(Text(texts.say("ended_by", reason=reason, count=count, share=share)))


def _seat_table(session: Session, summary: Summary) -> Table:
    texts = session.texts
    table = Table(texts.say("seat"), texts.say("bot"), box=box.SIMPLE_HEAD)
    for label in ("wins", "mean_score"):
        table.add_column(texts.say(label), justify="right")
    for number, seat in enumerate(summary.seats):
        wins = f"{texts.number(100 * seat.wins, 1)} %"
        table.add_row(str(number), seat.bot, wins, texts.number(seat.score))
    return table


def _tally_table(session: Session, summary: Summary) -> Table:
    texts = session.texts
    labels = texts.section("statistics")
    table = Table(texts.say("per_game"), box=box.SIMPLE_HEAD)
    for label in ("mean", "least", "most"):
        table.add_column(texts.say(label), justify="right")
    rows = {texts.say("actions"): summary.actions}
    rows |= {str(labels.get(name, name)): item for name, item in summary.tally.items()}
    for label, item in rows.items():
        table.add_row(label, texts.number(item.mean), str(item.min), str(item.max))
    return table


def _ratio_table(session: Session, summary: Summary) -> Table:
    texts = session.texts
    table = Table(texts.say("ratio"), box=box.SIMPLE_HEAD)
    table.add_column(texts.say("mean"), justify="right")
    for name, value in summary.ratios.items():
        table.add_row(str(texts.section("ratios")[name]), texts.number(value))
    return table
