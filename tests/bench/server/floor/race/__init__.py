"""A trivial game: two players add 1, 2 or 3 in turn; whoever reaches 100 has won. Nothing is hidden."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from stellwerk.core.bot import RandomBot
from stellwerk.core.errors import IllegalAction, NotationError
from stellwerk.core.game import Game, LogLine, Result
from stellwerk.core.setup import GameInfo, SeatRange

if TYPE_CHECKING:
    from collections.abc import Mapping

    from stellwerk.core.chance import RandomSource
    from stellwerk.core.setup import Setup

GOAL = 100


class Race(msgspec.Struct, frozen=True):
    """How far they have come; also what everybody sees."""

    total: int
    turn: int


def begin(setup: Setup) -> Race:
    return Race(0, setup.start_seat)


def actor(state: Race) -> int | None:
    return state.turn if state.total < GOAL else None


def legal(state: Race) -> tuple[int, ...]:
    return (1, 2, 3) if state.total < GOAL else ()


def apply(state: Race, action: int) -> Race:
    if action not in legal(state):
        raise IllegalAction("RC-1", "no_step", {})
    return Race(state.total + action, 1 - state.turn)


def chance(state: Race, rng: RandomSource) -> int:
    raise AssertionError(f"{state} needs no {rng}")


def view(state: Race, seat: int | None) -> Race:
    del seat
    return state


def sample(seen: Race, rng: RandomSource) -> Race:
    del rng
    return seen


def result(state: Race) -> Result | None:
    if state.total < GOAL:
        return None
    winner = 1 - state.turn
    scores = tuple(int(seat == winner) for seat in range(2))
    return Result(scores, tuple(2 - score for score in scores), (winner,), "RC-1", None)


def parse(text: str) -> int:
    if text not in ("1", "2", "3"):
        raise NotationError(text)
    return int(text)


def reveals(before: Race, action: int, after: Race) -> bool:
    del before, action, after
    return False


def log(before: Race, action: int, after: Race, seat: int | None) -> tuple[LogLine, ...]:
    del after, seat
    return (LogLine("step", {"seat": before.turn, "steps": action}),)


def standing(view: Race) -> tuple[int, ...]:
    return tuple(int(view.total >= GOAL and seat != view.turn) for seat in range(2))


def pieces(state: Race) -> Mapping[str, int]:
    del state
    return {}


def tally(before: Race, action: int, after: Race) -> Mapping[str, int]:
    del before, action, after
    return {}


GAME: Game[Race, int, Race] = Game(
    info=GameInfo("race", "Race", SeatRange(2, 2), {}, 1, GOAL, ("RA-1",)),
    begin=begin,
    actor=actor,
    legal=legal,
    apply=apply,
    chance=chance,
    view=view,
    standing=standing,
    sample=sample,
    result=result,
    to_text=str,
    parse=parse,
    public_text=str,
    reveals=reveals,
    log=log,
    pieces=pieces,
    tally=tally,
    bots={"random": RandomBot},
    state_type=Race,
    action_type=int,
    view_type=Race,
)
