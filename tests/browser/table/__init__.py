"""Playing at a table: every game's own table, the guides, what is heard and seen, and without eyes."""
