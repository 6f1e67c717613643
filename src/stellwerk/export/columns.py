"""The flat columns of a game's view, worked out from its type: the same for every row, whatever a view holds.

A field of a struct is a column; a field of a struct inside it has both names (``view_players_score``). A list
of structs becomes one list for each of their fields. So a column holds numbers, texts, booleans, or lists of
these, which is what tables such as Arrow's are made of. Anything else, such as a dictionary, is written as
JSON text. What is unknown or missing is null; inside a list it is -1, an empty text or an empty list, because
readers of JSON lines lose nulls in lists (pyarrow 26 makes [1, 0] of [null, 1]).
"""

from __future__ import annotations

from enum import Enum
from functools import cache
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

from msgspec import inspect, json

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
    """Reads its value from what the row is made of."""


@cache
def view_columns(game: str) -> tuple[Column, ...]:
    """The columns of a game's views."""
    return tuple(_named("view", columns_of(registry.load(game).view_type)))


def columns_of(kind: type) -> list[Column]:
    """The columns of values of a type."""
    return _columns(inspect.type_info(kind))


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
            return _union([of])


def _union(kinds: list[inspect.Type]) -> list[Column]:
    """The columns of a value that has one of these types."""
    if len(kinds) == 1 and isinstance(kinds[0], _COMPOUND):
        return _columns(kinds[0])
    found = {_kind(kind) for kind in kinds}
    if None in found:
        return [Column("", "text", 0, _json)]
    kind = found.pop() if len(found) == 1 else "text"
    return [_single(kind or "text")]


_COMPOUND: Final = (
    inspect.UnionType,
    inspect.StructType,
    inspect.NamedTupleType,
    inspect.VarTupleType,
    inspect.ListType,
    inspect.TupleType,
)


def _json(value: Any) -> str | None:
    return None if value is None else json.encode(value, order="deterministic").decode()


def _kind(of: inspect.Type) -> Kind | None:
    """The kind of a single value; None for whatever no column of single values can hold."""
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
    return None


_READ: dict[Kind, Callable[[Any], Any]] = {
    "int": int,
    "float": float,
    "bool": bool,
    "text": lambda value: str(value.value if isinstance(value, Enum) else value),
}


_BLANK: dict[Kind, Any] = {"int": -1, "text": ""}
"""What a list holds where nothing is known; no game has such a value."""


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
