"""What has changed between two values as JSON, so that a client need not be sent the whole again.

A change is a list of steps, each of one of two forms. A path lists the names and indices that lead to a
place:

    [path, value]                   put this value there
    [path, index, count, values]    in the list there, replace `count` items from `index` on by these

Steps are carried out in order. `changes` compares what one observer was sent with what the same observer is
sent next, and nothing else: it cannot tell more than the two together.
"""

from __future__ import annotations

from itertools import compress
from operator import attrgetter, is_not
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

Path = tuple[str | int, ...]
Step = tuple[Path, Any] | tuple[Path, int, int, Any]
DEEPEST: Final = 4
"""What lies deeper is sent whole: looking for differences there costs more than it saves."""
_PLAIN: Final = frozenset((str, int, float, bool, type(None)))
_FIELDS: Final[dict[type, _Fields | None]] = {}


def changes(old: Any, new: Any) -> list[Step]:
    """The steps that make `new` of `old`, once both are JSON."""
    return Comparison().changes(old, new)


def apply(value: Any, steps: list[Any]) -> Any:
    """The value after these steps; it and they are plain data. The browser has the same function."""
    for path, *rest in steps:
        value = _put(value, path, rest)
    return value


class Comparison:
    """Compares what several observers see, and parts that they share only once."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, int, int], tuple[Any, Any, list[Step]]] = {}
        """By identity and depth; the values are kept, so that no other can have their place in memory."""

    def changes(self, old: Any, new: Any) -> list[Step]:
        """The steps that make `new` of `old`, once both are JSON."""
        return self._compared(old, new, 0) if type(old) is type(new) else [((), new)]

    def _compared(self, old: Any, new: Any, depth: int) -> list[Step]:
        """The steps between two values of the same type."""
        kind = type(new)
        if (fields := _fields_of(kind)) is not None:
            return self._within(fields.sent, fields.values(old), fields.values(new), depth + 1)
        if kind is dict:
            if old.keys() == new.keys() and all(type(key) is str for key in new):
                return self._within(tuple(new), [old[key] for key in new], tuple(new.values()), depth + 1)
        elif issubclass(kind, tuple | list):
            if len(old) == len(new):
                return self._within(range(len(new)), old, new, depth + 1)
            return [_splice(old, new)]
        return [((), new)]

    def _within(
        self, keys: Sequence[str | int], old: Sequence[Any], new: Sequence[Any], depth: int
    ) -> list[Step]:
        """The steps for parts with these names or indices. The very same parts are not looked at."""
        steps: list[Step] = []
        for key, before, after in compress(zip(keys, old, new, strict=True), map(is_not, old, new)):
            if before == after:
                continue
            kind = type(after)
            if kind in _PLAIN or depth == DEEPEST or type(before) is not kind:
                steps.append(((key,), after))
                continue
            at = (id(before), id(after), depth)
            if (known := self._known.get(at)) is None:
                known = self._known[at] = (before, after, self._compared(before, after, depth))
            steps += [((key, *step[0]), *step[1:]) for step in known[2]]
        return steps


def _splice(old: Any, new: Any) -> Step:
    """Lists of different lengths: what lies between their common ends."""
    start = _common(old, new)
    before, after = old[start:], new[start:]
    end = _common(before[::-1], after[::-1])
    return ((), start, len(before) - end, after[: len(after) - end])


def _common(old: Any, new: Any) -> int:
    """The number of first items that two lists have in common, found by halves: comparing them one by one
    takes longer."""
    low, high = 0, min(len(old), len(new))
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


def _fields_of(kind: type) -> _Fields | None:
    """The fields of a struct; None for what is not sent as a plain object."""
    if kind not in _FIELDS:
        _FIELDS[kind] = None
        if issubclass(kind, msgspec.Struct):
            config, names = kind.__struct_config__, kind.__struct_fields__
            if not (config.array_like or config.omit_defaults) and len(names) > 1:
                _FIELDS[kind] = _Fields(kind.__struct_encode_fields__, attrgetter(*names))
    return _FIELDS[kind]


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
