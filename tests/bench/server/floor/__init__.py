"""The floor of the load bench: the same server with `race`, a game that costs next to nothing.

This folder is named in `STELLWERK_GAMES`, so the game is no part of the product.
"""
