"""How Trambahn looks outside the browser: `terminal` as text, `drawing` as SVG, `pictures` for the rule book.

`artwork` has the pieces that both kinds of pictures are made of. Tables are drawn from views, never from
states, so nothing hidden can show. Imports the law, and no other room.
"""
