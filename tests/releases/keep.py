"""Keep what this version writes, for later versions to read: `scripts/release.py` does it for each release.

A folder holds the public interface, a record and a snapshot of each shipped game, the database of an arena in which something
has happened, the messages of a conversation with it, and policies.
"""

from __future__ import annotations

import asyncio
import json
import lzma
import shutil
import sqlite3
import tempfile
from pathlib import Path
from random import Random
from typing import Any

import interface
from websockets.asyncio.client import connect

import rondel
from rondel.engine.game import Game
from rondel.players.bots import policy_bot
from rondel.shelf import CATALOGUE
from tests.server.accounts.visitors import PASSWORD, Browser
from tests.server.harness import WIN, Client, Http, Json, Running, bot, me

STEPS = 24
"""The answers of each kept game: enough for several rounds of most games, and small."""
PERSON = "Ada"
"""The name of the account in the kept database; its password is that of the tests."""


def write(folder: Path) -> None:
    """Write everything into a folder, which is made."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "interface.tar.xz").write_bytes(interface.pack())
    (folder / "games.json.xz").write_bytes(packed([of_game(name) for name in sorted(CATALOGUE)]))
    for policy in sorted(policy_bot.SHIPPED.glob("kuhn*.json")):
        shutil.copy2(policy, folder / f"policy-{policy.name}")
    with tempfile.TemporaryDirectory() as place:
        arena = asyncio.run(_of_arena(Path(place)))
        (folder / "conversation.json.xz").write_bytes(packed(arena))
        (folder / "arena.sqlite3.xz").write_bytes(lzma.compress(_database(Path(place) / "arena.sqlite3"), preset=9))


def packed(value: Any) -> bytes:
    """JSON, compressed."""
    return lzma.compress(json.dumps(value, separators=(",", ":")).encode(), preset=9)


def unpacked(path: Path) -> Any:
    """What `packed` has packed."""
    return json.loads(lzma.decompress(path.read_bytes()))


def of_game(name: str) -> Json:
    """A game in progress: its record, its snapshot, and what can be seen and done there."""
    game, dice = rondel.new(name, seed=7), Random(name)
    for _step in range(STEPS):
        if not game.active:
            break
        role = game.active[0]
        game.push(dice.choice(game.moves(role)), role)
    return {"name": name, "record": game.record(), "snapshot": game.snapshot(), "seen": seen(game)}


def seen(game: Game) -> Json:
    """What can be seen and done in a position."""
    return {
        "active": list(game.active),
        "scores": game.scores,
        "moves": {role: [str(move) for move in game.moves(role)] for role in game.active},
    }


async def _of_arena(folder: Path) -> Json:
    """An arena with an account, a finished game, one in progress against a bot, and one with hidden information."""
    with Running(folder) as server, Browser(server) as browser:
        assert browser.register(PERSON).status_code == 201
        first = browser.table(me("x"), {"role": "o", "kind": "me", "name": "Grace"})
        said = await _conversation(server, browser, first)
        second = browser.table(me("black"), bot("white"), game="reversi")
        third = browser.table(me("north"), bot("east"), bot("south"), bot("west"), game="hearts")
        tables = [each["table"] for each in (first, second, third)]
        return {"tables": tables, "finished": tables[0], "said": said}


async def _conversation(server: Http, browser: Browser, created: Json) -> list[list[str]]:
    """A game to its end over a socket: who said which message."""
    said: list[list[str]] = []

    class Kept(Client):
        async def say(self, message: Json | str | bytes) -> None:
            said.append(["client", json.dumps(message)])
            await super().say(message)

    async with connect(server.at(created["table"]), proxy=None, **browser.socket) as socket:
        client = Kept(socket)
        await client.hello(created["table"], created["tokens"].values())
        for role, move in WIN:
            await client.play(role, f"mark({move})")
        await client.ask({"type": "ping"})
        said += [["server", json.dumps(each)] for each in client.heard]
    return said


def _database(path: Path) -> bytes:
    """The bytes of a database without its journal."""
    connection = sqlite3.connect(path)
    try:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.execute("VACUUM")
    finally:
        connection.close()
    return path.read_bytes()


__all__ = ["PASSWORD", "PERSON", "of_game", "packed", "seen", "unpacked", "write"]
