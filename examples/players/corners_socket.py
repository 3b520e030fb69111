"""A player that runs by itself and is reached over a WebSocket; as many games at once as come in.

python examples/players/corners_socket.py 9000
rondel tournament reversi --players "corners=ws://localhost:9000,random"
"""

import json
import sys

from websockets.sync.server import ServerConnection, serve

CORNERS = ("a1", "a8", "h1", "h8")


def play(socket: ServerConnection) -> None:
    """One game: answer until the other side hangs up."""
    for message in socket:
        said = json.loads(message)
        if "ask" in said:
            moves = said["moves"]
            corners = [move for move in moves if any(corner in move for corner in CORNERS)]
            socket.send(json.dumps({"ask": said["ask"], "move": (corners or moves)[0]}))


if __name__ == "__main__":
    with serve(play, "localhost", int(sys.argv[1])) as server:
        print(f"listening at ws://localhost:{server.socket.getsockname()[1]}", flush=True)
        server.serve_forever()
