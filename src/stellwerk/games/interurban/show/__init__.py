"""How InterUrban looks outside the browser: in a terminal, as an SVG picture, and in the rule book.

`terminal` and `drawing` show a view or a result, `pictures` illustrates clauses; `artwork` draws the pieces
and `trace` follows the lines over the board. A state is never drawn, so nothing hidden can show. Imports only
the law.
"""
