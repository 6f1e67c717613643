"""The law of Trambahn: the rules as pure functions over immutable values.

    what there is         data, actions, state
    the rules             rules with its helpers cards, scoring and memory; legal
    what observers get    view, log and tell (what they read), sample
    the rest              notation (actions as text), count (pieces and statistics)

`rules.apply` returns the next state or refuses the action and cites a clause. No I/O, no clock, no randomness
of its own. Imports nothing of Stellwerk but `core`.
"""
