"""Work for other processes: bots that think, and long work for one request.

bots, programs      bots of the games and of the operator at tables
shares, thinkers    whose job is next, and the workers that do it
chores              replays and pictures, with a bounded queue
reviews, examining  reviews of finished games: the jobs, and the work of a piece
hints               hints at practice tables
"""
