"""A player in Python that needs nothing but Python: it takes a corner of Reversi when it can, else the first legal move.

rondel tournament reversi --players "corners=pipe:python3 examples/players/corners.py,random"
"""

import json
import sys

CORNERS = ("a1", "a8", "h1", "h8")

for line in sys.stdin:
    said = json.loads(line)
    if "ask" not in said:
        continue  # an event, or the end: nothing to answer
    moves = said["moves"]
    corners = [move for move in moves if any(corner in move for corner in CORNERS)]
    print(json.dumps({"ask": said["ask"], "move": (corners or moves)[0]}), flush=True)
