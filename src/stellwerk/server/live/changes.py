"""What has changed between two values as JSON, so that a client need not be sent the whole again.

A change is a list of steps, each of one of two forms. A path lists the names and indices that lead to a
place:

    [path, value]                   put this value there
    [path, index, count, values]    in the list there, replace `count` items from `index` on by these

Steps are carried out in order. `changes` compares what one observer was sent with what the same observer is
sent next, and nothing else: it cannot tell more than the two together.

Where it is compiled, `differing.c` finds the same steps instead of `Comparison`, several times faster.
"""

from __future__ import annotations

from itertools import compress
from operator import attrgetter, is_not
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec

from stellwerk import native

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

Path = tuple[str | int, ...]
Step = tuple[Path, Any] | tuple[Path, int, int, Any]
DEEPEST: Final = 4
"""What lies deeper is sent whole: looking for differences there costs more than it saves."""
_PLAIN: Final = frozenset((str, int, float, bool, type(None)))


def comparing() -> Callable[[Any, Any], list[Step]]:
    """`changes` for several observers of the same table."""
    return Comparison().changes if _COMPILED is None else _COMPILED


def changes(old: Any, new: Any) -> list[Step]:
    """The steps that make `new` of `old`, once both are JSON."""
    return comparing()(old, new)


def apply(value: Any, steps: list[Any]) -> Any:
    """The value after these steps; it and they are plain data. The browser has the same function."""
    for path, *rest in steps:
        value = _put(value, path, rest)
    return value


class Comparison:
    """Compares what several observers see, and parts that they share only once."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, int], tuple[Any, Any, Path, list[Step]]] = {}
        """By identity; the values are kept, so that no other can have their place in memory."""

    def changes(self, old: Any, new: Any) -> list[Step]:
        """The steps that make `new` of `old`, once both are JSON."""
        return self._compared(old, new, ()) if type(old) is type(new) else [((), new)]

    def _compared(self, old: Any, new: Any, path: Path) -> list[Step]:
        """The steps between two values of the same type that lie at a path."""
        shape = _SHAPES[type(new)]
        if type(shape) is _Fields:
            return self._within(shape.sent, shape.values(old), shape.values(new), path)
        if shape is list:
            if len(old) == len(new):
                return self._within(range(len(new)), old, new, path)
            return [_splice(old, new, path)]
        if shape is dict and old.keys() == new.keys() and all(type(key) is str for key in new):
            return self._within(tuple(new), [old[key] for key in new], tuple(new.values()), path)
        return [(path, new)]

    def _within(
        self, keys: Sequence[str | int], old: Sequence[Any], new: Sequence[Any], path: Path
    ) -> list[Step]:
        """The steps for parts with these names or indices. The very same parts are not looked at."""
        steps: list[Step] = []
        is_deepest = len(path) == DEEPEST - 1
        for key, before, after in compress(zip(keys, old, new, strict=True), map(is_not, old, new)):
            kind = type(after)
            if kind in _PLAIN or is_deepest or type(before) is not kind:
                if before != after:
                    steps.append(((*path, key), after))
                continue
            at, there = (id(before), id(after)), (*path, key)
            known = self._known.get(at)
            if known is None or known[2] != there:
                shape = _SHAPES[kind]
                if type(shape) is _Fields:  # to compare it as a whole first would be to look at it twice
                    found = self._within(shape.sent, shape.values(before), shape.values(after), there)
                else:
                    found = [] if before == after else self._compared(before, after, there)
                known = self._known[at] = (before, after, there, found)
            steps += known[3]
        return steps


def _splice(old: Any, new: Any, path: Path) -> Step:
    """Lists of different lengths: what lies between their common ends."""
    start = _common(old, new)
    before, after = old[start:], new[start:]
    end = _common(before[::-1], after[::-1]) if before and after else 0
    return (path, start, len(before) - end, after[: len(after) - end])


def _common(old: Any, new: Any) -> int:
    """The number of first items that two lists have in common, found by halves: comparing them one by one
    takes longer. Most lists only grow or only lose their last items."""
    low, high = 0, min(len(old), len(new))
    if old[:high] == new[:high]:
        return high
    while low < high:
        middle = (low + high + 1) // 2
        if old[low:middle] == new[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


class _Fields(NamedTuple):
    """The fields of a struct."""

    sent: tuple[str, ...]
    """Their names in JSON."""
    values: Callable[[Any], tuple[Any, ...]]


class _Shapes(dict[type, Any]):
    """How values of a type are compared: by the fields of a struct, as a list, as a dict; None: whole."""

    def __missing__(self, kind: type) -> Any:
        self[kind] = shape = _shape_of(kind)
        return shape


def _shape_of(kind: type) -> Any:
    if issubclass(kind, tuple | list):
        return list
    if issubclass(kind, msgspec.Struct):
        config, names = kind.__struct_config__, kind.__struct_fields__
        if not (config.array_like or config.omit_defaults) and len(names) > 1:
            return _Fields(kind.__struct_encode_fields__, attrgetter(*names))
    return dict if kind is dict else None


def _compiled() -> Callable[[Any, Any], list[Step]] | None:
    """The same in C; None where it is not compiled."""
    module = native.written("differing")
    return module.changes if module is not None and module.DEEPEST == DEEPEST else None


_SHAPES: Final = _Shapes()
_COMPILED: Final = _compiled()


def _put(value: Any, path: list[str | int], rest: list[Any]) -> Any:
    if path:
        key: Any = path[0]
        copy = value.copy()
        copy[key] = _put(copy[key], path[1:], rest)
        return copy
    if len(rest) == 1:
        return rest[0]
    index, count, items = rest
    return [*value[:index], *items, *value[index + count :]]
