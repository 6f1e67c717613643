"""Do ratings find out how strong people are? `run.py bench ratings [--people N] [--games N] [--write]`.

People with known strengths play simulated games; seats are unequal, some opponents are bots. It prints how
far ratings are from the truth after each number of games, how often the truth lies within their interval, and
what happens without the correction for seats. With `--write` it draws docs/ratings.svg.
"""

from __future__ import annotations

from math import log, sqrt
from pathlib import Path
from random import Random
from statistics import fmean
from typing import TYPE_CHECKING, Final, NamedTuple

from stellwerk.ratings import UNKNOWN, Entrant, fixed, rate
from stellwerk.ratings.scale import MIDDLE, doubt_of, is_sure, noise, points_of
from tests.bench import asked
from tests.bench.bots.ratings_drawing import draw

if TYPE_CHECKING:
    from collections.abc import Sequence

    from stellwerk.ratings import Strength

PICTURE: Final = Path(__file__).parents[3] / "docs" / "ratings.svg"
SEATS: Final = (2, 3, 4, 5, 6)
SPREAD: Final = 200.0
"""How much the strengths of people differ: the standard deviation, in points."""
WORTH: Final = 60.0
"""What the first seat is worth in a simulated game, in points; the last one costs as much."""
BOTS: Final = (1100.0, 1400.0, 1700.0, 1900.0)
BOT_SHARE: Final = 0.2
"""How often a seat is a bot's."""
TIES: Final = 0.03
"""How often two neighbours in the result share a place."""
MARKS: Final = (5, 10, 20, 30, 50, 100, 200)


class Plan(NamedTuple):
    """What is simulated."""

    seats: tuple[int, ...] = SEATS
    """The numbers of seats, each as often."""
    people: int = 60
    games: int = 200
    """Games of each person."""
    bots: float = BOT_SHARE
    corrects: bool = True
    """False to rate as if all seats were alike."""
    keeps_seats: bool = False
    """True if half of the people always sit first and the others never do."""
    seed: str = "ratings"


class Found(NamedTuple):
    """How good the ratings are after some number of games of each person."""

    games: int
    error: float
    """Root of the mean square of the distance to the truth, in points."""
    coverage: float
    """Share of people whose true strength lies within the interval that is shown."""
    sure: float
    """Share of people who are no longer provisional."""
    bias: float
    """How much higher those who sit first are rated, on average, than they should be."""


def simulate(plan: Plan) -> list[Found]:
    """The ratings of people with known strengths, measured after each of `MARKS` and at the end."""
    rng = Random(plan.seed)
    truth = [rng.gauss(MIDDLE, SPREAD) for _ in range(plan.people)]
    known: list[Strength] = [UNKNOWN] * plan.people
    found = []
    for number in range(1, plan.games + 1):
        waiting = list(range(plan.people))
        rng.shuffle(waiting)
        while waiting:
            seats = rng.choice(plan.seats)
            people = max(1, min(len(waiting), sum(rng.random() >= plan.bots for _ in range(seats))))
            play(plan, rng, [waiting.pop() for _ in range(people)], seats, truth, known)
        if number in MARKS or number == plan.games:
            found.append(measured(number, truth, known))
    return found


def play(
    plan: Plan, rng: Random, people: list[int], seats: int, truth: Sequence[float], known: list[Strength]
) -> None:
    """One game of some people and bots, and what it changes."""
    if plan.keeps_seats:
        people.sort(key=lambda one: one % 2)  # even numbers first
    bots = [rng.choice(BOTS) for _ in range(seats - len(people))]
    places = list(range(seats))
    if not plan.keeps_seats:
        rng.shuffle(places)
    worths = [WORTH - 2 * WORTH * place / (seats - 1) for place in places]
    strengths = [truth[one] for one in people] + bots
    ranks = result(rng, [one + worth for one, worth in zip(strengths, worths, strict=True)])
    entrants = [
        Entrant(strength, rank, worth if plan.corrects else 0.0, is_fixed)
        for strength, rank, worth, is_fixed in zip(
            [*(known[one] for one in people), *map(fixed, bots)],
            ranks,
            worths,
            [False] * len(people) + [True] * len(bots),
            strict=True,
        )
    ]
    for one, after in zip(people, rate(entrants), strict=False):
        known[one] = after


def result(rng: Random, strengths: Sequence[float]) -> list[int]:
    """Ranks as Plackett and Luce's model draws them, with a shared place now and then."""
    scale = noise(len(strengths))
    shown = [one - scale * log(-log(rng.random())) for one in strengths]
    ranks = [0] * len(strengths)
    order = sorted(range(len(strengths)), key=lambda seat: -shown[seat])
    for place, seat in enumerate(order, start=1):
        shares = place > 1 and rng.random() < TIES
        ranks[seat] = ranks[order[place - 2]] if shares else place
    return ranks


def measured(games: int, truth: Sequence[float], known: Sequence[Strength]) -> Found:
    """How good ratings are."""
    errors = [points_of(one.mean) - true for one, true in zip(known, truth, strict=True)]
    within = [abs(error) <= doubt_of(one) for error, one in zip(errors, known, strict=True)]
    return Found(
        games,
        sqrt(fmean(error**2 for error in errors)),
        fmean(within),
        fmean(map(is_sure, known)),
        fmean(errors[::2]) - fmean(errors[1::2]),
    )


def plans(people: int, games: int) -> dict[str, Plan]:
    """What the page shows."""
    usual = Plan(people=people, games=games)
    by_seats = {f"{seats} seats": usual._replace(seats=(seats,)) for seats in SEATS}
    return {"2 to 6 seats": usual, **by_seats, "without bots": usual._replace(bots=0.0)}


def run(arguments: Sequence[str]) -> None:
    """Simulate, print tables, and draw the course of the errors."""
    asking = asked.parser("ratings")
    asking.add_argument("--people", type=asked.above_zero(int), default=400)
    asking.add_argument("--games", type=asked.above_zero(int), default=200)
    asking.add_argument("--write", action="store_true", help="draw docs/ratings.svg")
    options = asking.parse_args(arguments)
    courses = {name: simulate(plan) for name, plan in plans(options.people, options.games).items()}
    for name, course in courses.items():
        for one in course:
            print(f"| {name} | {one.games} | {one.error:.0f} | {one.coverage:.1%} | {one.sure:.0%} |")
    for corrects in (True, False):
        plan = Plan((2,), options.people, options.games, 0.0, corrects, keeps_seats=True)
        print(f"| {'with' if corrects else 'without'} | {simulate(plan)[-1].bias:+.0f} |".replace("-", "−"))
    if options.write:
        errors = {name: [(one.games, one.error) for one in course] for name, course in courses.items()}
        PICTURE.write_text(draw(errors), encoding="utf-8")
