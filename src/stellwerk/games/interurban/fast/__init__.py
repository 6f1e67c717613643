"""The fast core of InterUrban: the law once more over flat integers, compiled where there is a C compiler.

`layout` says what the integers mean; `core` is the class that search and learning play on. The modules are
compiled together by `native/compile.py`. Tests play the core beside the law and compare every position.
Imports only the law, which never imports it.
"""
