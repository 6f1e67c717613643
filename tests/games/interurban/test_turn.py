"""IU-3: what a turn is."""

from __future__ import annotations

import random

import msgspec
import pytest
from msgspec.structs import replace

from stellwerk import IllegalAction, settle
from stellwerk.games.interurban.law.state import Player, State
from tests.games.interurban.table import (
    FIVE,
    FOUR,
    GAME,
    SEVEN,
    SIX,
    C,
    H,
    assert_refused,
    first_round,
    lay,
    legal_texts,
    parse,
    table,
    walled,
)

NO_STATIONS = (Player((None, None, None), ("1",)), Player((None, None, None), ("1",)))


def play(state: State, *texts: str) -> State:
    for text in texts:
        state = GAME.apply(state, parse(text))
    return state


@pytest.mark.clause("IU-3.1", "IU-3.7")
def test_a_turn_is_one_to_three_tiles_on_any_lines() -> None:
    state = table()
    assert "E" not in legal_texts(state)
    state = play(state, "s1@2,0:EW")
    assert (state.turn, state.laid) == (0, 1)
    assert legal_texts(state)[-1] == "E"
    assert play(state, "E").turn == 1
    state = play(state, "s0@0,1:NS")
    assert (state.turn, state.laid) == (0, 2)
    assert play(state, "E").turn == 1
    state = play(state, "c1@-1,0:NE")
    assert (state.turn, state.laid) == (1, 0), "the third tile ends the turn"


@pytest.mark.clause("IU-3.1")
def test_a_tile_goes_on_an_empty_cell_at_the_end_of_a_line() -> None:
    state = table("s1@2,0:EW")
    assert_refused(state, "s1@2,0:EW", "IU-3.1", "cell_taken", cell="2,0", other="s1")
    assert_refused(state, "s1@0,0:NS", "IU-3.1", "cell_taken", cell="0,0", other="4H6")
    assert_refused(state, "s1@4,0:EW", "IU-3.1", "extends_nothing", cell="4,0")
    assert_refused(state, "red1@9,9:NS", "IU-3.1", "extends_nothing", cell="9,9")


@pytest.mark.clause("IU-3.2")
def test_all_open_tiles_may_be_laid_also_those_of_others() -> None:
    state = replace(
        table("s1@2,0:EW", seats=3),
        players=(Player(("1", None, None)), Player(("x2", None, None)), Player(("4", None, None), ("3",))),
    )
    stations = [text for text in legal_texts(state) if text[0] not in "scE"]
    assert stations == ["red1@3,0:EW", "bluex2@3,0", "purple4@3,0:EW"]
    for text, params in (
        ("purple3@3,0:EW", {"station": "purple3", "open": ("purple4",)}),
        ("red2@3,0:EW", {"station": "red2", "open": ("red1",)}),
    ):
        with pytest.raises(IllegalAction) as caught:
            GAME.apply(state, parse(text))
        assert (caught.value.clause, caught.value.code) == ("IU-3.2", "station_not_open")
        assert caught.value.params == params
    with pytest.raises(IllegalAction) as caught:
        GAME.apply(state, parse("c0@2,1:NE"))
    assert (caught.value.clause, caught.value.code) == ("IU-3.2", "track_not_open")
    assert caught.value.params == {"tile": "c0", "open": ("s1", "s0", "c1")}
    with pytest.raises(IllegalAction) as caught:
        GAME.apply(state, parse("yellow1@3,0:EW"))
    assert (caught.value.clause, caught.value.code) == ("IU-3.2", "no_such_player")


@pytest.mark.clause("IU-3.3")
def test_one_station_a_turn() -> None:
    state = play(table("s1@2,0:EW s1@0,1:NS"), "red1@3,0:EW")
    assert all(text[0] in "scE" for text in legal_texts(state))
    assert_refused(state, "blue4@0,2:NS", "IU-3.3", "second_station", station="blue4")
    assert "blue4@0,2:NS" in legal_texts(play(state, "E")), "the next player may"


@pytest.mark.clause("IU-3.3", "IU-4.K")
def test_running_into_a_free_crossing_is_not_laying_a_station() -> None:
    state = table("s1@-1,0:EW s1@2,0:EW redx2@3,0 c1@1,1:ES s1@2,1:EW")
    state = play(replace(state, open=("c1", "s1", "s0")), "c1@3,1:SW")
    assert state.lines[3].stations == ((0, 2),)
    assert not state.station_laid
    assert "blue1@-2,0:EW" in legal_texts(state)


@pytest.mark.clause("IU-3.4")
def test_the_turn_cannot_end_before_a_tile() -> None:
    with pytest.raises(IllegalAction) as caught:
        GAME.apply(table(), parse("E"))
    assert (caught.value.clause, caught.value.code) == ("IU-3.4", "nothing_laid")


@pytest.mark.clause("IU-3.4", "IU-6.1d")
def test_the_game_ends_when_a_player_can_lay_nothing() -> None:
    """Only curves still fit, and only straights are open."""
    state = walled(table(), "3,0 0,-3", finished=(H, SIX, FIVE, C))
    state = replace(state, open=("s1",) * 3, stack=("s1",) * 9, players=NO_STATIONS)
    assert legal_texts(state) == ["s1@0,-1:NS"]
    state = play(state, "s1@0,-1:NS")
    assert GAME.actor(state) is None
    assert (state.reason, state.turn) == ("IU-6.1d", 1)
    assert not any(line.finished for line in (state.lines[FOUR], state.lines[SEVEN]))
    assert GAME.legal(state) == ()


