"""Games for `bench limit` and `bench draws`: kept one file each, so that a run can go on."""

from __future__ import annotations

import tempfile
from concurrent.futures import as_completed
from pathlib import Path
from random import Random
from statistics import pstdev
from typing import TYPE_CHECKING, Any, Final, TypeVar

import msgspec

import stellwerk
from stellwerk.core.bot import Seated
from stellwerk.core.game import CHANCE
from stellwerk.workers import process_pool
from tests.bench import asked
from tests.bench.reviews.review_games import EQUAL

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

T = TypeVar("T")
RESAMPLED: Final = 1000


def made(name: str, arguments: Sequence[str], make: Callable[[int], T], kind: type[T]) -> list[T]:
    """The games that a benchmark is asked for, those that are missing made by their numbers."""
    parser = asked.parser(name)
    parser.add_argument("--games", type=asked.above_zero(int), default=200)
    parser.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir()) / f"stellwerk-{name}")
    parser.add_argument("--workers", type=asked.above_zero(int), default=2)
    options = parser.parse_args(arguments)
    options.folder.mkdir(parents=True, exist_ok=True)
    paths = [options.folder / f"{number}.json" for number in range(options.games)]
    with process_pool(options.workers) as executor:
        tasks = {
            executor.submit(make, number): path for number, path in enumerate(paths) if not path.exists()
        }
        for done, task in enumerate(as_completed(tasks), 1):
            tasks[task].write_bytes(msgspec.json.encode(task.result()))
            print(f"\r{done} of {len(tasks)} games", end="", flush=True)
    return [msgspec.json.decode(path.read_bytes(), type=kind) for path in paths]


def played(key: str, state: Any, rng: Random) -> Any:
    """The state after bots have played to the next chance or to the end."""
    game = stellwerk.load(key)
    seated: list[Seated[Any, Any]] = [Seated(game.bots[EQUAL](), rng) for _ in state.players]
    number = 0
    while (seat := game.actor(state)) not in (CHANCE, None):
        legal = game.legal(state)
        state = game.apply(state, seated[seat].choose(number, lambda: game.view(state, seat), legal))  # noqa: B023 (asked at once)
        number += 1
    return state


def error_of(figure: Callable[[Sequence[T]], float], games: Sequence[T]) -> float:
    """The standard error of a figure, from games drawn again."""
    rng = Random(len(games))
    return pstdev([figure(rng.choices(games, k=len(games))) for _ in range(RESAMPLED)])
