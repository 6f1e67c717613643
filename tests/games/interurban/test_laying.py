"""IU-4: the laying rules A to M one by one; each refusal names the tile or station in the way."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from stellwerk import IllegalAction
from tests.games.interurban.table import (
    FIVE,
    GAME,
    SEVEN,
    SIX,
    assert_refused,
    dealt,
    first_round,
    lay,
    legal_texts,
    parse,
    reopened,
    table,
    walled,
)

if TYPE_CHECKING:
    from stellwerk.games.interurban.law.actions import Action
    from stellwerk.games.interurban.law.state import State


@pytest.mark.clause("IU-4.A")
def test_a_no_station_beside_a_start_tile() -> None:
    for text in ("red3@2,0:EW", "redx1@2,0", "red3@0,1:NS", "redx4@-1,0"):
        assert_refused(table(), text, "IU-4.A", "station_beside_start")
    assert_refused(table(), "blue3@2,0:EW", "IU-4.A", "station_beside_start", station="blue3", other="57C")
    # also where the line does not come from the start tile
    back = table("s1@2,0:EW c1@3,0:NW c1@3,1:SW")
    assert back.lines[SEVEN].end == (2, 1)
    assert "red3@2,1:EW" in legal_texts(replace(back, players=(replace(back.players[0], open=("3",)),) * 2))
    back = lay(back, "s1@2,1:EW")
    assert back.lines[SEVEN].finished, "its end faces the line 5 beside the start tile"


@pytest.mark.clause("IU-4.A")
def test_a_diagonal_cells_do_not_count() -> None:
    assert lay(table("c1@0,1:SW"), "red3@-1,1:EW").lines[SIX].stations == ((0, 3),)


@pytest.mark.clause("IU-4.B")
def test_b_no_line_is_finished_in_the_first_round() -> None:
    state = dealt(seats=3)
    assert_refused(state, "c1@0,1:ES", "IU-4.B", "finishes_in_first_round", lines=("6", "5"))
    assert_refused(replace(state, turns=2), "c1@0,1:ES", "IU-4.B", "finishes_in_first_round")
    after = lay(replace(state, turns=3), "c1@0,1:ES")
    assert [line.finished for line in after.lines] == [None, None, "IU-5.2", "IU-5.2", None, None]


@pytest.mark.clause("IU-4.B", "IU-5.1")
def test_b_counts_complete_lines_too() -> None:
    state = table("s1@2,0:EW red1@3,0:EW s1@4,0:EW blue2@5,0:EW s1@6,0:EW red3@7,0:EW s1@8,0:EW")
    assert lay(state, "blue4@9,0:EW").lines[SEVEN].finished == "IU-5.1"
    assert_refused(first_round(state), "blue4@9,0:EW", "IU-4.B", "finishes_in_first_round", lines=("7",))


@pytest.mark.clause("IU-4.B", "IU-5.3")
def test_b_uses_the_option_for_finishing() -> None:
    """A pocket that only the option `lookahead` recognises."""
    walls = "*3,1 3,-1 4,2 4,-2 5,1 5,-1 5,0"
    state = first_round(walled(table(), walls))
    assert_refused(state, "s1@2,0:EW", "IU-4.B", "finishes_in_first_round", lines=("7",))
    ahead = first_round(walled(table(finish="next_cell"), walls))
    lay(ahead, "s1@2,0:EW")


@pytest.mark.clause("IU-4.B")
@pytest.mark.parametrize("finish", ["lookahead", "next_cell"])
@pytest.mark.parametrize("seats", [2, 5])
def test_b_what_is_listed_is_what_is_not_refused(seats: int, finish: str) -> None:
    """Random positions, also crowded ones, treated as the first round: `legal` lists what the law accepts."""
    refused = 0
    for number in range(3):
        rng = random.Random(number)
        state = GAME.initial(seats, {"finish": finish}, 0)
        state = GAME.apply(state, GAME.chance(state, rng))
        while GAME.actor(state) is not None:
            later, early = replace(state, turns=seats), first_round(state)
            allowed = [action for action in GAME.legal(later) if not _breaks_b(early, action)]
            assert list(GAME.legal(early)) == allowed
            refused += len(GAME.legal(later)) - len(allowed)
            state = GAME.apply(state, rng.choice(GAME.legal(state)))
    assert refused > 50


def _breaks_b(state: State, action: Action) -> bool:
    try:
        GAME.apply(state, action)
    except IllegalAction as error:
        return error.clause == "IU-4.B"
    return False


@pytest.mark.clause("IU-4.C")
def test_c_stations_do_not_touch() -> None:
    state = table("s1@2,0:EW red3@3,0:EW c1@1,1:ES s1@2,1:EW")
    params = {"station": "blue2", "other": "red3", "cell": "3,0"}
    assert_refused(state, "blue2@4,0:EW", "IU-4.C", "station_beside_station", **params)
    assert_refused(state, "blue2@3,1:EW", "IU-4.C", "station_beside_station", **params)
    crossing = table("s1@2,0:EW redx3@3,0")
    assert_refused(crossing, "bluex2@4,0", "IU-4.C", "station_beside_station")


@pytest.mark.clause("IU-4.C")
def test_c_diagonal_stations_are_allowed() -> None:
    state = table("s1@2,0:EW red3@3,0:EW c1@1,1:ES")
    assert lay(state, "blue2@2,1:EW").lines[FIVE].stations == ((1, 2),)


@pytest.mark.clause("IU-4.D")
def test_d_no_owner_twice_in_a_row() -> None:
    state = table("s1@2,0:EW red3@3,0:EW s1@4,0:EW")
    params = {"line": "7", "station": "red1", "colour": "red", "value": 3}
    assert_refused(state, "red1@5,0:EW", "IU-4.D", "same_owner_twice", **params)
    assert_refused(state, "redx1@5,0", "IU-4.D", "same_owner_twice")
    state = table("s1@2,0:EW red3@3,0:EW s1@4,0:EW blue2@5,0:EW s1@6,0:EW")
    assert lay(state, "red1@7,0:EW").lines[SEVEN].stations == ((0, 3), (1, 2), (0, 1))


@pytest.mark.clause("IU-4.E")
def test_e_lines_are_not_connected() -> None:
    state = table("s1@0,1:NS c1@0,2:ES s1@1,1:NS")
    assert state.lines[SIX].end == state.lines[FIVE].end == (1, 2)
    assert_refused(state, "c1@1,2:SW", "IU-4.E", "lines_connected", line="5", other="6")


@pytest.mark.clause("IU-4.E")
def test_e_holds_for_everything_straight_between_two_ends() -> None:
    state = table(
        "s1@0,1:NS s1@0,2:NS c1@0,3:ES s1@1,3:EW s1@2,0:EW s1@3,0:EW c1@4,0:NW s1@4,1:NS s1@4,2:NS c1@4,3:SW"
    )
    state = reopened(lay(state, "s1@3,3:EW"))
    assert state.lines[SIX].end == state.lines[SEVEN].end == (2, 3)
    for text in ("s1@2,3:EW", "red4@2,3:EW", "redx4@2,3"):
        assert_refused(state, text, "IU-4.E", "lines_connected", line="7", other="6")


@pytest.mark.clause("IU-4.F")
def test_f_track_does_not_meet_a_blank_edge() -> None:
    state = table("s1@0,1:NS")
    params = {"tile": "c1", "other": "s1", "cell": "0,1", "side": "west"}
    assert_refused(state, "c1@1,1:SW", "IU-4.F", "track_meets_blank_edge", **params)
    # the blank edge of a start tile counts as well
    assert_refused(table(), "c1@0,2:NE", "IU-3.1", "extends_nothing")


@pytest.mark.clause("IU-4.F")
def test_f_a_blank_edge_does_not_meet_track() -> None:
    params = {"tile": "s1", "other": "4H6", "cell": "0,0", "side": "south"}
    assert_refused(table(), "s1@0,1:EW", "IU-4.F", "blank_edge_meets_track", **params)
    # another line's end counts
    state = table("s1@0,1:NS c1@0,2:ES s1@1,1:NS")
    assert_refused(
        state, "s1@1,2:NS", "IU-4.F", "blank_edge_meets_track", other="c1", cell="0,2", side="west"
    )


@pytest.mark.clause("IU-4.F", "IU-4.K")
def test_f_the_edges_of_a_free_track_count_as_track() -> None:
    state = table("s1@2,0:EW redx2@3,0 c1@1,1:ES s1@2,1:EW")
    assert_refused(
        state, "s1@3,1:EW", "IU-4.F", "blank_edge_meets_track", other="redx2", cell="3,0", side="south"
    )
    assert_refused(state, "c1@3,1:NW", "IU-4.F", "blank_edge_meets_track", other="redx2")
    assert [text for text in legal_texts(state) if "@3,1" in text] == ["c1@3,1:SW"]


@pytest.mark.clause("IU-4.G", "IU-4.H", "IU-4.I")
@pytest.mark.parametrize(("value", "clause"), [(1, "IU-4.G"), (2, "IU-4.H"), (3, "IU-4.I")])
def test_g_h_i_one_station_of_a_value(value: int, clause: str) -> None:
    state = table(f"s1@2,0:EW red{value}@3,0:EW s1@4,0:EW")
    params = {"line": "7", "value": value, "colour": "red"}
    assert_refused(state, f"blue{value}@5,0:EW", clause, "value_twice", station=f"blue{value}", **params)
    assert_refused(state, f"bluex{value}@5,0", clause, "value_twice", station=f"bluex{value}", **params)
    lay(state, f"blue{value % 3 + 1}@5,0:EW")


@pytest.mark.clause("IU-4.J")
def test_j_one_four_of_each_player() -> None:
    state = table("s1@2,0:EW red4@3,0:EW s1@4,0:EW blue4@5,0:EW s1@6,0:EW")
    assert state.lines[SEVEN].stations == ((0, 4), (1, 4))
    assert_refused(state, "red4@7,0:EW", "IU-4.J", "four_twice", line="7", station="red4", colour="red")
    assert_refused(state, "redx4@7,0", "IU-4.J", "four_twice", station="redx4")
    three = table("s1@2,0:EW red4@3,0:EW s1@4,0:EW blue4@5,0:EW s1@6,0:EW", seats=3)
    assert lay(three, "purple4@7,0:EW").lines[SEVEN].stations[-1] == (2, 4)


@pytest.mark.clause("IU-4.K")
def test_k_a_track_that_runs_into_a_free_crossing_takes_it() -> None:
    state = table("s1@2,0:EW redx2@3,0 c1@1,1:ES s1@2,1:EW")
    after = lay(state, "c1@3,1:SW")
    assert after.lines[FIVE].stations == ((0, 2),)
    assert (after.lines[FIVE].end, after.lines[FIVE].heading) == ((3, -1), "S")
    assert after.lines[FIVE].curves == 2
    assert after.lines[FIVE].track_value == 3
    assert len(after.tiles) == len(state.tiles) + 1


@pytest.mark.clause("IU-4.K", "IU-4.D", "IU-4.H")
def test_k_the_station_must_suit() -> None:
    """Line 5 comes from above to the free crossing, but its last station forbids it to run into it."""
    way = "s1@2,0:EW redx2@3,0 s1@1,1:NS {}@1,2:NS c1@1,3:ES c1@2,3:SW c1@2,2:NE c1@3,2:SW"
    owner = table(way.format("red1"))
    assert owner.lines[FIVE].finished, "the crossing was its only way on"
    params = {"line": "5", "station": "redx2", "colour": "red", "value": 1}
    assert_refused(reopened(owner), "s1@3,1:NS", "IU-4.D", "same_owner_twice", **params)
    value = table(way.format("blue2"))
    params = {"line": "5", "station": "redx2", "value": 2, "colour": "blue"}
    assert_refused(reopened(value), "s1@3,1:NS", "IU-4.H", "value_twice", **params)
    assert lay(table(way.format("blue1")), "s1@3,1:NS").lines[FIVE].stations == ((1, 1), (0, 2))


@pytest.mark.clause("IU-4.K")
def test_k_a_line_never_runs_through_its_own_crossing() -> None:
    state = table("s1@2,0:EW redx2@3,0 c1@4,0:NW c1@4,1:SW")
    assert state.lines[SEVEN].end == (3, 1)
    assert state.lines[SEVEN].finished
    assert_refused(reopened(state), "c1@3,1:ES", "IU-4.D", "same_owner_twice", line="7", station="redx2")
    way = "s1@2,0:EW redx{}@3,0 s1@4,0:EW blue1@5,0:EW c1@6,0:NW c1@6,1:SW s1@5,1:EW s1@4,1:EW"
    assert_refused(reopened(table(way.format(4))), "c1@3,1:ES", "IU-4.J", "four_twice", station="redx4")
    assert_refused(reopened(table(way.format(3))), "c1@3,1:ES", "IU-4.I", "value_twice", station="redx3")


@pytest.mark.clause("IU-4.K")
def test_k_the_free_track_stays_free_when_the_first_line_is_finished() -> None:
    moves = "s1@2,0:EW red1@3,0:EW s1@4,0:EW blue2@5,0:EW s1@6,0:EW red3@7,0:EW s1@8,0:EW bluex4@9,0"
    state = table(moves)
    assert state.lines[SEVEN].finished == "IU-5.1"
    way = "c1@1,1:ES s1@2,1:EW s1@3,1:EW s1@4,1:EW s1@5,1:EW s1@6,1:EW s1@7,1:EW s1@8,1:EW"
    state = table(f"{moves} {way}")
    after = lay(state, "c1@9,1:SW")
    assert after.lines[FIVE].stations == ((1, 4),)
    assert after.lines[FIVE].end == (9, -1)
    assert_refused(after, "s1@10,0:EW", "IU-4.M", "line_is_finished", line="7")


@pytest.mark.clause("IU-4.D", "IU-4.H", "IU-4.L")
@pytest.mark.parametrize(("seven", "five", "line"), [("blue2", "red1", "5"), ("red1", "blue2", "7")])
def test_l_an_owner_twice_on_either_line_is_cited_before_a_value_twice(
    seven: str, five: str, line: str
) -> None:
    east = f"s1@2,0:EW {seven}@3,0:EW s1@4,0:EW"
    north = f"s1@1,1:NS {five}@1,2:NS c1@1,3:ES s1@2,3:EW s1@3,3:EW s1@4,3:EW c1@5,3:SW s1@5,2:NS s1@5,1:NS"
    state = table(f"{east} {north}")
    assert state.lines[SEVEN].end == state.lines[FIVE].end == (5, 0)
    assert_refused(reopened(state), "redx2@5,0", "IU-4.D", "same_owner_twice", line=line)


@pytest.mark.clause("IU-4.L")
def test_l_a_crossing_extends_two_lines_and_is_listed_once() -> None:
    state = table("c1@0,1:SW c0@-1,0:NE")
    assert legal_texts(state).count("redx2@-1,1") == 1
    assert [text for text in legal_texts(state) if "@-1,1" in text] == ["redx2@-1,1", "bluex2@-1,1"]
    after = lay(state, "redx2@-1,1")
    assert after.lines[SIX].stations == after.lines[1].stations == ((0, 2),)


@pytest.mark.clause("IU-4.L", "IU-4.D", "IU-4.H")
def test_l_both_lines_must_agree() -> None:
    """Lines 6 and H meet at -3,1; one of them may refuse the owner or the value."""
    moves = "c1@0,1:SW s1@-1,0:EW {}@-2,0:EW c1@-3,0:NE {}@-1,1:EW s1@-2,1:EW"
    state = table(moves.format("red3", "blue2"), seats=3)
    assert state.lines[SIX].end == state.lines[1].end == (-3, 1)
    assert_refused(state, "redx1@-3,1", "IU-4.D", "same_owner_twice", line="H")
    assert_refused(state, "bluex1@-3,1", "IU-4.D", "same_owner_twice", line="6")
    assert_refused(state, "purplex3@-3,1", "IU-4.I", "value_twice", line="H")
    assert_refused(state, "purplex2@-3,1", "IU-4.H", "value_twice", line="6")
    after = lay(state, "purplex1@-3,1")
    assert after.lines[SIX].stations == ((1, 2), (2, 1))
    assert after.lines[1].stations == ((0, 3), (2, 1))


@pytest.mark.clause("IU-4.M")
def test_m_nothing_is_attached_to_a_finished_line() -> None:
    moves = "s1@2,0:EW red1@3,0:EW s1@4,0:EW blue2@5,0:EW s1@6,0:EW red3@7,0:EW s1@8,0:EW blue4@9,0:EW"
    state = table(moves)
    for text in ("s1@10,0:EW", "c1@10,0:NW"):
        assert_refused(state, text, "IU-4.M", "line_is_finished", line="7")
    assert "10,0" not in " ".join(legal_texts(state))
    # nor from another line's side: nothing but track would fit there by F, and that would touch 7
    way = "c1@1,1:ES s1@2,1:EW s1@3,1:EW s1@4,1:EW s1@5,1:EW s1@6,1:EW s1@7,1:EW s1@8,1:EW s1@9,1:EW"
    near = table(f"{moves} {way}")
    after = lay(near, "c1@10,1:SW")
    assert after.lines[FIVE].finished == "IU-5.2"
    assert_refused(after, "c1@10,0:NW", "IU-4.M", "line_is_finished", line="5")
    assert_refused(after, "redx1@10,0", "IU-4.C", "station_beside_station")


def test_the_first_broken_clause_is_cited() -> None:
    """3.2, 3.3, 3.1 (taken), F, A, C, M, E, 3.1 (nothing), D, G–J, B."""
    state = table("s1@2,0:EW red3@3,0:EW s1@4,0:EW")
    with pytest.raises(IllegalAction) as caught:  # not open before cell taken
        GAME.apply(state, parse("c0@2,0:NE"))
    assert caught.value.clause == "IU-3.2"
    second = GAME.apply(table("s1@2,0:EW"), parse("red1@3,0:EW"))
    with pytest.raises(IllegalAction) as caught:  # not open before the second station
        GAME.apply(second, parse("red3@4,0:EW"))
    assert caught.value.clause == "IU-3.2"
    assert_refused(second, "blue2@2,0:EW", "IU-3.3", "second_station")  # before cell taken
    assert_refused(state, "blue3@3,0:NS", "IU-3.1", "cell_taken")
    assert_refused(table(), "red3@2,0:NS", "IU-4.F", "blank_edge_meets_track")  # before A
    beside_both = table("c1@2,0:NW red3@2,1:NS")
    assert_refused(beside_both, "blue1@1,1:NS", "IU-4.A", "station_beside_start")  # before C
    assert_refused(state, "red1@3,1:EW", "IU-4.C", "station_beside_station")  # before 3.1 (extends nothing)
    four = table("s1@2,0:EW red3@3,0:EW s1@4,0:EW blue2@5,0:EW s1@6,0:EW")
    assert_refused(four, "blue2@7,0:EW", "IU-4.D", "same_owner_twice")  # before H
    first = first_round(table("s1@2,0:EW red1@3,0:EW s1@4,0:EW blue2@5,0:EW s1@6,0:EW red3@7,0:EW s1@8,0:EW"))
    assert_refused(first, "red4@9,0:EW", "IU-4.D", "same_owner_twice")  # before B
