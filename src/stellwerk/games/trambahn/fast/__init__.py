"""The fast core of Trambahn: the rules again, over flat integers, for search and for programs that learn.

`core` is the class to start with, `layout` says where its numbers lie. Three groups build on each other:

    the rules        layout, codes, cards, legal, core
    whole turns      features, scratch, linear, kept, walk, turns, inputs, net, chooser
    play by numbers  memory, tensor, runner

mypyc compiles all modules of this room together where a C compiler is found; interpreted they play the same
games. Tests play the core beside the law and compare every move. It imports the law, never the reverse.
"""
