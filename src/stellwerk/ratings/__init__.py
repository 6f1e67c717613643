"""How strong people are, measured by their games: for two to six seats, on the scale of the bots.

`scale` says what a rating means and how it is shown, `model` what a game changes. The store keeps who played
what, and when. docs/ratings.md explains the method and proves that it converges.
"""

from __future__ import annotations

from stellwerk.ratings.model import Entrant, fixed, rate
from stellwerk.ratings.scale import UNKNOWN, ShownRating, Strength, shown

__all__ = ["UNKNOWN", "Entrant", "ShownRating", "Strength", "fixed", "rate", "shown"]
