"""Games as data for learning."""
