"""The conversation with a person who has to act: table, log, numbered actions, and what they type.

A person sees the view of their own seat and nothing else; between two people the screen is wiped.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any, Final

from rich.columns import Columns
from rich.table import Table
from rich.text import Text

from stellwerk.cli.files import path_of, problem_of, write_file
from stellwerk.cli.rules import print_clauses
from stellwerk.cli.session import printable
from stellwerk.cli.show import sentences, table_of
from stellwerk.core.errors import StellwerkError
from stellwerk.core.record import encode

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.console import RenderableType

    from stellwerk.cli.local import LocalGame
    from stellwerk.cli.session import Session
    from stellwerk.core.match_record import MatchRecord
    from stellwerk.core.record import Record


MANY: Final = 99
"""Actions of one kind are listed up to this number; beyond it, numbers would be mistaken for places."""


class Leave(Exception):
    """Raised when the person leaves the table or the input ends."""


class GaveUp(Exception):
    """Raised when the person gives up the game."""

    def __init__(self, seat: int) -> None:
        super().__init__(seat)
        self.seat = seat


class Prompt:
    """Asks the people at this device for their actions."""

    def __init__(
        self,
        session: Session,
        local: LocalGame,
        people: list[int],
        record: Callable[[], Record | MatchRecord],
    ) -> None:
        self.session = session
        self.local = local
        self.record = record
        """What `save` writes."""
        self.people = people
        self._shown = dict.fromkeys(people, 0)
        """The first moment that each person has not been told about."""
        self._sitting: int | None = None
        """Who sees the screen now; None at the start, when it shows the commitment."""

    def ask(self, seat: int) -> Any:
        """An action that the rules allow; raises `Leave`."""
        self._hand_over(seat)
        self._print_table(seat)
        self._sitting = seat
        while True:
            text = self._read(f"{self.local.players[seat]}> ")
            action = self._answer(seat, text)
            if action is not None:
                self._shown[seat] = len(self.local.moments)
                return action

    def print_end(self) -> None:
        """Print what happened at the end, as the only person saw it, or as a spectator did."""
        seat = self.people[0] if len(self.people) == 1 else None
        since = min(self._shown.values(), default=0)
        self._print_log(seat, since)

    def pause(self, code: str) -> None:
        """Wait for a key between two games, unless only bots play; raises `Leave`."""
        if self.people:
            self._read(f"{self.session.texts.say(code)} ")

    # what is shown

    def _hand_over(self, seat: int) -> None:
        """Wipe the screen and wait when another person takes over the device."""
        if len(self.people) > 1 and seat != self._sitting:
            if self._sitting is not None:
                self.session.screen.wipe()
            self._read(f"{self.session.texts.say('hand_over', name=self.local.players[seat])} ")

    def _print_table(self, seat: int) -> None:
        screen, local = self.session.screen, self.local
        if self.session.is_interactive and self._sitting is not None:
            screen.clear()
        self._print_log(seat, self._shown[seat])
        view = local.game.view(local.state, seat)
        screen.print(table_of(local.game, view, self.session.texts, local.players))
        screen.print(self._actions())

    def _print_log(self, seat: int | None, since: int) -> None:
        """Print what happened, turn by turn."""
        for sentence in sentences(self.local.log(seat, since), self.session.texts, self.local.players):
            self.session.screen.print(Text(f"· {sentence}", "dim"))

    def _actions(self) -> Table:
        """The legal actions with their numbers, by kind."""
        game, texts = self.local.game, self.session.texts
        headings = texts.section("actions")
        grid = Table.grid(padding=(0, 1))
        grid.add_column(style="bold", no_wrap=True)
        grid.add_column()
        numbered = enumerate(game.legal(self.local.state), start=1)
        for tag, group in groupby(numbered, key=lambda pair: type(pair[1]).__struct_config__.tag):
            grid.add_row(str(headings.get(str(tag), tag)), self._group(list(group)))
        return grid

    def _group(self, numbered: list[tuple[int, Any]]) -> RenderableType:
        """Actions of one kind; too many to look through are named by the first and the last."""
        to_text = self.local.game.to_text
        if len(numbered) > MANY:
            (_, first), (_, last) = numbered[0], numbered[-1]
            return self.session.texts.say(
                "many", first=to_text(first), last=to_text(last), count=len(numbered)
            )
        items = [
            Text.assemble((f"{number} ", "cyan"), to_text(action), overflow="fold")
            for number, action in numbered
        ]
        return Columns(items, padding=(0, 2))

    # what is typed

    def _read(self, prompt: str) -> str:
        """Read a line; scripted input is echoed so that the output reads like a conversation."""
        try:
            if self.session.is_interactive:
                return input(prompt).strip()
            self.session.screen.out(prompt, end="", highlight=False)
            line = input()
        except EOFError:
            self.session.screen.print()
            raise Leave from None
        self.session.screen.out(printable(line), highlight=False)
        return line.strip()

    def _answer(self, seat: int, text: str) -> Any:
        """An action, or None after a command or a sentence about what was wrong."""
        command, _, rest = text.partition(" ")
        try:
            match command.lower():
                case "":
                    self._print_table(seat)
                case "?":
                    self._help(rest.strip())
                case "log":
                    self._print_log(seat, 0)
                case "save":
                    self._save(rest.strip())
                case "resign":
                    raise GaveUp(seat)
                case "quit":
                    raise Leave
                case _:
                    return self._action(text)
        except StellwerkError as error:
            self._say(self.session.texts.sentence(error), "red")
        except OSError as error:
            self._say(problem_of(error, self.session.texts), "red")
        return None

    def _action(self, text: str) -> Any:
        """The action that a number or text means; upper and lower case are equal if that is unambiguous."""
        game, state = self.local.game, self.local.state
        legal = game.legal(state)
        if text.isascii() and text.isdigit() and 1 <= int(text[:9]) <= len(legal):
            chosen = legal[int(text) - 1]
            if sum(type(action) is type(chosen) for action in legal) <= MANY:
                return chosen
        typed = {game.to_text(action).casefold(): action for action in legal}
        action = typed.get(text.casefold())
        if action is None:
            action = game.parse(text)
            game.apply(state, action)  # says which clause refuses it
        return action

    def _help(self, clause: str) -> None:
        if clause:
            print_clauses(self.session, clause.upper())
        else:
            self._say(self.session.texts.say("help"), "")

    def _save(self, name: str) -> None:
        path = path_of(name)
        write_file(path, encode(self.record()))
        self.session.screen.note(self.session.texts.say("saved", file=str(path)))

    def _say(self, sentence: str, style: str) -> None:
        for line in sentence.splitlines():
            self.session.screen.print(Text(printable(line), style))
