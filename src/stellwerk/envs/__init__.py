"""Adapters for programs that learn: OpenSpiel, PettingZoo and Gymnasium.

Each of the three is a module of its own, needs its extra (such as ``stellwerk[openspiel]``) and imports
nothing of the others. All of them play by the numbers of `stellwerk.core.coding`.
"""
