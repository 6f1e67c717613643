"""One decision judged from its seat's view: the best turn, what the turn played loses against it, and why.

First all turns are halved in the same worlds to find the best one, and where playouts differ much the leaders
meet once more. Then it meets the turn played in new
worlds: the turn that won the first part was also lucky there, and in new worlds it is not. Worlds are added
while the judgement is not clear. Everything follows from the view, the turn played, the seed and the budget.
"""

from __future__ import annotations

from hashlib import sha256
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from stellwerk.review.judging import FREE, is_settled, mean_error, spoken
from stellwerk.review.model import Expected, Inference, Option, Reason, Verdict
from stellwerk.review.telling import imagined, tell_lines, tell_option
from stellwerk.search import Analysis, halve
from stellwerk.search import Budget as SearchBudget
from stellwerk.search import Option as SearchOption

if TYPE_CHECKING:
    from collections.abc import Sequence

    from stellwerk.core.game import AnyGame
    from stellwerk.review.model import Budget, Judgement
    from stellwerk.search import Assessor, Mind, Position, Turn

Actions = tuple[Any, ...]
LEADERS = 4
"""How many of the best turns meet again where playouts differ much."""
TOLD = 5
"""How many options are told in words."""


class Question(NamedTuple):
    """A decision as its seat met it."""

    game: AnyGame
    view: Any
    seats: int
    seed: str

    def random(self) -> Random:
        """Random numbers that depend on nothing but what the seat could see."""
        digest = sha256(msgspec.json.encode(self.view)).hexdigest()
        return Random(f"{self.seed}:{digest}")  # noqa: S311 (possible worlds, no secrets)


class Measured:
    """A position that remembers every playout, so that turns can be compared world by world."""

    def __init__(self, position: Position[Any], trust: float = 1.0) -> None:
        self.position = position
        self._trust = trust
        self.values: list[dict[int, float]] = [{} for _ in position.turns]

    @property
    def turns(self) -> Sequence[Turn[Any]]:
        """The turns of the position."""
        return self.position.turns

    def playout(self, turn: int, world: int) -> float:
        """The value of a turn in a world."""
        known = self.values[turn]
        if world not in known:
            known[world] = self.position.playout(turn, world)
        return known[world]

    @property
    def worlds(self) -> int:
        """The number of the first world that no turn has met."""
        return 1 + max((max(known) for known in self.values if known), default=-1)

    def lead(self, better: int, other: int, first: int = 0) -> tuple[float, float, int]:
        """By how much one turn leads another in the worlds from `first` on that both met, with the standard
        error and the number of worlds; as much of it as the assessor is trusted to be right about."""
        common = [world for world in self.values[better] if world >= first and world in self.values[other]]
        if not common:
            return 0.0, 1.0, 0
        leads = [self.values[better][world] - self.values[other][world] for world in common]
        mean, error = mean_error(leads)
        return self._trust * mean, self._trust * error, len(common)


def open_position(
    question: Question, mind: Mind[Any, Any], budget: Budget, asked: Sequence[Actions], trust: float = 1.0
) -> tuple[Measured, list[int]]:
    """The decision with all turns to be examined, and the places of those asked for."""
    rng = question.random()
    position = mind.position(question.view, rng, budget.width)
    places = [position.consider(actions) for actions in asked]
    for _ in range(budget.odd):
        position.consider(_any_turn(question, rng))
    return Measured(position, trust), places


def judge_decision(
    question: Question, assessor: Assessor[Any], budget: Budget, played: Actions, turn: int, first: int
) -> Verdict:
    """The verdict on a turn."""
    measured, (place,) = open_position(question, assessor.mind, budget, [played], assessor.trust)
    seat = question.view.seat
    if len(measured.turns) == 1:
        return _verdict(
            question, measured, [place], "forced", (0.0, 0.0, 0), (turn, seat, first, place), assessor
        )
    order = best_for(measured, assessor, budget)
    rival = next(number for number in order if number != place)
    start = measured.worlds
    loss, error, worlds = compare(measured, rival, place, budget, question.seats)
    judgement = spoken(max(0.0, loss), error, question.seats)
    ranked = [rival, place] if loss > 0 else [place, rival]
    ranked += [number for number in order if number not in ranked]
    if _is_free(measured, ranked, start):
        judgement = "free"
    found = (max(0.0, loss), error, worlds)
    return _verdict(question, measured, ranked, judgement, found, (turn, seat, first, place), assessor)


def find_best(measured: Measured, prior_weight: float, simulations: int) -> list[int]:
    """All turns, the best first by halving."""
    estimates = halve(measured, SearchBudget(simulations), prior_weight)
    return [estimate.turn for estimate in estimates]


def best_for(measured: Measured, assessor: Assessor[Any], budget: Budget) -> list[int]:
    """All turns, the best first by halving; then the leaders by new worlds, where the assessor wants that."""
    order = find_best(measured, assessor.prior_weight, assessor.patience * budget.simulations)
    start, leaders = measured.worlds, order[:LEADERS]
    if not assessor.contest:
        return order
    for world in range(start, start + min(assessor.contest, budget.limit)):
        for number in leaders:
            measured.playout(number, world)
    return sorted(leaders, key=lambda number: -_mean(measured, number, start)) + order[LEADERS:]


