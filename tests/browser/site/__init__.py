"""Pages around the tables, and what holds for all of them."""
