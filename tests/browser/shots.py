"""Screenshots of every page: desktop, laptop, phone, dark, in German and English or in another language.

python -m tests.browser.shots --out DIR [--look side] [--language pseudo]
python -m tests.browser.shots --readme        the pictures of README.md anew
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from playwright.sync_api import sync_playwright

from stellwerk.core.languages import LANGUAGES
from tests.browser import chromium
from tests.browser.conftest import FLAGS
from tests.browser.people import DESKTOP, PHONE, Person
from tests.browser.server import Server
from tests.browser.stages import MORE, RECORDS, STAGES, lobby
from tests.languages import house
from tests.languages.pseudo import TAG

if TYPE_CHECKING:
    from collections.abc import Callable

PSEUDO = "pseudo"
LOOKS: dict[str, dict[str, Any]] = {
    "desktop": {"size": DESKTOP},
    "desktop-dark": {"size": DESKTOP, "theme": "dark"},
    "desktop-de": {"size": DESKTOP, "language": "de"},
    "phone": {"size": PHONE},
    "phone-dark-de": {"size": PHONE, "theme": "dark", "language": "de"},
    "laptop": {"size": (1366, 768)},
    "side": {"size": (844, 390)},
    "wide": {"size": (1920, 1080)},
}
READ_ME = {game: MORE[f"{game}-middle"] for game in RECORDS}
PICTURES = Path(__file__).resolve().parents[2] / "docs" / "pictures"


def main(arguments: list[str]) -> int:
    """Take them all."""
    parser = argparse.ArgumentParser(prog="run.py shots", description=__doc__)
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument("--out", type=Path, metavar="DIR", help="where the pictures go")
    where.add_argument("--readme", action="store_true", help="the pictures of README.md anew")
    parser.add_argument(
        "--only", metavar="PAGE", choices=[*STAGES, *MORE, "lobby-busy"], help="this page only"
    )
    parser.add_argument("--look", choices=LOOKS, help="this look only")
    parser.add_argument(
        "--language",
        metavar="TAG",
        choices=[*LANGUAGES, PSEUDO],
        help=f"this language only; {PSEUDO} is a long one full of accents, which shows what is cut off",
    )
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        source = house.kept() if options.language == PSEUDO else None
        with Server(Path(folder), source) as server:
            if options.readme:
                take(server.address, PICTURES, READ_ME, {"": {"size": (1280, 800)}})
            else:
                stages = {**STAGES, **MORE, "lobby-busy": lobby}  # by then there are games to show
                wanted = {options.only: stages[options.only]} if options.only else stages
                one = options.look
                take(
                    server.address, options.out, wanted, {one: LOOKS[one]} if one else looks(options.language)
                )
    return 0


def looks(language: str | None) -> dict[str, dict[str, Any]]:
    """All looks, or one of each size in a language."""
    if language is None:
        return LOOKS
    tag = TAG if language == PSEUDO else language
    return {
        f"{name}-{tag}": {"size": size, "language": tag}
        for name, size in (("desktop", DESKTOP), ("phone", PHONE))
    }


def take(
    address: str,
    folder: Path,
    stages: dict[str, Callable[[Person], None]],
    looks: dict[str, dict[str, Any]],
) -> None:
    """One browser for each look, all pages in it."""
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium.find(), chromium_sandbox=False, args=list(FLAGS)
        )
        for name in ("Ferdi", "Bea", "Ulrich", "Paula"):
            open_table(Person(browser, address, name), name)
        for look, settings in looks.items():
            person = Person(browser, address, "Anna", **settings)
            for stage, show in stages.items():
                show(person)
                person.page.wait_for_timeout(300)
                name = ".".join(filter(None, (stage, look, "png")))
                person.page.screenshot(path=folder / name, full_page="phone" in look)
                print(name, flush=True)
            for complaint in person.leave():
                print(f"  {complaint}", file=sys.stderr)
        browser.close()


def open_table(person: Person, name: str) -> None:
    """Something for the departures board."""
    game = {"Ferdi": "InterUrban", "Bea": "TransAmerica"}.get(name, "Trambahn")
    dialog = person.set_up(game)
    dialog.get_by_label("Everyone: listed under Departures").check()
    dialog.get_by_role("button", name="Open the table").click()
    person.page.locator(".code").wait_for()
    person.leave()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
