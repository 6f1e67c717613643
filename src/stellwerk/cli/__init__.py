"""The command line: one command, `stellwerk`."""
