"""The server: people and bots at tables, over REST and one WebSocket per client.

`hub` keeps the live tables and is the only place that appends events. `app` puts the parts together; `api`
lists every endpoint with its types, from which the OpenAPI document is made; `socket` speaks with clients;
`identity` knows who is asking; `bots` lets bots think in other processes. The rules are elsewhere: the law
decides, `tables` guards.
"""
