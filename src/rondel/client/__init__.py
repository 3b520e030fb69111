"""The client: an arena as a Python program sees it, over HTTP and a socket. See ``examples/arena_bot.py``.

``arena`` makes tables, finds them and sits down; ``sitting`` is at one of them: it plays, and comes back by itself when the
connection is lost. Both speak in the structs of ``rondel.server.protocol``.
"""

from rondel.client.arena import Arena
from rondel.client.refused import Refused, Unreachable
from rondel.client.sitting import Position, Sitting

__all__ = ["Arena", "Position", "Refused", "Sitting", "Unreachable"]
