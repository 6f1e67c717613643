"""The end of a round and of the game: TA-4.4, TA-5, TA-6, TA-V.2. `rules` decides when a round ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from stellwerk.core.game import Result
from stellwerk.games.transamerica.law.connection import Connection, cheapest
from stellwerk.games.transamerica.law.state import FinishedRound, Player, RoundScore, State, Step

if TYPE_CHECKING:
    from collections.abc import Sequence


def finish_round(state: State) -> State:
    """Turn up the cards, take the losses, clear the board (TA-4.4, TA-5, TA-6.1)."""
    completions = [_completion(state, seat) for seat in range(len(state.players))]
    losses = tuple(completion.cost for completion in completions)
    reason = "TA-4.1" if 0 in losses else "TA-4.3"
    players = tuple(Player(player.score - loss) for player, loss in zip(state.players, losses, strict=True))
    state = replace(
        state,
        players=players,
        rails=0,
        turns=(),
        rounds=(*state.rounds, RoundScore(losses, reason)),
        last_round=_opened(state, completions),
        step=Step.DEAL,
    )
    state = replace(state, barrier=_barrier(state), turn=state.round_starter)
    return replace(state, step=Step.OVER) if _is_over(state) else state


def _completion(state: State, seat: int) -> Connection:
    """What a player is missing at the end of the round (TA-5.1)."""
    player = state.players[seat]
    if player.is_connected or player.marker is None:
        return Connection(0, 0)
    return cheapest(player.marker, player.cities, state.rails | player.coloured, state.foreign(seat))


def _opened(state: State, completions: Sequence[Connection]) -> FinishedRound:
    return FinishedRound(
        cities=tuple(player.cities for player in state.players),
        markers=tuple(player.marker for player in state.players if player.marker is not None),
        rails=state.rails,
        coloured=tuple(player.coloured for player in state.players),
        missing=tuple(completion.missing for completion in completions),
    )


def _barrier(state: State) -> int | None:
    """Where the barrier lies now; it moves after the second round or never (TA-5.3)."""
    lowest = min(player.score for player in state.players)
    moves = len(state.rounds) == 2 and lowest >= 4
    return lowest - 3 if moves and state.barrier is not None else state.barrier


def _is_over(state: State) -> bool:
    if state.options.rounds != "barrier":
        return len(state.rounds) == state.options.rounds * len(state.players)  # TA-V.2
    return any(has_passed(state, player) for player in state.players)  # TA-6.2


def has_passed(state: State, player: Player) -> bool:
    """True if a player's locomotive has passed the barrier (TA-2.1)."""
    return state.barrier is not None and player.score <= state.barrier


def end_reason(state: State) -> str:
    """The clause that ends the game."""
    return "TA-6.2" if state.options.rounds == "barrier" else "TA-V.2"


def result(state: State) -> Result | None:
    """Final points, ranks and the score sheet (TA-6.2); None before the game is over."""
    if state.step is not Step.OVER:
        return None
    scores = tuple(player.score for player in state.players)
    ranks = tuple(1 + sum(other > score for other in scores) for score in scores)
    return Result(
        scores=scores,
        ranks=ranks,
        winners=tuple(seat for seat, rank in enumerate(ranks) if rank == 1),
        reason=end_reason(state),
        sheet={
            "rounds": [{"losses": list(entry.losses), "reason": entry.reason} for entry in state.rounds],
            "totals": list(scores),
            "barrier": state.barrier,
        },
    )
