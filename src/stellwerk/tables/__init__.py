"""A table of people and bots: seats, turns, consent, clocks, chat. Domain logic: no I/O, no clock of its own.

Everything that happens is an event (`events`), and a table is what its events say (`table`). People ask for
things through `commands` and `play`; these raise `TableError` or `IllegalAction`, or add events to a `Draft`.
`sight` turns a table into what one observer may see.
"""
