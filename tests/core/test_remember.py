"""Answers about the very same values are kept, and no others are taken for them."""

from __future__ import annotations

from stellwerk.core.remember import Memory, remembered


def test_the_same_value_is_looked_at_once() -> None:
    asked: list[tuple[object, ...]] = []

    @remembered(2)
    def look(value: list[int], seat: int | None) -> list[int]:
        asked.append((value, seat))
        return [*value, seat or 0]

    one, equal = [1], [1]
    assert look(one, 0) is look(one, 0)
    assert len(asked) == 1
    assert look(one, None) == [1, 0]
    assert look(equal, 0) == [1, 0]  # equal, but another one
    assert len(asked) == 3
    assert look(one, 0) == [1, 0]  # still known
    assert len(asked) == 3
    for number in range(2, 6):  # at least the last two are kept, at most the last four
        look([number], 0)
    look(one, 0)
    assert len(asked) == 8


def test_a_value_that_is_gone_is_not_mistaken_for_a_new_one() -> None:
    @remembered(1_000)
    def total(values: tuple[int, ...]) -> int:
        return sum(values)

    # each is garbage at once, and the next would have its place in memory if nobody kept it
    assert [total((number, number)) for number in range(500)] == [2 * number for number in range(500)]


def test_what_was_put_is_found_by_the_very_same_value_and_forgotten_in_time() -> None:
    memory: Memory[str] = Memory(2)
    values = [[number] for number in range(5)]
    for value in values:
        assert memory.put(value, f"{value}") == f"{value}"
    assert memory.get([4]) is None  # equal, but another one
    assert [memory.get(value) for value in values[3:]] == ["[3]", "[4]"]
    assert memory.get(values[0]) is None  # at most four are kept
