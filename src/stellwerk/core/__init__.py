"""What all games share: the `Game` bundle, set-up, chance, records, errors, texts. Knows no game."""
