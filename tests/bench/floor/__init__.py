"""The floor of the load bench: the same server, with a game that costs next to nothing."""