def compare(
    measured: Measured, rival: int, place: int, budget: Budget, seats: int
) -> tuple[float, float, int]:
    """By how much a rival leads the turn played in new worlds, added until the judgement is clear."""
    start, count = measured.worlds, budget.worlds
    while True:
        for world in range(start, start + count):
            measured.playout(rival, world)
            measured.playout(place, world)
        lead, error, worlds = measured.lead(rival, place, start)
        if count >= budget.limit or is_settled(max(0.0, lead), error, seats):
            return lead, error, worlds
        count = min(2 * count, budget.limit)


def _is_free(measured: Measured, ranked: list[int], start: int) -> bool:
    """True if all turns lie within one point of the best, certainly."""
    for place, number in enumerate(ranked[1:], 1):
        lead, error, worlds = measured.lead(ranked[0], number, start if place == 1 else 0)
        if not worlds or abs(lead) + error > FREE:
            return False
    return True


def _any_turn(question: Question, rng: Random) -> Actions:
    """A random turn in a world that the seat could imagine."""
    game, seat = question.game, question.view.seat
    state, actions = game.sample(question.view, rng), []
    while game.actor(state) == seat:
        legal = game.legal(state)
        actions.append(legal[rng.randrange(len(legal))])
        state = game.apply(state, actions[-1])
    return tuple(actions)


def _verdict(
    question: Question,
    measured: Measured,
    ranked: list[int],
    judgement: Judgement,
    found: tuple[float, float, int],
    about: tuple[int, int, int, int],
    assessor: Assessor[Any],
) -> Verdict:
    loss, error, worlds = found
    turn, seat, first, place = about
    start = measured.worlds - worlds
    value = _mean(measured, ranked[0], start) if worlds else measured.turns[ranked[0]].prior
    shown = ranked[: 1 if ranked[0] == place else 2]
    return Verdict(
        turn=turn,
        seat=seat,
        first=first,
        judgement=judgement,
        loss=loss,
        error=error,
        value=value,
        worlds=worlds,
        played=ranked.index(place),
        options=_options(question, measured, ranked, worlds),
        expected=tuple(expected_after(question, measured, number) for number in shown),
        reasons=reasons_for(measured, ranked),
        reads=tuple(
            Inference(one.seat, one.subject, tuple(one.chances), one.is_single)
            for one in assessor.reads(question.view)
        ),
    )


def _mean(measured: Measured, number: int, start: int) -> float:
    values = [value for world, value in measured.values[number].items() if world >= start]
    return sum(values) / len(values)


def _options(question: Question, measured: Measured, ranked: list[int], worlds: int) -> tuple[Option, ...]:
    """The best turn, the one compared with it in the last worlds, and the others by loss."""
    first, best = measured.worlds - worlds, ranked[0]
    options = [_option(question, measured, best, (0.0, 0.0, worlds))]
    options += [_option(question, measured, one, measured.lead(best, one, first)) for one in ranked[1:2]]
    rest = [_option(question, measured, one, measured.lead(best, one)) for one in ranked[2:]]
    options += sorted(rest, key=lambda option: option.loss)
    game, imaginable = question.game, imagined(question.game, question.view, question.random())
    for place, option in enumerate(options[:TOLD]):
        actions = tuple(map(game.parse, option.actions))
        told = tell_option(game, imaginable, actions, question.view.seat)
        options[place] = msgspec.structs.replace(option, told=told)
    return tuple(options)


def _option(question: Question, measured: Measured, number: int, lead: tuple[float, float, int]) -> Option:
    texts = tuple(map(question.game.to_text, measured.turns[number].actions))
    return Option(texts, max(0.0, lead[0]), lead[1], lead[2])


def expected_after(question: Question, measured: Measured, number: int) -> tuple[Expected, ...]:
    """The play expected after a turn, in one world."""
    position, actions = measured.position, measured.turns[number].actions
    lines = position.line(number, 0)
    told = tell_lines(question.game, position.world(0), actions, lines, question.random()) if lines else []
    told += [()] * (len(lines) - len(told))
    return tuple(Expected(one.seat, one.actions, words) for one, words in zip(lines, told, strict=True))


def reasons_for(measured: Measured, ranked: list[int]) -> tuple[Reason, ...]:
    """What sets the best turn apart from the next one, then what both gain."""
    if len(ranked) < 2:
        return ()
    options = tuple(
        SearchOption(
            measured.turns[number].actions,
            0.0,
            len(measured.values[number]),
            measured.turns[number].prior,
            number,
        )
        for number in ranked[:2]
    )
    analysis = Analysis(options, 0, 0.0, measured.position)
    apart = [Reason(term.code, dict(term.params), term.value) for term in analysis.reasons()]
    common = [
        Reason(term.code, dict(term.params), term.value, is_common=True) for term in analysis.in_common()
    ]
    return tuple(apart + common)
