"""Answers kept for the next who asks about the very same values.

For functions of immutable values that are dear to compare, such as positions: what counts is that they are
the same objects, not that they are equal. A second observer of a position then costs little.
"""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, ParamSpec, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

P = ParamSpec("P")
T = TypeVar("T")


def remembered(size: int) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Let a function remember its last answers, as many as `size`; it takes arguments by position only."""

    def wrap(function: Callable[P, T]) -> Callable[P, T]:
        kept: dict[tuple[int, ...], tuple[object, T]] = {}

        @wraps(function)
        def ask(*arguments: P.args, **named: P.kwargs) -> T:
            key = tuple(map(id, arguments))
            if (found := kept.get(key)) is None:
                if len(kept) >= size:
                    del kept[next(iter(kept))]
                # the arguments are kept too: no other value can then have their place in memory
                found = kept[key] = (arguments, function(*arguments, **named))
            return found[1]

        return ask

    return wrap
