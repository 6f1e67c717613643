"""What stands between the network and the rest of the server, so that no visitor makes the others wait.

    gate       a connection: bytes, frames, heads, half-open requests, before anybody looks at what it asks
    doors      a request or WebSocket: is it for this server, and not one too many?
    limits     how often, how much and how many, for each address, person and connection
    headers    what browsers are told to forbid
    watch      how long the event loop was kept busy at a stretch

Knows nothing of tables.
"""
