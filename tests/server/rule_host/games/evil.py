"""A game that does, at a player's word, whatever rules should not."""

from __future__ import annotations

import os
import socket
import threading
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from rondel import EVERYONE, ActivePlayer, Game, GameEnd, Prop, To, _, on

DEEDS = ("loop", "eat", "recurse", "many", "view", "fork", "flood", "abort", "spy", "rest")


class Evil(Game):
    """One player and bad rules."""

    name = "evil"
    title = "Evil"
    seats = ("one", "two")

    def setup(self) -> To[Turn]:
        self.got = self.add(Prop("got", "", visible_to=EVERYONE))
        return Turn


class Turn(ActivePlayer[Evil]):
    """Somebody says what is to be done."""

    description = _("{actplayer} must do something")
    my_turn = _("{you} must do something")


class Many(ActivePlayer[Evil]):
    """There is rather much to choose from."""

    description = _("{actplayer} must choose")
    my_turn = _("{you} must choose")


class Unseen(ActivePlayer[Evil]):
    """Looking at it fails."""

    description = _("{actplayer} must look away")
    my_turn = _("{you} must look away")

    def args(self, game: Evil, role: str) -> dict[str, Any]:
        """Nobody gets any."""
        raise KeyError("nothing to see here")


@on(Turn, _("{actplayer} does {deed}"))
def do(game: Evil, deed: str) -> To[Turn] | To[Many] | To[Unseen] | To[GameEnd]:
    """Whatever it is."""
    match deed:
        case "loop":
            while True:
                pass
        case "eat":
            eaten = [bytearray(64 << 20) for _each in iter(int, 1)]
            eaten.clear()
        case "recurse":
            deeper()
        case "many":
            return Many
        case "view":
            return Unseen
        case "fork":
            while True:
                os.fork()
        case "flood":
            for number in range(3, 20):
                try:
                    os.write(number, b"\x00\x00\x00\x05lies!" * 10_000)
                except OSError:
                    continue
            print("lies" * 1_000_000)
        case "abort":
            os.abort()
        case "spy":
            game.got.value = " ".join([name for name, deed in ATTEMPTS.items() if succeeds(deed)])
    return Turn


@do.options
def deeds(game: Evil) -> Iterable[str]:
    """All of them."""
    return DEEDS


@on(Many, _("{actplayer} chooses {number}"))
def choose(game: Evil, number: int) -> To[Turn]:
    """One of many."""
    return Turn


@choose.options
def numbers(game: Evil) -> Iterable[int]:
    """Ten million."""
    return [*range(10_000_000)]  # a range itself would be one entry


@on(Unseen, _("{actplayer} looks away"))
def look_away(game: Evil) -> To[Turn]:
    """And all is well."""
    return Turn


def deeper() -> None:
    """And deeper."""
    deeper()


def succeeds(attempt: Any) -> bool:
    """Whether it could be done."""
    try:
        attempt()
    except (OSError, RuntimeError):
        return False
    return True


ATTEMPTS = {
    "read_passwords": lambda: Path("/etc/passwd").read_text(),
    "read_secrets": lambda: Path(f"/proc/{os.getppid()}/environ").read_bytes(),
    "write": lambda: Path("/tmp/evil").write_text("here"),
    "delete": lambda: Path(__file__).unlink(),
    "connect": lambda: socket.create_connection(("127.0.0.1", 1), timeout=1),
    "listen": socket.socket,
    "kill": lambda: os.kill(os.getppid(), 0),
    "thread": lambda: threading.Thread(target=print).start(),
    "execute": lambda: os.execv("/bin/true", ["true"]),  # noqa: S606 - it is refused
    "leave_group": os.setsid,
}
