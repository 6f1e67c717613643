"""The browser of the browser tests."""

from __future__ import annotations

from tests.browser.conftest import browser_type_launch_args

__all__ = ["browser_type_launch_args"]
