"""Table values: in how many worlds they are looked at, and what InterUrban thinks about in them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from stellwerk.games.interurban.mind import review
from stellwerk.games.interurban.mind.review import THOUGHT_WORLDS, InterUrbanOutlook
from stellwerk.review import Budget, Piece, examine
from stellwerk.review.story import story_of
from stellwerk.search import Look
from tests.golden import archive

if TYPE_CHECKING:
    from collections.abc import Sequence

BETWEEN_TWO, OF_THREE = "interurban/end_a_lookahead.json", "interurban/simple_3_next_cell.json"
WANTED = THOUGHT_WORLDS + 4


@pytest.mark.parametrize(("record", "most"), [(BETWEEN_TWO, THOUGHT_WORLDS), (OF_THREE, WANTED)])
def test_what_is_thought_about_is_looked_at_in_fewer_worlds(
    record: str, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = archive.read(archive.records()[record])
    asked: dict[bool, list[int]] = {False: [], True: []}

    def looks(_: InterUrbanOutlook, actions: Sequence[Any], world: int) -> list[Look]:
        asked[bool(actions)].append(world)
        return [Look(1.0, (1 / game.seats,) * game.seats)]

    monkeypatch.setattr(InterUrbanOutlook, "looks", looks)
    examine(game, Piece("table", 0, 0), budget=Budget(table=WANTED))
    assert asked == {False: [*range(most)], True: [*range(most)]}


def test_between_two_the_next_turns_are_thought_about(monkeypatch: pytest.MonkeyPatch) -> None:
    state = story_of(archive.read(archive.records()[BETWEEN_TWO])).turns[1].before
    thoughtful = [InterUrbanOutlook(state, 1).looks((), world) for world in range(6)]
    assert thoughtful == [InterUrbanOutlook(state, 1).looks((), world) for world in range(6)]
    for looks in thoughtful:
        assert sum(look.weight for look in looks) == pytest.approx(1)
        assert all(sum(look.shares) == pytest.approx(1) for look in looks)
    monkeypatch.setattr(review, "THOUGHT", {})
    greedy = [InterUrbanOutlook(state, 1).looks((), world)[-1] for world in range(6)]
    assert greedy != [looks[-1] for looks in thoughtful]
