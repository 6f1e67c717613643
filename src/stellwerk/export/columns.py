"""The flat columns of a game's view, from its type: the same for every row, whatever a view holds.

A field of a struct is a column, a field of a struct in it has both names (``view_players_score``). A list of
structs becomes a list for each of their fields, so that a column holds whole numbers, texts, truth values, or
lists of such, and nothing else: what tables such as Arrow's are made of. What is unknown or not there is
null, but in a list it is -1, an empty text or an empty list: readers of JSON lines lose nulls in lists
(pyarrow 26 makes [1, 0] of [null, 1]).
"""

from __future__ import annotations

from enum import Enum
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from msgspec import inspect

from stellwerk.core import registry

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

Kind = Literal["int", "float", "bool", "text"]


class Column(NamedTuple):
    """One column of a table."""

    name: str
    kind: Kind
    depth: int
    """0 for single values, 1 for lists of them, 2 for lists of lists."""
    read: Callable[[Any], Any]
    """Its value in a row, from what the row is made of."""


@cache
def view_columns(game: str) -> tuple[Column, ...]:
    """The columns of a game's views."""
    return tuple(_named("view", _columns(inspect.type_info(registry.load(game).view_type))))


def _named(name: str, columns: Iterable[Column]) -> list[Column]:
    return [column._replace(name=f"{name}_{column.name}" if column.name else name) for column in columns]


def _columns(of: inspect.Type) -> list[Column]:
    match of:
        case inspect.UnionType(types):
            return _union([kind for kind in types if not isinstance(kind, inspect.NoneType)])
        case inspect.StructType(fields=fields) | inspect.NamedTupleType(fields=fields):
            return [
                _inside(column, field.name)
                for field in fields
                for column in _named(field.name, _columns(field.type))
            ]
        case inspect.VarTupleType(item) | inspect.ListType(item):
            return [_each(column) for column in _columns(item)]
        case inspect.TupleType(items):
            kinds = list(items[:1] if all(item == items[0] for item in items) else items)
            return [_each(column) for column in _union(kinds)]
        case _:
            return [_single(_kind(of))]


def _union(kinds: list[inspect.Type]) -> list[Column]:
    """One thing or another: the columns they share, or one of texts for different single values."""
    if len(kinds) == 1:
        return _columns(kinds[0])
    found = {_kind(kind) for kind in kinds}
    return [_single(found.pop() if len(found) == 1 else "text")]


def _kind(of: inspect.Type) -> Kind:
    match of:
        case inspect.BoolType():
            return "bool"
        case inspect.IntType():
            return "int"
        case inspect.FloatType():
            return "float"
        case inspect.StrType():
            return "text"
        case inspect.LiteralType(values):
            return "int" if all(isinstance(value, int) for value in values) else "text"
        case inspect.EnumType(cls):
            return "int" if issubclass(cls, int) else "text"
    raise TypeError(f"no column can hold {of}")


_READ: dict[Kind, Callable[[Any], Any]] = {
    "int": int,
    "float": float,
    "bool": bool,
    "text": lambda value: str(value.value if isinstance(value, Enum) else value),
}


_BLANK: dict[Kind, Any] = {"int": -1, "text": ""}
"""What stands in a list where nothing is known; no value of a game's own is the same."""


def _single(kind: Kind) -> Column:
    read = _READ[kind]
    return Column("", kind, 0, lambda value: None if value is None else read(value))


def _inside(column: Column, field: str) -> Column:
    read = column.read
    return column._replace(read=lambda value: None if value is None else read(getattr(value, field)))


def _each(column: Column) -> Column:
    """A list of such values."""
    read, blank = column.read, [] if column.depth else _BLANK.get(column.kind)

    def read_all(values: Any) -> list[Any] | None:
        if values is None:
            return None
        found = [read(value) for value in values]
        return [blank if value is None else value for value in found]

    return column._replace(depth=column.depth + 1, read=read_all)
