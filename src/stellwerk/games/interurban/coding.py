"""InterUrban for programs that learn: `ids`, `tensor` and `runner` together."""

from stellwerk.core.coding import Coding
from stellwerk.games.interurban.actions import Action
from stellwerk.games.interurban.ids import IDS, OUTCOMES, dealt, encode, pieces, urns
from stellwerk.games.interurban.runner import Runner, decode
from stellwerk.games.interurban.state import State
from stellwerk.games.interurban.tensor import NOVELTIES, layout, most_news, news, write
from stellwerk.games.interurban.view import View, bare_view

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
    most_news=most_news,
    runner=Runner.of,
    decode=decode,
)
