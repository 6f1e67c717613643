"""How bots play InterUrban: the levels, the positions that they search, and the reasons they give.

`levels` lists the bots, `simple` is one without search, `position` is the game's part of the search. The
evaluation itself is compiled with the fast core (`fast.evaluation`); `train`, `self_play` and `learning` are
how its weights are learned. Imports the law, the fast core, `stellwerk.search` and `stellwerk.learn`. A bot
is only ever given views.
"""
