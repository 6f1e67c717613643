"""The weights that Trambahn's bots evaluate with: set by hand, or learned (`stellwerk train trambahn`)."""

from __future__ import annotations

from stellwerk.games.trambahn import fast_features as f


def hand_set() -> list[float]:
    """What a sensible person would guess: the weights of the greedy player."""
    weights = [0.0] * f.FEATURES
    for waiting, soon in enumerate((0.0, 0.1, 0.2, 0.4)):  # how much of a run is close
        weights[f.LEADS + waiting] = weights[f.BEHINDS + waiting] = soon
        weights[f.LEADS_R + waiting] = weights[f.BEHINDS_R + waiting] = 2.5  # a quarter of the ten runs
    weights[f.MONEYS + 2] = 0.1
    weights[f.MONEYS_R + 2] = 1.0
    weights[f.MONEYS_R + 4] = 0.3
    for end in range(1, 10):
        weights[f.GROWTH + end - 1] = 0.8 * (10 - end)
    for place, hope in enumerate((0.05, 0.15, 0.3, 0.5)):
        weights[f.SPECIAL + place] = hope
    weights[f.HELD] = 0.2
    weights[f.HELD_CONDUCTORS] = 1.0
    weights[f.HELD_LED] = 0.5
    for gap, hope in enumerate((1.5, 1.0, 0.3)):
        weights[f.HELD_FITS + gap] = hope
    return weights
