"""What `stellwerk admin` does for whoever hosts; most of it needs the extra `server`.

`upkeep` is the list of its tasks: backups and passwords here, everything else by the other modules. `hosted`
asks a running server, `doctor` looks at the data folder, `outside` asks as visitors do.
"""
