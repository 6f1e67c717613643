"""Learning an evaluation from games against itself. It knows no game: each game brings a `School`.

`school` says what a game brings, `lessons` plays and learns, `adam` takes steps down a slope, `curves` draws
how it went. Only numpy is needed. Weights are used by the game's own compiled core, not by this package.
"""

from stellwerk.learn.adam import Adam
from stellwerk.learn.lessons import Course, train
from stellwerk.learn.school import Arrays, Learned, School

__all__ = ["Adam", "Arrays", "Course", "Learned", "School", "train"]
