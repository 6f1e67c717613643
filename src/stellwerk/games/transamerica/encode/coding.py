"""TransAmerica for programs that learn: `ids`, `tensor` and `fast.runner` together."""

from stellwerk.core.coding import Coding
from stellwerk.games.transamerica.encode.ids import IDS, dealt, encode, pieces, urns
from stellwerk.games.transamerica.encode.tensor import NOVELTIES, known_alone, layout, most_news, news, write
from stellwerk.games.transamerica.fast.moves import decode
from stellwerk.games.transamerica.fast.runner import Runner
from stellwerk.games.transamerica.law.actions import Action
from stellwerk.games.transamerica.law.data import CROSSINGS
from stellwerk.games.transamerica.law.state import State
from stellwerk.games.transamerica.law.view import View, bare_view


def action_of(state: State, move: int) -> Action:
    """The action of a move of the fast core."""
    del state
    return decode(move)


CODING: Coding[State, Action, View] = Coding(
    ids=IDS,
    encode=encode,
    hidden=(),
    outcomes=CROSSINGS,
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
    runner_deals=True,
)
