"""What one visitor may try against everybody: each attack is a small function, bounded in count and time.

`python3 run.py bench attack` runs them at full size beside a measured game of two people; `test_attacks` runs
small versions. Attackers have addresses of their own on loopback, so that limits per address see them as
strangers; people come through a proxy, as far as the server knows.
"""

from tests.server.attacks import bots, clocks, logins, requests, sockets, tables
from tests.server.attacks.stranger import ATTACKS, Attack, Target

__all__ = ["ATTACKS", "Attack", "Target", "bots", "clocks", "logins", "requests", "sockets", "tables"]
