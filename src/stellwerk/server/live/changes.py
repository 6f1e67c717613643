"""What has changed between two values as JSON, so that a client need not be sent the whole again.

A change is a list of steps, each of one of two forms. A path lists the names and indices that lead to a
place:

    [path, value]                   put this value there
    [path, index, count, values]    in the list there, replace `count` items from `index` on by these

Steps are carried out in order. `changes` compares what one observer was sent with what the same observer is
sent next, and nothing else: it cannot tell more than the two together.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec

Path = tuple[str | int, ...]
Step = tuple[Path, Any] | tuple[Path, int, int, Any]
DEEPEST: Final = 4
"""What lies deeper is sent whole: looking for differences there costs more than it saves."""
_FIELDS: Final[dict[type, tuple[tuple[str, str], ...] | None]] = {}


def changes(old: Any, new: Any) -> list[Step]:
    """The steps that make `new` of `old`, once both are JSON."""
    steps: list[Step] = []
    _compare(old, new, (), steps)
    return steps


def apply(value: Any, steps: list[Any]) -> Any:
    """The value after these steps; it and they are plain data. The browser has the same function."""
    for path, *rest in steps:
        value = _put(value, path, rest)
    return value


def _compare(old: Any, new: Any, path: Path, steps: list[Step]) -> None:
    kind = type(new)
    if type(old) is kind and len(path) < DEEPEST:
        if isinstance(new, tuple | list):
            _compare_lists(old, new, path, steps)
            return
        if (fields := _fields_of(kind)) is not None:
            for name, sent in fields:
                before, after = getattr(old, name), getattr(new, name)
                if before is not after and before != after:
                    _compare(before, after, (*path, sent), steps)
            return
        if kind is dict and old.keys() == new.keys() and all(type(key) is str for key in new):
            for key, after in new.items():
                if old[key] != after:
                    _compare(old[key], after, (*path, key), steps)
            return
    steps.append((path, new))


def _compare_lists(old: Any, new: Any, path: Path, steps: list[Step]) -> None:
    """Lists of the same length item by item; otherwise what lies between their common ends."""
    if len(old) == len(new):
        for index, (before, after) in enumerate(zip(old, new, strict=True)):
            if before is not after and before != after:
                _compare(before, after, (*path, index), steps)
        return
    start = _common(old, new)
    before, after = old[start:], new[start:]
    end = _common(before[::-1], after[::-1])
    steps.append((path, start, len(before) - end, after[: len(after) - end]))


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


def _fields_of(kind: type) -> tuple[tuple[str, str], ...] | None:
    """The fields of a struct, each with its name in JSON; None for what is not sent as a plain object."""
    if kind not in _FIELDS:
        _FIELDS[kind] = None
        if issubclass(kind, msgspec.Struct):
            config = kind.__struct_config__
            if not (config.array_like or config.omit_defaults):
                names = zip(kind.__struct_fields__, kind.__struct_encode_fields__, strict=True)
                _FIELDS[kind] = tuple(names)
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
