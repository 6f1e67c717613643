"""After a game: replays, reviews, what decided it."""
