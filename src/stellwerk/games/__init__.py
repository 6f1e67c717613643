"""The games, one folder each; `stellwerk.core.registry` finds them."""
