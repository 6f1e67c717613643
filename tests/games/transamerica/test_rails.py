"""TA-3: markers, rails, networks, the end of a turn."""

from __future__ import annotations

import random

import pytest

from stellwerk.games.transamerica import GAME
from stellwerk.games.transamerica.law.data import CROSSINGS, PAIRS
from stellwerk.games.transamerica.law.network import lines_at, reached
from stellwerk.games.transamerica.law.state import Step
from tests.contract.worlds import random_game, setups
from tests.games.transamerica.table import fresh, legal, lines, play, refused, table, texts_of


@pytest.mark.clause("TA-3.1")
def test_a_marker_goes_to_any_crossing_without_another_marker() -> None:
    state = fresh(3)
    assert legal(state) == [f"M {crossing}" for crossing in range(CROSSINGS)]
    state = play(state, "M 65")  # Omaha: a city is allowed
    assert legal(state) == [f"M {crossing}" for crossing in range(CROSSINGS) if crossing != 65]
    assert refused(state, "M 65") == ("TA-3.1", "crossing_taken", {"place": "65 Omaha"})


@pytest.mark.clause("TA-3.1")
def test_all_markers_stand_before_the_first_rail() -> None:
    state = play(fresh(3), "M 65", "M 64")
    assert refused(state, "R 64-65") == ("TA-3.1", "marker_first", {})
    assert refused(state, "E") == ("TA-3.1", "marker_first", {})
    state = play(state, "M 0")
    assert state.turn == 0
    assert state.step is Step.FIRST_RAIL
    assert refused(state, "M 12") == ("TA-3.1", "marker_stands", {"place": "65 Omaha"})


@pytest.mark.clause("TA-3.1")
def test_a_marker_at_crossing_0_is_named_too() -> None:
    state = table(markers=(0, 65))
    assert refused(state, "M 12") == ("TA-3.1", "marker_stands", {"place": "0 Seattle"})


@pytest.mark.clause("TA-3.1", "TA-3.5")
def test_a_marker_alone_is_a_network_that_a_rail_can_join() -> None:
    state = play(table(markers=(64, 65)), "R 64-65")
    assert state.players[0].network == state.players[1].network == 1 << 64 | 1 << 65


@pytest.mark.clause("TA-3.2")
def test_one_or_two_single_rails_or_one_double_rail() -> None:
    state = table()
    two = play(state, "R 126-127", "R 127-128")
    assert (two.turn, two.step) == (1, Step.FIRST_RAIL)
    assert two.rails == lines("126-127 127-128")
    one = play(state, "R 126-127", "E")
    assert (one.turn, one.step) == (1, Step.FIRST_RAIL)
    double = play(table(turn=1), "R 65-66")
    assert (double.turn, double.step) == (0, Step.FIRST_RAIL)


@pytest.mark.clause("TA-3.2")
def test_a_double_line_is_never_the_second_rail() -> None:
    state = play(table(turn=1), "R 64-65")
    assert refused(state, "R 65-66") == ("TA-3.2", "double_line_second", {"a": 65, "b": 66})
    assert not {"R 65-66", "R 48-65"} & set(legal(state))


@pytest.mark.clause("TA-3.2", "TA-3.6")
def test_a_line_carries_one_rail() -> None:
    state = table(rails="126-127")
    assert refused(state, "R 126-127") == ("TA-3.2", "line_taken", {"a": 126, "b": 127})
    state = play(state, "R 125-126")
    assert refused(state, "R 125-126") == ("TA-3.2", "line_taken", {"a": 125, "b": 126})


@pytest.mark.clause("TA-3.3")
def test_a_rail_must_touch_your_network() -> None:
    state = table()
    assert refused(state, "R 64-65") == ("TA-3.3", "not_touching", {"a": 64, "b": 65})
    assert legal(state) == ["R 110-126", "R 111-126", "R 125-126", "R 126-127", "R 126-141", "R 126-142"]
    state = play(state, "R 126-127")
    assert "R 127-128" in legal(state)  # the first rail of this turn counts
    assert "R 125-126" in legal(state)  # and another place is allowed


@pytest.mark.clause("TA-3.3")
def test_both_ends_may_belong_to_the_network() -> None:
    state = play(table(rails="126-127 127-142"), "R 126-142")
    assert state.rails == lines("126-127 127-142 126-142")


