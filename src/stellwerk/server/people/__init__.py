"""Who is asking, and what the server does for a person: accounts, the lobby, challenges, notices.

identity, passwords    guests and accounts by a cookie, bots by a token; hashing in a thread of its own
accounts               the endpoints about yourself
lobby, challenges      finding a table, and asking somebody to one
notify                 a feed and webhooks that say whose turn it is
"""
