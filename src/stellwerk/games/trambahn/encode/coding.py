"""Trambahn for programs that learn: `ids`, `tensor` and `fast.runner` together."""

from stellwerk.core.coding import Coding
from stellwerk.games.trambahn.encode.ids import HIDDEN, IDS, dealt, encode, pieces, urns
from stellwerk.games.trambahn.encode.tensor import NOVELTIES, known_alone, layout, most_news, news, write
from stellwerk.games.trambahn.fast.codes import action_of
from stellwerk.games.trambahn.fast.runner import Runner
from stellwerk.games.trambahn.law.actions import Action
from stellwerk.games.trambahn.law.data import CARDS
from stellwerk.games.trambahn.law.state import State
from stellwerk.games.trambahn.law.view import View, bare_view


def decode(state: State, move: int) -> Action:
    """The action of a move of the fast core in a state."""
    return action_of(move, [row.number for row in state.players[state.turn].rows])


CODING: Coding[State, Action, View] = Coding(
    ids=IDS,
    encode=encode,
    hidden=HIDDEN,
    outcomes=len(CARDS),
    urns=urns,
    dealt=dealt,
    pieces=pieces,
    bare_view=bare_view,
    layout=layout,
    write=write,
    novelties=NOVELTIES,
    news=news,
    known_alone=known_alone,
    most_news=most_news,
    runner=Runner.of,
    decode=decode,
)
