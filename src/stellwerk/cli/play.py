"""`stellwerk play`: play a game here, against bots or with others on one device."""

from __future__ import annotations

import secrets
import sys
from typing import TYPE_CHECKING

from stellwerk.cli.arguments import add_game, add_setup, options_of, seed_text, whole_number
from stellwerk.cli.files import check_writable, path_of, problem_of, write_file
from stellwerk.cli.match import Match, bots_rng
from stellwerk.cli.prompt import Leave, Prompt
from stellwerk.cli.seats import HUMAN, Player, players_of
from stellwerk.cli.session import CommandError, printable
from stellwerk.cli.show import print_result
from stellwerk.core.bot import Seated
from stellwerk.core.chance import Chance, commitment, draw_start_seat
from stellwerk.core.play import moments
from stellwerk.core.record import encode

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable
    from pathlib import Path
    from typing import Any

    from stellwerk.cli.session import Session
    from stellwerk.core.game import AnyGame
    from stellwerk.core.setup import Setup


def configure(parser: argparse.ArgumentParser) -> None:
    """Its arguments."""
    add_game(parser)
    add_setup(parser)
    parser.add_argument(
        "--players",
        metavar="LIST",
        help="who plays, separated by commas: human or the name of a bot, with :NAME if you like "
        "(default: human and the game's usual bots); example: human:Anna,hard",
    )
    parser.add_argument(
        "--start", type=whole_number, metavar="SEAT", help="who starts, from 0 (default: drawn)"
    )
    parser.add_argument(
        "--seed", type=seed_text, metavar="TEXT", help="play the cards of this seed (default: a secret one)"
    )
    parser.add_argument(
        "--save", type=path_of, metavar="FILE", help="write the record here when the game ends"
    )


def run(session: Session, arguments: argparse.Namespace) -> int:
    """Play a game and write its record, whatever ends the game."""
    game = session.load(arguments.game)
    players = players_of(game, arguments.players, arguments.seats, session.texts)
    seed = secrets.token_hex(32) if arguments.seed is None else arguments.seed
    match = Match(
        game, _setup(game, players, arguments, seed), tuple(player.name for player in players), seed
    )
    if arguments.save:
        check_writable(arguments.save)
    try:
        _play(session, match, players)
    except Leave:
        session.screen.note(session.texts.say("left"))
    except BaseException:  # also Ctrl-C: the game so far is not lost
        if arguments.save:
            _save(session, match, arguments.save)
        raise
    return _save(session, match, arguments.save) if arguments.save else 0


def _setup(game: AnyGame, players: tuple[Player, ...], arguments: argparse.Namespace, seed: str) -> Setup:
    seats = len(players)
    options = options_of(game, arguments.option)
    setup = game.setup(seats, options, arguments.start or 0)
    if arguments.start is None:
        setup = game.setup(seats, options, draw_start_seat(seed, seats))
    return setup


def _play(session: Session, match: Match, players: tuple[Player, ...]) -> None:
    session.screen.note(session.texts.say("commitment", commitment=commitment(match.seed)), "dim")
    prompt = Prompt(session, match, [seat for seat, player in enumerate(players) if player.kind == HUMAN])
    for moment in moments(match.game, match.state, _chooser(match, players, prompt), Chance(match.seed)):
        match.add(moment)
    prompt.print_end()
    result = match.game.result(match.state)
    assert result is not None, "a game that nobody acts in is over"
    print_result(session, match.game, result, match.players)
    session.screen.note(session.texts.say("seed", seed=match.seed), "dim")


def _chooser(match: Match, players: tuple[Player, ...], prompt: Prompt) -> Callable[[Any], Any]:
    """A function that asks the player who has to act: bots by their view, people by a prompt."""
    game, rng = match.game, bots_rng(match.seed)
    bots = [None if player.kind == HUMAN else Seated(game.bots[player.kind](), rng) for player in players]

    def choose(state: Any) -> Any:
        seat = game.actor(state)
        assert seat is not None  # `moments` asks only while somebody has to act
        bot = bots[seat]
        if bot is None:
            return prompt.ask(seat)
        return bot.choose(len(match.moments), lambda: game.view(state, seat), game.legal(state))

    return choose


def _save(session: Session, match: Match, path: Path) -> int:
    """Write the record, or print it if that fails, so that the game is not lost."""
    data = encode(match.record())
    try:
        write_file(path, data)
    except (OSError, CommandError) as error:
        texts = session.texts
        problem = problem_of(error, texts) if isinstance(error, OSError) else texts.sentence(error)
        sys.stderr.write(f"{printable(texts.say('not_saved', problem=problem))}\n")
        session.screen.out(data.decode())
        return 2
    session.screen.note(session.texts.say("saved", file=str(path)))
    return 0
