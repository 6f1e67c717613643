"""How bots play TransAmerica: levels, evaluation, and what they say about their turns.

Imports the law, the fast core and `stellwerk.search`. A bot is given views only.
"""
