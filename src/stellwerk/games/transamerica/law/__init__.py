"""The law of TransAmerica: its rules as pure functions over immutable values.

    rules                      applies an action, or refuses it and cites a clause
    deal, coloured, scoring    the parts of the rules about city cards, coloured rails and points
    data, actions, state       the board and its pieces, the actions, a whole game at one moment
    network, connection        crossings joined by rails; the cheapest rails that connect cities
    legal, notation            all legal actions; actions as text and back
    view, sample               what an observer may know; states that fit a view
    log, tell, places          what an observer reads: actions, whole turns, names for all crossings
    count                      pieces and statistics

No I/O besides reading board.json, no clock; random numbers come in as an argument. Imports only `core`.
"""
