"""Tables brought to a position through the server's door, which is faster than clicking.

What is tested is what comes afterwards; whole games are played by keyboard in `test_blind`, and by clicks
at the plain table.
"""

from __future__ import annotations

import random
import time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.people import Person

PATIENCE = 60.0
END_TURN = "E"


def open_table(
    person: Person, game: str, bots: int = 1, level: str = "easy", games: int = 1, **options: Any
) -> dict[str, Any]:
    """Open a table with easy bots, the person first; returns what the person sees."""
    config = {
        "game": game,
        "seats": [{"type": "own"}, *[{"type": "bot", "level": level}] * bots],
        "options": options,
        "public": False,
        "spectators": True,
        "clock": {"type": "none"},
        "games": games,
        "start": 0,
    }
    return post(person, "/api/tables", config)


def begin(person: Person, game: str = "trambahn", bots: int = 1, **options: Any) -> None:
    """Sit at a new table with easy bots, at one's own first turn.

    The way there through the lobby is clicked in `test_every_game_can_be_played`.
    """
    sit_down(person, open_table(person, game, bots, **options))
    assert person.wait_for_turn()


def play_on(
    person: Person,
    sight: dict[str, Any],
    actions: int,
    seed: int = 1,
    until: Callable[[dict[str, Any]], bool] = lambda _: False,
) -> dict[str, Any]:
    """Play a number of legal actions, or until the game is over or looks as wanted."""
    rng, done, latest = random.Random(seed), 0, time.monotonic() + PATIENCE
    while sight["status"] == "playing" and time.monotonic() < latest:
        if not sight["legal"]:
            time.sleep(0.05)
            sight = _get(person, sight)
        elif done == actions or until(sight["view"]):
            break
        else:
            choices = [text for text in sight["legal"] if text != END_TURN] or sight["legal"]
            act = {"do": "act", "text": rng.choice(choices), "expected": sight["seq"], "seat": sight["seat"]}
            sight = post(person, f"/api/tables/{sight['id']}/commands", act)
            done += 1
    return sight


def command(person: Person, sight: dict[str, Any], do: str) -> dict[str, Any]:
    """Carry out a command that needs nothing but its name; returns what the person sees then."""
    return post(person, f"/api/tables/{sight['id']}/commands", {"do": do})


def sit_down(person: Person, sight: dict[str, Any]) -> None:
    """Go there."""
    person.go(f"/t/{sight['code']}")
    person.wait_for_table()


def _get(person: Person, sight: dict[str, Any]) -> dict[str, Any]:
    answer = person.request.get(f"{person.address}/api/tables/{sight['id']}")
    assert answer.ok, answer.text()
    seen: dict[str, Any] = answer.json()
    return seen


def post(person: Person, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
    """Ask for something in the name of a person."""
    answer = person.request.post(f"{person.address}{path}", data=body, headers={"origin": person.address})
    assert answer.ok, answer.text()
    seen: dict[str, Any] = answer.json()
    return seen
