"""How strong bots and people are, and how long bots think."""