@pytest.mark.clause("IU-6.1", "IU-6.1c", "IU-6.1d")
def test_a_player_without_stations_who_can_lay_nothing_ends_the_game_by_the_first_reason() -> None:
    state = walled(table(), "3,0 0,-3", finished=(H, SIX, FIVE, C))
    state = replace(
        state, open=("s1",) * 3, stack=("s1",) * 9, players=(NO_STATIONS[0], Player((None, None, None), ()))
    )
    state = play(state, "s1@0,-1:NS")
    assert (state.reason, state.turn) == ("IU-6.1c", 1)


@pytest.mark.clause("IU-3.5")
def test_open_tiles_are_refilled_at_the_end_of_the_turn_only() -> None:
    state = replace(
        table("s1@2,0:EW"),
        open=("c1", "s1", "s1"),
        stack=("s2", "c0", "s0"),
        players=(Player(("1", "2", "1"), ("x4", "3")), Player(("4", "3", "2"), ("x1",))),
    )
    state = play(state, "s1@0,1:NS", "blue3@3,0:EW")
    assert state.open == ("c1", None, "s1"), "of equal tiles the leftmost is taken"
    assert state.stack == ("s2", "c0", "s0")
    assert state.players[1] == Player(("4", None, "2"), ("x1",))
    state = play(state, "c1@-1,0:NE")
    assert state.turn == 1
    assert state.open == ("s2", "c0", "s1"), "from left to right"
    assert state.stack == ("s0",)
    assert state.players[1] == Player(("4", "x1", "2"), ()), "the owner opens another one"
    assert state.players[0] == Player(("1", "2", "1"), ("x4", "3"))


@pytest.mark.clause("IU-3.5")
def test_places_stay_empty_without_supply() -> None:
    state = replace(table(), open=("s1", "s1", "c1"), stack=("c0",), players=(Player(("1",)), Player(("1",))))
    state = play(state, "s1@2,0:EW", "c1@0,1:SW", "E")
    assert state.open == ("c0", "s1", None)
    assert state.stack == ()


@pytest.mark.clause("IU-3.6", "IU-5.3")
def test_finished_lines_lose_their_end_at_once_in_the_middle_of_a_turn() -> None:
    state = play(table(), "c1@0,1:ES")
    assert state.laid == 1
    assert [bool(line.finished) for line in state.lines] == [False, False, True, True, False, False]
    assert not any("@1,1" in text for text in legal_texts(state))


@pytest.mark.clause("IU-3.7")
def test_the_turn_ends_by_itself_when_nothing_can_be_laid() -> None:
    state = replace(table(), open=("s1", None, None), stack=("c1", "c1"), players=NO_STATIONS)
    state = play(state, "s1@2,0:EW")
    assert (state.turn, state.laid) == (1, 0)
    assert state.open == ("c1", "c1", None)
    # IU-3.3 counts: only a second station would be possible
    state = replace(table("s1@2,0:EW s1@0,1:NS"), open=(None, None, None), stack=("c1",))
    assert any("@0,2" in text for text in legal_texts(state))
    state = play(state, "red1@3,0:EW")
    assert (state.turn, state.laid) == (1, 0)


@pytest.mark.clause("IU-3.7", "IU-4.B", "IU-6.1d")
def test_the_first_round_rule_counts_for_the_end_of_turn_and_game() -> None:
    """Only tiles that would finish a line are open: that ends the game in the first round, but not later."""
    state = walled(table(), "-1,1 2,1 *3,1 3,-1", finished=(FOUR, H, C))
    state = replace(state, open=("s1", "c1", None), stack=("c1",) * 5, players=NO_STATIONS)
    later = play(state, "s1@2,0:EW")
    assert (later.turn, later.laid) == (0, 1)
    assert legal_texts(later) == ["c1@0,1:ES", "c1@1,1:SW", "E"]
    early = play(first_round(state), "s1@2,0:EW")
    assert GAME.actor(early) is None
    assert (early.reason, early.turn) == ("IU-6.1d", 1)
    one_ended = play(replace(state, turns=1), "s1@2,0:EW")
    assert (one_ended.reason, one_ended.turn) == (None, 1), "the second player's turn is past the first round"


@pytest.mark.clause("IU-3.1", "IU-4.L")
def test_one_crossing_may_extend_two_lines() -> None:
    state = lay(table("c1@0,1:SW c0@-1,0:NE"), "redx2@-1,1")
    assert state.lines[2].stations == state.lines[1].stations == ((0, 2),)
    assert (state.lines[2].end, state.lines[1].end) == ((-2, 1), (-1, 2))
    assert state.lines[SEVEN].stations == ()


def test_the_log_needs_no_states_that_share_their_lines() -> None:
    """States that were written down and read again say the same as those that followed from each other."""
    rng, joined = random.Random("log"), 0
    for number in range(4):
        state = settle(GAME, GAME.begin(GAME.setup(2 + number)), rng)
        while GAME.actor(state) is not None:
            action = rng.choice(GAME.legal(state))
            after = GAME.apply(state, action)
            said = GAME.log(state, action, after, None)
            written = msgspec.json.encode((state, after))
            before, again = msgspec.json.decode(written, type=tuple[State, State])
            assert GAME.log(before, action, again, None) == said
            joined += any(line.code == "joined" for line in said)
            state = after
    assert joined