@pytest.mark.clause("TA-3.3", "TA-3.6")
def test_legal_rails_are_the_free_lines_at_what_the_marker_reaches() -> None:
    """In random games, networks agree with a plain search over all rails, whoever laid them."""
    compared = 0
    for setup in setups(GAME).values():
        for moment in random_game(GAME, setup, "networks"):
            state = moment.after
            for player in state.players:
                if player.marker is None:
                    continue
                seen, queue = {player.marker}, [player.marker]
                track = [PAIRS[n] for n in range(509) if (state.rails | player.coloured) >> n & 1]
                while queue:
                    here = queue.pop()
                    for pair in track:
                        if here in pair and (there := sum(pair) - here) not in seen:
                            seen.add(there)
                            queue.append(there)
                assert player.network == sum(1 << crossing for crossing in seen)
                assert player.touching == lines_at(player.network)
                compared += 1
            if moment.number > 160:
                break
    assert compared > 500


@pytest.mark.clause("TA-3.4")
def test_at_least_one_rail_must_be_laid() -> None:
    assert refused(table(), "E") == ("TA-3.4", "rail_first", {})


@pytest.mark.clause("TA-3.4")
def test_after_a_single_rail_the_turn_may_be_ended() -> None:
    state = play(table(), "R 126-127")
    assert legal(state)[-1] == "E"
    assert state.turn == 0
    assert all(text.startswith("R ") for text in legal(state)[:-1])


@pytest.mark.clause("TA-3.4")
def test_the_turn_ends_by_itself_when_no_second_rail_can_be_laid() -> None:
    """Beyond Seattle and Portland there are only double lines, and one single line that is taken here."""
    assert legal(play(table(markers=(0, 65)), "R 0-10")) == ["R 10-24", "E"]
    state = play(table(markers=(0, 65), coloured=["", "10-24"], vexation=True), "R 0-10")
    assert (state.turn, state.step) == (1, Step.FIRST_RAIL)


@pytest.mark.clause("TA-3.5")
def test_networks_that_meet_are_one_for_everyone() -> None:
    state = table(
        hands=["Portland, Helena, Santa Fe, Memphis, Washington", "Medford, Bismarck, Omaha, Dallas, Winston",
               "Sacramento, Chicago, St. Louis, Phoenix, Charleston"],
        markers=(126, 65, 90),
        rails="126-127 127-128 63-64 64-65 65-81 81-97 96-97 90-91 91-92",
    )  # fmt: skip
    west = reached(1 << 90, state.rails)
    joined = play(state, "R 111-126", "R 96-111")
    assert joined.players[0].network == joined.players[1].network
    assert joined.players[0].network == reached(1 << 126, joined.rails)
    assert joined.players[0].network >> 63 & 1
    assert joined.players[2].network == west
    assert "R 127-142" in legal(joined)  # seat 1 goes on where seat 0 began
    joined = play(joined, "R 65-82", "E", "R 92-93", "E")
    assert "R 62-63" in legal(joined)  # and seat 0 at the far end of seat 1's track


@pytest.mark.clause("TA-3.6")
def test_it_does_not_matter_who_laid_a_rail() -> None:
    first = play(table(markers=(64, 65)), "R 64-65", "E", "R 65-81", "E")
    other = play(table(markers=(64, 65)), "R 64-65", "R 65-81", "R 65-82", "E")
    assert first.rails == lines("64-65 65-81")
    assert {"R 81-97", "R 63-64"} <= set(legal(first))
    assert [p.network for p in first.players] == [p.network & ~(1 << 82) for p in other.players]


def test_a_state_remembers_the_rails_of_every_turn() -> None:
    state = play(table(), "R 126-127", "R 127-128", "R 65-66", "R 128-129")
    assert [[texts_of(1 << number)[0] for number in turn] for turn in state.turns] == [
        ["126-127", "127-128"],
        ["65-66"],
        ["128-129"],
    ]


def test_random_turns_lay_one_or_two_rails() -> None:
    rng = random.Random(9)
    state = table()
    sizes = set()
    while not state.rounds:
        state = GAME.apply(state, rng.choice(GAME.legal(state)))
        sizes |= {len(turn) for turn in state.turns}
    assert sizes == {1, 2}
