"""Trambahn: two players, four lines, ten runs. `rules` is the law; docs/rules/trambahn.md has the clauses."""

from stellwerk.core.bot import RandomBot
from stellwerk.core.game import Game
from stellwerk.games.trambahn.actions import Action
from stellwerk.games.trambahn.bot import SimpleBot
from stellwerk.games.trambahn.cards import chance
from stellwerk.games.trambahn.count import pieces, tally
from stellwerk.games.trambahn.info import INFO
from stellwerk.games.trambahn.legal import legal
from stellwerk.games.trambahn.log import log, reveals
from stellwerk.games.trambahn.notation import parse, public_text, to_text
from stellwerk.games.trambahn.rules import actor, apply, begin
from stellwerk.games.trambahn.sample import sample
from stellwerk.games.trambahn.scoring import result
from stellwerk.games.trambahn.state import State
from stellwerk.games.trambahn.view import View, standing, view

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
