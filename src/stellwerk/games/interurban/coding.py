"""InterUrban for programs that learn: `ids`, `tensor` and `fast_runner` together."""

from stellwerk.core.coding import Coding
from stellwerk.games.interurban.actions import Action
from stellwerk.games.interurban.fast_read import decode
from stellwerk.games.interurban.fast_runner import Runner
from stellwerk.games.interurban.ids import IDS, OUTCOMES, dealt, encode, pieces, urns
from stellwerk.games.interurban.state import State
from stellwerk.games.interurban.tensor import NOVELTIES, known_alone, layout, most_news, news, write
from stellwerk.games.interurban.view import View, bare_view


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
