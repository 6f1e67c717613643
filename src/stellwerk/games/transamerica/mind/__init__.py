"""The bots of TransAmerica: how they think, and how they explain their turns.

    levels           all bots by name: their search, its effort, their weaknesses
    position         what the search needs of the game: one decision with its turns, worlds and playouts
    turns            the turns worth considering
    possible_worlds  who may hold which cities, by what `inference` makes of markers and rails
    reasons          what speaks for a turn
    train            how the forecast of a round is learned: rounds from `self_play`, slopes from `learning`
    evaluation       the learned weights
    simple, nearest  bots that do not search

A bot is given views, never states. Imports the law, the fast core and `stellwerk.search`.
"""
