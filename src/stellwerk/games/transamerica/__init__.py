"""TransAmerica: five secret cities each. `rules` is the law; docs/rules/transamerica.md has the clauses."""

from stellwerk.core.bot import RandomBot
from stellwerk.core.game import Game
from stellwerk.games.transamerica.actions import Action
from stellwerk.games.transamerica.bot import SimpleBot
from stellwerk.games.transamerica.count import pieces, tally
from stellwerk.games.transamerica.deal import chance
from stellwerk.games.transamerica.info import INFO
from stellwerk.games.transamerica.legal import legal
from stellwerk.games.transamerica.log import log, reveals
from stellwerk.games.transamerica.notation import parse, public_text, to_text
from stellwerk.games.transamerica.rules import actor, apply, begin
from stellwerk.games.transamerica.sample import sample
from stellwerk.games.transamerica.scoring import result
from stellwerk.games.transamerica.state import State
from stellwerk.games.transamerica.view import View, standing, view

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
    pieces=pieces,
    tally=tally,
    bots={"simple": SimpleBot, "random": RandomBot},
    state_type=State,
    action_type=Action,
    view_type=View,
)
