"""The client: an arena for Python programs, over HTTP and a WebSocket. See ``examples/arena_bot.py``.

``arena`` makes tables, finds them and takes seats; ``sitting`` plays at one table and reconnects when the connection is lost.
Both use the structs of ``rondel.server.protocol``.
"""

from rondel.client.arena import Arena
from rondel.client.refused import Refused, Unreachable
from rondel.client.sitting import Position, Sitting

__all__ = ["Arena", "Position", "Refused", "Sitting", "Unreachable"]
