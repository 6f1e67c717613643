"""The fast core of TransAmerica: the law once more, over flat arrays of integers, compiled with mypyc.

Search plays millions of rails; the law, which makes a new state for every action, is too slow for that. Here
a game is one object that is changed in place. The modules, each for one idea:

    board      the map as arrays                     moves      moves, steps and line owners as integers
    core       a whole game: copy, play, score       network    rails, and which crossings they reach
    legal      the legal moves                       deal       the city cards
    coloured   where coloured rails may not lie      read       a state of the law, read into a core
    paths      shortest paths                        scoring    the end of a round
    trees      cheapest connections of cities        connector  what they cost from one network
    rating     what each legal rail does for your cities
    turns      the turns worth considering           replies    playouts in which next turns are thought about
    rollout    the simple player of playouts         future     the rest of the game after a round
    playout    one playout of the search             frontier   the free lines at each network
    signs      what a forecast is told               forecast   how a round is likely to end, as learned

`runner`, with `ids`, `tensor` and `tensor_layout`, is the core in numbers, for `encode` to build on.

All arrays over seats are flat: a row for each seat, one after the other. The tests play core and law side by
side and compare every state. Imports the law, which never imports this room.
"""
