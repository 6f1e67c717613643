"""How bots play InterUrban: the levels, the positions that they search, and the reasons they give.

`levels` lists the bots, `simple` is one without search, `position` is the game's part of the search. The
evaluation itself is compiled with the fast core (`fast.evaluation`). Imports the law, the fast core and
`stellwerk.search`. A bot is only ever given views.
"""
