"""Trambahn for programs that learn: `ids`, `tensor` and `runner` together."""

from stellwerk.core.coding import Coding
from stellwerk.games.trambahn.actions import Action
from stellwerk.games.trambahn.data import CARDS
from stellwerk.games.trambahn.ids import HIDDEN, IDS, dealt, encode, pieces, urns
from stellwerk.games.trambahn.runner import Runner, decode
from stellwerk.games.trambahn.state import State
from stellwerk.games.trambahn.tensor import NOVELTIES, layout, most_news, news, write
from stellwerk.games.trambahn.view import View, bare_view

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
    most_news=most_news,
    runner=Runner.of,
    decode=decode,
)
