"""Bots against bots: blocks of one deal with all seat rotations, statistics by block, ratings, reports."""
