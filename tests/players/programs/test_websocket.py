"""WebSockets: a real server that plays."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator

import pytest
from websockets.sync.server import ServerConnection, serve

import rondel
from rondel.players import play
from rondel.players.programs.channel import BrokenChannel, NoAnswer
from rondel.players.spec import player


def _talk(socket: ServerConnection) -> None:
    """Answer every question with the first move, on /slow not at all, on /rude by hanging up."""
    path = socket.request.path if socket.request is not None else ""
    for line in socket:
        said = json.loads(line)
        if "ask" not in said or path == "/slow":
            continue
        if path == "/rude":
            return
        reply = json.dumps({"ask": said["ask"], "move": said["moves"][0]})
        socket.send(reply.encode() if path == "/bytes" else reply)


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Where the program is."""
    with serve(_talk, "127.0.0.1", 0) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        port = server.socket.getsockname()[1]
        yield f"ws://127.0.0.1:{port}"
        server.shutdown()
        thread.join()


@pytest.mark.parametrize("path", ["/", "/bytes"])
def test_a_program_plays_over_a_socket(address: str, path: str) -> None:
    game = rondel.new("tic_tac_toe", seed=1)
    x, o = player(address + path), player("random", seed=2)
    play(game, {"x": x, "o": o})
    x.close()
    assert game.is_over
    assert next(text for role, text in game.record()["answers"] if role == "x") == "mark(a1)"


def test_one_that_says_nothing_and_one_that_hangs_up(address: str) -> None:
    game = rondel.new("tic_tac_toe", seed=1)
    slow = player(address + "/slow", seconds=0.01)
    with pytest.raises(NoAnswer, match="said nothing"):
        play(game, {"x": slow, "o": slow})
    slow.close()
    rude = player(address + "/rude")
    with pytest.raises(BrokenChannel, match="is gone"):
        play(game, {"x": rude, "o": rude})
    rude.close()


def test_nobody_there() -> None:
    with pytest.raises(BrokenChannel, match=r"no program answers at 'ws://127\.0\.0\.1:9'"):
        player("ws://127.0.0.1:9")
