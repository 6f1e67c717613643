"""InterUrban: six lines that all build together. `rules` is the law; docs/rules/interurban.md has clauses."""

from stellwerk.core.bot import RandomBot
from stellwerk.core.game import Game
from stellwerk.games.interurban.actions import Action
from stellwerk.games.interurban.bot import SimpleBot
from stellwerk.games.interurban.count import pieces, tally
from stellwerk.games.interurban.info import INFO
from stellwerk.games.interurban.legal import legal
from stellwerk.games.interurban.log import log, reveals
from stellwerk.games.interurban.notation import parse, public_text, to_text
from stellwerk.games.interurban.rules import actor, apply, begin
from stellwerk.games.interurban.sample import sample
from stellwerk.games.interurban.scoring import result
from stellwerk.games.interurban.state import State
from stellwerk.games.interurban.supply import chance
from stellwerk.games.interurban.view import View, standing, view

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
