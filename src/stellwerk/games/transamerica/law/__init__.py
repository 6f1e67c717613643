"""The law of TransAmerica: the rules as pure functions over immutable values.

`rules` applies an action or refuses it with a clause; the other modules are its data, its helpers and what
observers get (`view`, `log`, `sample`). No I/O, no clock, no randomness. Imports nothing but `core`.
"""
