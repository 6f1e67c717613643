"""Functions of a law that are also written in C, and say the same there.

A law may not look for files. So whoever imports `stellwerk` hands over where compiled modules are found, and
`in_c` puts a function of such a module in the place of the one in Python, if there is one.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Final, ParamSpec, TypeVar, cast

if TYPE_CHECKING:
    from collections.abc import Callable

P = ParamSpec("P")
T = TypeVar("T")

PAIRS: Final[dict[str, tuple[Callable[..., Any], Callable[..., Any]]]] = {}
"""The functions that run in C, by module and name: the one in Python and the one in C. Tests compare them."""


def _nothing(_module: str) -> Any:
    return None


_find: Callable[[str], Any] = _nothing


def use(find: Callable[[str], Any]) -> None:
    """Let compiled modules be found by this function, which returns None where there is none."""
    global _find  # noqa: PLW0603 (it is set once)
    _find = cache(find)


def in_c(module: str) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Let a function run in C, where the compiled module has one of its name.

    It takes arguments by position only.
    """

    def choose(function: Callable[P, T]) -> Callable[P, T]:
        found = _find(module)
        if found is None:
            return function
        name = function.__name__
        in_c = cast("Callable[P, T]", getattr(found, name))
        PAIRS[f"{module}.{name}"] = function, in_c
        return in_c

    return choose
