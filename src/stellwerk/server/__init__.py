"""The server: people and bots at tables, over REST and one WebSocket per client.

`hosting` runs a process, `app` puts the parts together, `api` lists every endpoint with its types, from which
the OpenAPI document is made. The rest lies in rooms:

    guard       limits for connections and requests
    live        tables that are played now, and whoever follows them
    people      who is asking
    thinking    bots and long work in other processes
    past        records and replays

No rules here: they are in the games' laws and in `tables`.
"""
