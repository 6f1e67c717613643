"""Games that were played: endpoints for records and replays (`histories`), replays (`replays`), endpoints for
reviews (`reviewed`), positions around a decision (`scenes`)."""
