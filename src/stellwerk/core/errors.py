"""Every error a user can cause.

    StellwerkError            a code and its parameters; `texts` turn them into a sentence
    ├── IllegalAction         an action that a clause of the rules refuses
    ├── NotationError         text that cannot be parsed as an action
    ├── SetupError            a game, a number of seats or an option that does not exist
    └── RecordError           a record that cannot be read, replayed or verified

Bugs are not in this tree: they stay ordinary exceptions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping


class StellwerkError(Exception):
    """Something a person asked for that cannot be done: `code` names the reason, `params` the details."""

    def __init__(self, code: str, params: Mapping[str, object] | None = None) -> None:
        self.code = code
        self.params = dict(params or {})
        details = ", ".join(f"{name}={value!r}" for name, value in self.params.items())
        super().__init__(f"{code} ({details})" if details else code)

    def __str__(self) -> str:
        """An English sentence and the code, for whoever reads a traceback; without a sentence, code and
        details. `texts` have the sentence alone, in every language."""
        from stellwerk.core.texts import load_texts  # noqa: PLC0415 (texts know errors)

        try:
            return f"{load_texts(None, 'en').sentence(self)} ({self.code})"
        except KeyError:  # the sentence belongs to another package, or lacks a parameter
            return str(self.args[0])

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle errors as they are, whatever their constructors take, to send them between processes."""
        return _restored, (type(self), self.args), self.__dict__


def _restored(kind: type[StellwerkError], args: tuple[Any, ...]) -> StellwerkError:
    error = kind.__new__(kind)
    error.args = args
    return error


class IllegalAction(StellwerkError):
    """An action that the rules refuse: `clause` is the id of the rule, such as ``TB-3.2.2``."""

    def __init__(self, clause: str, code: str, params: Mapping[str, object] | None = None) -> None:
        super().__init__(code, params)
        self.clause = clause
        self.args = (f"{clause}: {self.args[0]}",)


class NotationError(StellwerkError, ValueError):
    """Text that cannot be parsed as an action of the game."""

    def __init__(self, text: str) -> None:
        super().__init__("unreadable_action", {"text": text[:80]})
        self.text = text


class SetupError(StellwerkError, ValueError):
    """A set-up that the game does not allow."""


class RecordError(StellwerkError, ValueError):
    """A record that cannot be read, replayed or verified."""
