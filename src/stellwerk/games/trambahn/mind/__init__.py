"""How bots play Trambahn, and what they say about their turns.

`levels` lists the bots that think (`thinking`): they use an evaluation whose weights were set by hand or
learned (`evaluation`, `weights.npz`), and give reasons (`reasons`). The bot in `simple` does without. `train`
learns the weights from games against itself (`self_play`, `learning`); `ratings.json` says how strong the
bots were when last measured. Imports the law, the fast core and `stellwerk.search`. A bot sees views only.
"""
