"""Plain data as text, field by field: how a game looks that brings no picture of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterator


def listing(value: object) -> str:
    """A struct, dictionary or list as indented lines, one for each field."""
    return "\n".join(_lines(msgspec.to_builtins(value), ""))


def _lines(value: Any, indent: str) -> Iterator[str]:
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for name, item in items:
        if isinstance(item, dict | list | tuple) and any(
            isinstance(part, dict | list | tuple) for part in item
        ):
            yield f"{indent}{name}:"
            yield from _lines(item, f"{indent}  ")
        elif isinstance(item, list | tuple):
            yield f"{indent}{name}: {' '.join(map(str, item)) or '–'}"
        elif isinstance(item, dict):
            yield f"{indent}{name}: {', '.join(f'{key} {part}' for key, part in item.items()) or '–'}"
        else:
            yield f"{indent}{name}: {item}"
