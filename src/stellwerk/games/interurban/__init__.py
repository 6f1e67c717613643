"""InterUrban: six railway lines on which all players build. `GAME` is all that other packages import.

`law` holds the rules (docs/rules/interurban.md lists the clauses), `show` draws them, `fast` plays them for
search, `mind` has the bots, `encode` turns the game into numbers, and `texts` has the sentences.
"""

from stellwerk.core.game import Game
from stellwerk.games.interurban.info import INFO
from stellwerk.games.interurban.law.actions import Action
from stellwerk.games.interurban.law.count import pieces, tally
from stellwerk.games.interurban.law.legal import legal
from stellwerk.games.interurban.law.log import log, reveals
from stellwerk.games.interurban.law.notation import parse, public_text, to_text
from stellwerk.games.interurban.law.opening import opening
from stellwerk.games.interurban.law.rules import actor, apply, begin
from stellwerk.games.interurban.law.sample import sample
from stellwerk.games.interurban.law.scoring import result
from stellwerk.games.interurban.law.state import State
from stellwerk.games.interurban.law.supply import chance
from stellwerk.games.interurban.law.tell import tell
from stellwerk.games.interurban.law.view import View, bare_view, standing, view
from stellwerk.games.interurban.mind.levels import BOTS

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
    former_bot_names={
        "easy": "Emmi",
        "medium": "Konrad",
        "hard": "Rosalie",
        "master": "Albrecht",
        "greedy": "Gernot",
        "simple": "Berta",
        "random": "Zufall",
    },
)
