"""Views, samples, the log, the tally, and the simple bot."""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

import stellwerk
from stellwerk.games.interurban.law.data import EXITS, STATION_TILES, TRACK_TILES, VALUE_OF
from stellwerk.games.interurban.law.grid import OPPOSITE, STRAIGHTS, other_edge, step
from stellwerk.games.interurban.law.lines import station_of
from stellwerk.games.interurban.law.state import Line, State, Step, board_of
from tests.games.interurban.table import GAME, SEVEN, lay, parse, table

if TYPE_CHECKING:
    from stellwerk import LogLine
    from stellwerk.games.interurban.law.view import Choice


def random_states(seats: int, seed: int) -> list[State]:
    rng = random.Random(seed)
    state = stellwerk.new_game("interurban", seats, seed=str(seed))
    states = [state]
    while GAME.actor(state) is not None:
        state = GAME.apply(state, rng.choice(GAME.legal(state)))
        states.append(state)
    return states


def test_everybody_knows_the_same() -> None:
    for state in random_states(3, 1)[::5]:
        spectator = GAME.view(state, None)
        for seat in range(3):
            assert replace(GAME.view(state, seat), seat=None) == spectator


def test_a_view_hides_the_order_of_face_down_tiles_only() -> None:
    state = stellwerk.new_game("interurban", 2, seed="order")
    turned = replace(
        state,
        stack=state.stack[::-1],
        players=tuple(replace(player, stack=player.stack[::-1]) for player in state.players),
    )
    assert turned != state
    assert GAME.view(turned, 0) == GAME.view(state, 0)
    assert GAME.view(replace(state, open=state.open[1:] + state.open[:1]), 0) != GAME.view(state, 0)


def test_a_sample_shuffles_face_down_tiles_and_nothing_else() -> None:
    state = stellwerk.new_game("interurban", 2, seed="sample")
    view = GAME.view(state, 0)
    rng = random.Random(1)
    first = Counter()  # type: ignore[var-annotated]
    for _ in range(400):
        world = GAME.sample(view, rng)
        assert Counter(world.stack) == Counter(state.stack)
        assert replace(world, stack=(), players=()) == replace(state, stack=(), players=())
        for own, drawn in zip(state.players, world.players, strict=True):
            assert drawn.open == own.open
            assert Counter(drawn.stack) == Counter(own.stack)
        first[world.stack[0]] += 1
    for tile, count in Counter(state.stack).items():
        assert abs(first[tile] / 400 - count / 39) < 0.1


def test_choices_are_the_legal_placements_by_tile_and_cell() -> None:
    for state in random_states(4, 2):
        view = GAME.view(state, None)
        texts = [_text(choice, edges) for choice in view.choices for edges in choice.edges or (None,)]
        legal = [GAME.to_text(action) for action in GAME.legal(state)]
        assert sorted(texts) == sorted(text for text in legal if text != "E")
        assert view.may_end == ("E" in legal)
        assert len({(choice.tile, choice.seat, choice.cell) for choice in view.choices}) == len(view.choices)


@pytest.mark.clause("IU-6.3", "IU-6.5", "IU-6.6")
def test_a_choice_tells_the_score_sheet_after_it() -> None:
    for state in random_states(3, 4)[::3]:
        for choice in GAME.view(state, None).choices:
            assert len(choice.after) == max(1, len(choice.edges))
            for edges, told in zip(choice.edges or (None,), choice.after, strict=True):
                after = GAME.view(GAME.apply(state, GAME.parse(_text(choice, edges))), None)
                assert told.values == tuple(worth.value for worth in after.worth)
                assert told.totals == after.totals


def _text(choice: Choice, edges: str | None) -> str:
    colour = "" if choice.seat is None else ("red", "blue", "purple", "green")[choice.seat]
    return f"{colour}{choice.tile}@{choice.cell[0]},{choice.cell[1]}" + (f":{edges}" if edges else "")


def test_worth_tells_values_shares_and_missing_types() -> None:
    view = GAME.view(table("s2@2,0:EW red4@3,0:EW c1@4,0:NW blue1@4,1:NS", seats=3), 1)
    seven = view.worth[SEVEN]
    assert (seven.name, seven.start, seven.value) == ("7", 7, 10)
    assert seven.economic == (4, 1, 0)
    assert seven.points == (10, 5, 0)
    assert seven.missing == (2, 3)
    assert view.totals == (10, 5, 0)
    for state in random_states(5, 3)[::6]:
        view = GAME.view(state, 0)
        assert view.totals == tuple(sum(worth.points[seat] for worth in view.worth) for seat in range(5))
    last = random_states(5, 3)[-1]
    assert GAME.view(last, 0).totals == GAME.result(last).scores
    assert GAME.view(last, 0).reason == GAME.result(last).reason


def walked(state: State, number: int) -> Line:
    """A line read from the board alone, by following its track from the exit to the end."""
    board = board_of(state.tiles)
    cell, heading = EXITS[number]
    cell = step(cell, heading)
    stations, straights, curves, value = [], 0, 0, 0
    while (laid := board.get(cell)) is not None:
        if laid.seat is not None:
            stations.append(station_of(laid))
        else:
            entry = OPPOSITE[heading]
            heading = other_edge(laid.edges, entry)  # type: ignore[arg-type]  # a track tile has two edges
            straights += laid.edges in STRAIGHTS
            curves += laid.edges not in STRAIGHTS
            value += VALUE_OF[laid.tile]  # type: ignore[index]  # a track tile
        cell = step(cell, heading)
    known = state.lines[number]
    return replace(
        known,
        end=cell,
        heading=heading,
        stations=tuple(stations),
        straights=straights,
        curves=curves,
        track_value=value,
    )


