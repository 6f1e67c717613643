"""What a move costs on a server, under load and under attack."""
