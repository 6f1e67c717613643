"""What is known of people from their games: history, profile, ratings, leaderboards.

`settling` rates games that have ended; `ratings` says what somebody's rating is and what a game changed.
"""
