"""People among each other: several at a table, accounts, pairing, ratings, notices."""
