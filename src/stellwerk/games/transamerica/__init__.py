"""TransAmerica: connect five secret cities before the others do.

`GAME`, put together from the rooms, is all that the rest of the program imports. Start reading with
`law.rules`, beside the clauses in docs/rules/transamerica.md.
"""

from stellwerk.core.game import Game
from stellwerk.games.transamerica.info import INFO
from stellwerk.games.transamerica.law.actions import Action
from stellwerk.games.transamerica.law.count import pieces, tally
from stellwerk.games.transamerica.law.deal import chance
from stellwerk.games.transamerica.law.legal import legal
from stellwerk.games.transamerica.law.log import log, reveals
from stellwerk.games.transamerica.law.notation import parse, public_text, to_text
from stellwerk.games.transamerica.law.opening import opening
from stellwerk.games.transamerica.law.rules import actor, apply, begin
from stellwerk.games.transamerica.law.sample import sample
from stellwerk.games.transamerica.law.scoring import result
from stellwerk.games.transamerica.law.state import State
from stellwerk.games.transamerica.law.tell import tell
from stellwerk.games.transamerica.law.view import View, bare_view, opened, standing, view
from stellwerk.games.transamerica.mind.levels import BOTS

GAME: Game[State, Action, View] = Game(
    info=INFO,
    begin=begin,
    actor=actor,
    legal=legal,
    apply=apply,
    chance=chance,
    view=view,
    standing=standing,
    sample=sample,
    result=result,
    to_text=to_text,
    parse=parse,
    public_text=public_text,
    reveals=reveals,
    log=log,
    tell=tell,
    opening=opening,
    pieces=pieces,
    tally=tally,
    bots=BOTS,
    state_type=State,
    action_type=Action,
    view_type=View,
    bare_view=bare_view,
    opened=opened,
    former_bot_names={
        "easy": "Mabel",
        "medium": "Clayton",
        "hard": "Josephine",
        "master": "Judah",
        "greedy": "Ames",
        "nearest": "Casey",
        "simple": "Otis",
        "random": "Dusty",
    },
)
