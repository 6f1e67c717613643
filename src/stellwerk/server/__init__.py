"""The server: people and bots at tables, over REST and one WebSocket per client.

`hub` holds the live tables and is the only place that appends events. `app` puts the parts together; `api`
lists every endpoint with its types, from which the OpenAPI document is made; `socket` talks to clients;
`identity` knows who is asking; `bots` runs bots in other processes. No rules here: they are in the games'
laws and in `tables`.
"""
