"""How soon somebody can play: from a clone, from a wheel, and from the address of a table."""
