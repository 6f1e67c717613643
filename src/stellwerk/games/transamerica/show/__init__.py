"""How TransAmerica looks outside the browser.

    terminal   the table and the score sheet as text
    drawing    the table as an SVG picture
    pictures   small SVG pictures for clauses of the rule book
    artwork    the pieces that drawing and pictures share

Draws views, never states. Imports the law and the texts.
"""
