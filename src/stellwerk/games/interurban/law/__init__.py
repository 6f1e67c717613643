"""The law of InterUrban: the rules as pure functions over immutable values.

Start with `rules`, which applies an action or refuses it with a clause. It builds on `supply`, `laying`,
`lines` and `finish`; `data` and `grid` hold the material, `state` and `actions` the types. `legal` lists what
can be done, from what `sites` keeps, `scoring` counts points, and `view`, `log`, `tell` and `sample` make
what observers get. No I/O, no clock, no randomness of its own. Imports only `stellwerk.core`.

What is asked for each tile is also written in C (`growing.c` and the headers it includes). A function that
says `@in_c("growing")` runs there where it is compiled; the Python below that line says the same.
"""
