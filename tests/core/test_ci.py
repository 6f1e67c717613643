"""What CI runs, and what it must not skip there."""

from __future__ import annotations

import re
import tomllib
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from tests.browser import chromium
from tests.engines import install
from tests.homes import ROOT

if TYPE_CHECKING:
    from collections.abc import Sequence

WORKFLOW = ROOT / ".github" / "workflows" / "test.yml"
BOTH = ("Firefox", "WebKit")


@pytest.fixture(scope="module")
def job() -> Any:
    return yaml.safe_load(WORKFLOW.read_text())["jobs"]["test"]


@pytest.mark.parametrize(
    ("system", "ci", "missing", "code"),
    [
        ("linux", "true", (), 0),
        ("linux", "true", ("WebKit",), 1),
        ("linux", "true", BOTH, 1),
        ("darwin", "true", ("WebKit",), 0),
        ("win32", "true", BOTH, install.SKIPPED),
        ("linux", "", ("WebKit",), 0),
        ("linux", "", BOTH, install.SKIPPED),
    ],
)
def test_only_ci_on_linux_needs_firefox_and_webkit(
    monkeypatch: pytest.MonkeyPatch, system: str, ci: str, missing: Sequence[str], code: int
) -> None:
    monkeypatch.setenv("CI", ci)
    monkeypatch.setattr("sys.platform", system)
    monkeypatch.setattr(install, "missing", lambda: list(missing))
    monkeypatch.setattr(install, "install", list)
    assert install.main() == code


@pytest.mark.parametrize(("ci", "code"), [("true", 1), ("", chromium.SKIPPED)])
def test_every_ci_needs_chromium(monkeypatch: pytest.MonkeyPatch, ci: str, code: int) -> None:
    monkeypatch.setenv("CI", ci)
    monkeypatch.setattr(chromium, "find", lambda: None)
    monkeypatch.setattr(chromium, "install", lambda: None)
    assert chromium.main() == code


def test_the_workflow_installs_what_linux_must_not_skip(job: Any) -> None:
    commands = [step for step in job["steps"] if "run" in step]
    (installs, checks) = commands
    assert installs["if"] == "runner.os == 'Linux'"
    assert "sudo --preserve-env=CI " in installs["run"]  # apt wants root; and what is missing fails here
    assert installs["run"].endswith(f" -m {install.__name__}")
    assert checks["run"] == "bash .ci/run"
    assert "if" not in checks


def test_ci_runs_what_everybody_runs() -> None:
    lines = (ROOT / ".ci" / "run").read_text().splitlines()
    assert [line for line in lines if "python" in line] == ["python3 run.py test"]


def test_every_python_that_is_promised_is_tested_and_gets_wheels(job: Any) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    promised = re.findall(r"Python :: (3\.\d+)", str(project["project"]["classifiers"]))
    assert promised == job["strategy"]["matrix"]["python"]
    built = re.findall(r"cp3(\d+)-", project["tool"]["cibuildwheel"]["build"])
    assert promised == [f"3.{minor}" for minor in built]
    oldest = project["project"]["requires-python"]
    assert oldest == f">={promised[0]}"
