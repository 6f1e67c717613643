"""Adapters for programs that learn: OpenSpiel, PettingZoo and Gymnasium.

Each of the three is one module, needs its extra (such as ``stellwerk[openspiel]``) and works without the
others. All play by the numbers of `stellwerk.core.coding`: `position` is the game they share, `law` and the
games' fast cores play it, and `events` is its past. A game without a coding has no adapter.
"""
