"""`stellwerk play`: play a game or a match here, against bots or with others on one device."""

from __future__ import annotations

import secrets
import sys
from typing import TYPE_CHECKING

from stellwerk.cli.arguments import add_game, add_setup, options_of, seed_text, whole_number
from stellwerk.cli.files import check_writable, path_of, problem_of, write_file
from stellwerk.cli.local import LocalGame, LocalMatch, bots_rng
from stellwerk.cli.prompt import GaveUp, Leave, Prompt
from stellwerk.cli.seats import HUMAN, Player, players_of
from stellwerk.cli.session import CommandError, printable
from stellwerk.cli.show import print_match, print_result
from stellwerk.core.bot import Seated
from stellwerk.core.chance import Chance, commitment, draw_start_seat
from stellwerk.core.match import match_standing, start_seats
from stellwerk.core.play import moments
from stellwerk.core.record import encode

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable
    from pathlib import Path
    from typing import Any

    from stellwerk.cli.session import Session
    from stellwerk.core.game import AnyGame
    from stellwerk.core.match_record import MatchRecord
    from stellwerk.core.record import Record
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
        "--match", action="store_true", help="play a match: as many games as players, everybody starts one"
    )
    parser.add_argument(
        "--start", type=whole_number, metavar="SEAT", help="who starts, from 0 (default: drawn)"
    )
    parser.add_argument(
        "--seed", type=seed_text, metavar="TEXT", help="play the cards of this seed (default: a secret one)"
    )
    parser.add_argument(
        "--save", type=path_of, metavar="FILE", help="write the record here when the game or the match ends"
    )


class Sitting:
    """What is played at this device from start to end: one game, or the games of a match."""

    def __init__(
        self, session: Session, game: AnyGame, players: tuple[Player, ...], arguments: argparse.Namespace
    ) -> None:
        self.session = session
        self.game = game
        self.players = players
        self.is_match: bool = arguments.match
        self.match = LocalMatch()
        self._seed: str | None = arguments.seed
        self._start: int | None = arguments.start
        self._options = options_of(game, arguments.option)
        self._add_game()

    def record(self) -> Record | MatchRecord:
        """What was played so far."""
        return self.match.record() if self.is_match else self.match.games[0].record()

    def play(self) -> None:
        """Play to the end; raises `Leave`."""
        while True:
            prompt = self._play_game(self.match.games[-1])
            if not self.is_match:
                return
            standing = match_standing(len(self.players), self.match.played())
            print_match(self.session, standing, [player.name for player in self.players])
            if standing.is_over:
                return
            prompt.pause("next_game")
            self._add_game()

    def _add_game(self) -> None:
        """Prepare the next game. Each has its own seed: one that was known before could not be secret."""
        number = len(self.match.games)
        given = self._seed if number == 0 or self._seed is None else f"{self._seed}:{number + 1}"
        seed = secrets.token_hex(32) if given is None else given
        names = tuple(player.name for player in self.players)
        self.match.games.append(LocalGame(self.game, self._setup(number, seed), names, seed))

    def _setup(self, number: int, seed: str) -> Setup:
        seats = len(self.players)
        setup = self.game.setup(seats, self._options, self._start or 0)
        if self._start is None:
            self._start = draw_start_seat(seed, seats)
        start = start_seats(seats, self._start)[number]
        return setup if start == setup.start_seat else self.game.setup(seats, self._options, start)

    def _play_game(self, local: LocalGame) -> Prompt:
        session, texts = self.session, self.session.texts
        session.screen.note(texts.say("commitment", commitment=commitment(local.seed)), "dim")
        people = [seat for seat, player in enumerate(self.players) if player.kind == HUMAN]
        prompt = Prompt(session, local, people, self.record)
        try:
            for moment in moments(local.game, local.state, self._chooser(local, prompt), Chance(local.seed)):
                local.add(moment)
        except GaveUp as gave_up:
            local.give_up(gave_up.seat)
        prompt.print_end()
        assert local.result is not None, "a game that nobody acts in is over"
        print_result(session, local.game, local.result, local.players)
        session.screen.note(texts.say("seed", seed=local.seed), "dim")
        return prompt

    def _chooser(self, local: LocalGame, prompt: Prompt) -> Callable[[Any], Any]:
        """A function that asks the player who has to act: bots by their view, people by a prompt."""
        game, rng = local.game, bots_rng(local.seed)
        bots = [
            None if player.kind == HUMAN else Seated(game.bots[player.kind](), rng) for player in self.players
        ]

        def choose(state: Any) -> Any:
            seat = game.actor(state)
            assert seat is not None  # `moments` asks only while somebody has to act
            bot = bots[seat]
            if bot is None:
                return prompt.ask(seat)
            return bot.choose(len(local.moments), lambda: game.view(state, seat), game.legal(state))

        return choose


def run(session: Session, arguments: argparse.Namespace) -> int:
    """Play and write the record, whatever ends the game."""
    game = session.load(arguments.game)
    players = players_of(game, arguments.players, arguments.seats, session.texts)
    sitting = Sitting(session, game, players, arguments)
    if arguments.save:
        check_writable(arguments.save)
    try:
        sitting.play()
    except Leave:
        session.screen.note(session.texts.say("left"))
    except BaseException:  # also Ctrl-C: the game so far is not lost
        if arguments.save:
            _save(session, sitting, arguments.save)
        raise
    return _save(session, sitting, arguments.save) if arguments.save else 0


def _save(session: Session, sitting: Sitting, path: Path) -> int:
    """Write the record, or print it if that fails, so that the game is not lost."""
    data = encode(sitting.record())
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
