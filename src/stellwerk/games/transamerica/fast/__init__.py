"""The fast core of TransAmerica: the law once more over flat integers, compiled where C can be.

Every module here is compiled together; `core` is the class that search and learning play on. Tests play it
beside the law and compare every move. Imports the law, which never imports it.
"""
