"""InterUrban for programs that learn: `ids`, `tensor` and `fast.runner` together."""

from stellwerk.core.coding import Coding
from stellwerk.games.interurban.encode.ids import IDS, OUTCOMES, dealt, encode, pieces, urns
from stellwerk.games.interurban.encode.tensor import NOVELTIES, known_alone, layout, most_news, news, write
from stellwerk.games.interurban.fast.read import decode
from stellwerk.games.interurban.fast.runner import Runner
from stellwerk.games.interurban.law.actions import Action
from stellwerk.games.interurban.law.state import State
from stellwerk.games.interurban.law.view import View, bare_view


def action_of(state: State, move: int) -> Action:
    """The action of a move of the fast core."""
    del state
    return decode(move)


CODING: Coding[State, Action, View] = Coding(
    ids=IDS,
    encode=encode,
    hidden=(),
    outcomes=len(OUTCOMES),
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
    decode=action_of,
)
