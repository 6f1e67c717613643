"""Telling people elsewhere that it is their turn: by push message, e-mail, ntfy or webhook.

wishes     how somebody wants to be told, and the endpoints about it
postman    puts notices in the store's outbox and sends those that are due
letters    what is said: names, games, links, never anything of a position
channels   how it is sent
calling    requests to addresses that users chose, public ones only
vacations  turns over days do not end while somebody is away
mail       letters by SMTP, and the addresses they go to
"""
