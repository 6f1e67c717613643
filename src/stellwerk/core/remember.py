"""Answers kept for the next who asks about the very same values.

For functions of immutable values that are dear to compare, such as positions: what counts is that they are
the same objects, not that they are equal. A second observer of a position then costs little.
"""

from __future__ import annotations

from collections import OrderedDict
from functools import wraps
from typing import TYPE_CHECKING, Any, Final, ParamSpec, TypeVar, cast

if TYPE_CHECKING:
    from collections.abc import Callable

P = ParamSpec("P")
T = TypeVar("T")

LOGS: Final = 2_048
"""Actions whose log lines a game keeps: at the end of a turn they are told once more, together."""


def remembered(size: int) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Let a function remember its last answers, as many as `size`; it takes arguments by position only."""

    def wrap(function: Callable[P, T]) -> Callable[P, T]:
        answer = cast("Callable[..., T]", function)
        kept: OrderedDict[tuple[int, ...], tuple[object, T]] = OrderedDict()

        @wraps(function)
        def ask(*arguments: Any) -> T:
            key = tuple(map(id, arguments))
            if (found := kept.get(key)) is None:
                if len(kept) >= size:
                    kept.popitem(last=False)
                # the arguments are kept too: no other value can then have their place in memory
                found = kept[key] = (arguments, answer(*arguments))
            return found[1]

        return cast("Callable[P, T]", ask)

    return wrap
