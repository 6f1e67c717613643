"""Trambahn: two players, four lines, ten runs. The clauses are in docs/rules/trambahn.md.

`GAME` is put together from the rooms: `law` the rules, `show` how it looks, `fast` the rules once more for
search, `mind` the bots, `encode` the game in numbers, `texts` its sentences. Start reading at `law.rules`.
"""

from stellwerk.core.bot import RandomBot
from stellwerk.core.game import Game
from stellwerk.games.trambahn.info import INFO
from stellwerk.games.trambahn.law.actions import Action
from stellwerk.games.trambahn.law.cards import chance
from stellwerk.games.trambahn.law.cautions import cautions
from stellwerk.games.trambahn.law.count import pieces, tally
from stellwerk.games.trambahn.law.legal import legal
from stellwerk.games.trambahn.law.log import log, reveals
from stellwerk.games.trambahn.law.notation import parse, public_text, to_text
from stellwerk.games.trambahn.law.opening import opening
from stellwerk.games.trambahn.law.rules import actor, apply, begin
from stellwerk.games.trambahn.law.sample import sample
from stellwerk.games.trambahn.law.scoring import result
from stellwerk.games.trambahn.law.state import State
from stellwerk.games.trambahn.law.tell import tell
from stellwerk.games.trambahn.law.view import View, bare_view, standing, view
from stellwerk.games.trambahn.mind.levels import LEVELS
from stellwerk.games.trambahn.mind.simple import SimpleBot

GAME: Game[State, Action, View] = Game(
    info=INFO,
    begin=begin,
    actor=actor,
    legal=legal,
    apply=apply,
    chance=chance,
    view=view,
    bare_view=bare_view,
    standing=standing,
    sample=sample,
    result=result,
    to_text=to_text,
    parse=parse,
    public_text=public_text,
    reveals=reveals,
    log=log,
    tell=tell,
    cautions=cautions,
    opening=opening,
    pieces=pieces,
    tally=tally,
    bots={**LEVELS, "simple": SimpleBot, "random": RandomBot},
    state_type=State,
    action_type=Action,
    view_type=View,
    former_bot_names={
        "easy": "Lotte",
        "medium": "Anton",
        "hard": "Käthe",
        "master": "Direktor Voss",
        "greedy": "Willi",
        "simple": "Pauline",
        "random": "Der Würfel",
    },
)
