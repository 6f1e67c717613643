"""Answers kept for the next who asks about the very same values.

For functions of immutable values that are dear to compare, such as positions: what counts is that they are
the same objects, not that they are equal. A second observer of a position then costs little.
"""

from __future__ import annotations

from functools import lru_cache, wraps
from inspect import signature
from typing import TYPE_CHECKING, Any, Final, ParamSpec, Protocol, TypeVar, cast

if TYPE_CHECKING:
    from collections.abc import Callable

P = ParamSpec("P")
T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)

LOGS: Final = 2_048
"""Actions whose log lines a game keeps: at the end of a turn they are told once more, together."""
_in_c: Any = None


def use(kept: Any) -> None:
    """Let functions that are made from now on be remembered by the compiled `kept.c`, if there is one."""
    global _in_c  # noqa: PLW0603 (it is set once)
    _in_c = kept


class Remembered(Protocol[P, T_co]):
    """A function that remembers its last answers."""

    __name__: str

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> T_co:
        """The answer, which is found out only if it is not known."""
        ...

    def keep(self, *found: object) -> None:
        """Keep what somebody has found out otherwise: the arguments, then the answer."""
        ...


def remembered(size: int) -> Callable[[Callable[P, T]], Remembered[P, T]]:
    """Let a function remember its last answers, at least as many as `size` and at most twice as many.

    It takes arguments by position only.

    Answers are kept in two dicts. When the young one is full it becomes the old one, whose answers are
    forgotten unless somebody has asked for them again: to forget them one by one would cost more.
    """

    def wrap(function: Callable[P, T]) -> Remembered[P, T]:
        count = len(signature(function).parameters)
        if _in_c is not None and count <= _in_c.MOST:
            return cast("Remembered[P, T]", wraps(function)(_in_c.Remembered(function, count, size)))
        answer = cast("Callable[..., T]", function)
        young: dict[object, tuple[object, T]] = {}
        old: dict[object, tuple[object, T]] = {}

        def look(key: object, arguments: tuple[Any, ...]) -> T:
            """The answer to a question that is not among the young ones."""
            found = old.get(key) or (arguments, answer(*arguments))
            put(key, found)
            return found[1]

        def put(key: object, found: tuple[object, T]) -> None:
            # the arguments are kept too: no other value can then have their place in memory
            nonlocal young, old
            if len(young) >= size:
                old, young = young, {}
            young[key] = found

        def ask_one(argument: Any) -> T:
            key = id(argument)
            found = young.get(key)
            return look(key, (argument,)) if found is None else found[1]

        def ask(*arguments: Any) -> T:
            key = (*map(id, arguments),)
            found = young.get(key)
            return look(key, arguments) if found is None else found[1]

        def keep(*found: Any) -> None:
            if len(found) != count + 1:
                raise TypeError(f"{count} arguments and their answer are taken")
            *arguments, answered = found
            key = id(arguments[0]) if count == 1 else (*map(id, arguments),)
            put(key, (arguments, answered))

        asked: Any = wraps(function)(ask_one if count == 1 else ask)
        asked.keep = keep
        return cast("Remembered[P, T]", asked)

    return wrap


def of_each(function: Callable[[Any], T], size: int) -> Callable[[tuple[Any, ...]], tuple[T, ...]]:
    """The answers of a function about each of several values, about as many as `size` of which are kept.

    For values of which the very same come again and again. In Python equal ones do as well: to look for each
    by its identity would take longer there.
    """
    by_value = lru_cache(size)(function)
    if _in_c is None:
        return lambda values: tuple(map(by_value, values))
    return cast("Callable[[tuple[Any, ...]], tuple[T, ...]]", _in_c.Each(by_value, size))
