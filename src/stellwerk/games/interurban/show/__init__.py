"""How InterUrban looks outside the browser: in the terminal, as SVG and in the pictures of the rule book.

Draws views, never states. Imports the law's data and views.
"""
