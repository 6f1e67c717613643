"""Games that were played: the endpoints for records and replays (`histories`), and replays (`replays`)."""