def test_lines_follow_from_the_board_alone() -> None:
    """Everything that a line keeps follows from its track, including the crossings it runs into."""
    joined = 0
    for seed in range(12):
        for state in random_states(2 + seed % 4, seed):
            if state.step is not Step.DEAL:
                for number, line in enumerate(state.lines):
                    assert walked(state, number) == line
        stations = sum(len(line.stations) for line in state.lines)
        joined += stations - sum(tile.seat is not None for tile in state.tiles)
    assert joined > 5


def test_a_station_lies_on_one_or_two_lines() -> None:
    for seed in range(6):
        state = random_states(3, seed)[-1]
        laid = sum(tile.seat is not None for tile in state.tiles)
        crossings = sum(tile.edges == "NESW" for tile in state.tiles)
        assert laid <= sum(len(line.stations) for line in state.lines) <= laid + crossings


def sentences(before: State, text: str, language: str = "en") -> list[str]:
    action = parse(text)
    after = GAME.apply(before, action)
    texts = stellwerk.load_texts("interurban", language)
    return [texts.log_line(line, ["Ada", "Bo"]) for line in GAME.log(before, action, after, None)]


def test_the_log_tells_what_happened() -> None:
    state = replace(table(), open=("c1", "c1", "s1"))
    assert sentences(state, "c1@2,0:NW") == ["Ada lays curve 1 on line 7, which is now 1 tile long."]
    assert sentences(state, "c1@2,0:NW", "de") == [
        "Ada legt Kurve 1 an Strecke 7, die jetzt 1 Plättchen lang ist."
    ]
    assert sentences(state, "c1@0,1:ES") == [
        "Ada lays curve 1 on line 6, which is now 1 tile long.",
        "Line 6 is finished: no station can reach it any more (IU-5.2). It is worth 7 now: Ada 0, Bo 0.",
        "Line 5 is finished: no station can reach it any more (IU-5.2). It is worth 5 now: Ada 0, Bo 0.",
    ]
    two = replace(table("c1@0,1:SW c0@-1,0:NE"), laid=2)
    assert sentences(two, "redx2@-1,1") == [
        "Ada sets the red crossing 2 on lines H and 6.",
        "Ada turns up: red station 1.",
    ]
    free = replace(table("s1@2,0:EW redx2@3,0 c1@1,1:ES s1@2,1:EW"), open=("c1", None, None))
    assert "Line 5 now runs through the red crossing 2." in sentences(free, "c1@3,1:SW")
    ended = sentences(replace(lay(table(), "s1@2,0:EW"), open=("s1", None, None)), "E")
    assert ended == ["Ada ends the turn.", "New open track tiles: straight 2, straight 2."]


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        (
            "en",
            (
                "Ada extends line 7 by a curve (1) and a straight (1) to 2 tiles "
                "and extends line 6 by a curve (1) to 1 tile."
            ),
        ),
        (
            "de",
            (
                "Ada verlängert Strecke 7 um eine Kurve (1) und eine Gerade (1) auf 2 Plättchen "
                "und verlängert Strecke 6 um eine Kurve (1) auf 1 Plättchen."
            ),
        ),
    ],
)
def test_a_turn_is_told_line_by_line(language: str, sentence: str) -> None:
    state = replace(table(), open=("c1", "c1", "s1"))
    lines: list[LogLine] = []
    for text in ("c1@2,0:NW", "c1@0,1:SW", "s1@2,1:NS"):
        after = GAME.apply(state, parse(text))
        lines += GAME.log(state, parse(text), after, None)
        state = after
    texts = stellwerk.load_texts("interurban", language)
    assert texts.log_line(GAME.tell(lines)[0], ["Ada", "Bo"]) == sentence


def test_tallies_add_up_over_a_game() -> None:
    for seed in range(4):
        rng = random.Random(seed)
        state = stellwerk.new_game("interurban", 3, seed=str(seed))
        total: Counter[str] = Counter()
        while GAME.actor(state) is not None:
            action = rng.choice(GAME.legal(state))
            after = GAME.apply(state, action)
            total.update(GAME.tally(state, action, after))
            state = after
        assert total["track_tiles"] + total["stations"] == len(state.tiles) - 2
        assert total["turns"] == state.turns
        assert total["lines_complete"] + total["lines_closed_in"] == sum(
            bool(line.finished) for line in state.lines
        )
        served = sum(len(line.stations) for line in state.lines)
        assert total["stations"] + total["crossings_on_two_lines"] + total["joins"] == served


def test_the_simple_bot_beats_the_random_one() -> None:
    simple, chance = GAME.bots["simple"](), GAME.bots["random"]()
    won = 0
    for number in range(10):
        rng = random.Random(number)
        state = stellwerk.new_game("interurban", 2, seed=str(number), start_seat=number % 2)
        while (seat := GAME.actor(state)) is not None:
            bot = simple if seat == 0 else chance
            state = GAME.apply(state, bot.choose(GAME.view(state, seat), GAME.legal(state), rng))
        won += GAME.result(state).winners == (0,)
    assert won >= 8


def test_tiles_are_in_the_order_of_the_alphabet() -> None:
    """Views sort face-down tiles by it: track from its end, stations from its beginning."""
    assert sorted(TRACK_TILES, reverse=True) == [*TRACK_TILES]
    assert sorted(STATION_TILES) == [*STATION_TILES]
