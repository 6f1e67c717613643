"""What a person can ask of a review that it cannot do; sentences are under `errors` in the core's texts."""

from __future__ import annotations

from stellwerk.core.errors import StellwerkError


class ReviewError(StellwerkError):
    """A review, or a part of one, that cannot be made."""
