"""Players with three methods, at any table: ``initialize``, ``update`` and ``get_next_move``.

Stones has this interface for its players (`rondel.shelf.stones`); `rondel.adapters.stones` is for players written for Stones
itself, with its messages. Here messages are the events of any game and situations its views:

    class First:
        def initialize(self, chat): self.chat = chat
        def update(self, message, situation): self.situation = situation
        def get_next_move(self): return self.situation["moves"][0]["text"]

    rondel tournament reversi --players "pipe:python -m rondel.adapters.three_methods first.py:First,greedy" --games 10
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import IO, Any, Final, Protocol

from rondel import sources
from rondel.errors import BadOption
from rondel.players.player import Player, Question

ASKED: Final = "@asked"
"""The message before a question: its situation holds the legal moves."""


class Chat:
    """A log for a player's comments; no other player reads it."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def say(self, text: str) -> None:
        """Writes a line."""
        self.lines.append(str(text))


class ThreeMethodPlayer(Protocol):
    """The interface of the three methods."""

    def initialize(self, chat: Any) -> None:
        """Called once, first, with a `Chat`."""

    def update(self, message: Any, situation: Any) -> None:
        """Called with each event that its role may know, and the view after it."""

    def get_next_move(self) -> Any:
        """Called when its role is active; returns a move."""


class ThreeMethods(Player):
    """Lets a player with three methods answer for a role of any game.

    Each event of the game is a message, as plain data (`Game.events`), with the role's view as the situation. Before a
    question comes `ASKED`, with the view that has its moves. A move is the text of one of them.

    >>> import rondel
    >>> from rondel.players import bot, play
    >>> class First:
    ...     def initialize(self, chat): chat.say("hello")
    ...     def update(self, message, situation): self.situation = situation
    ...     def get_next_move(self): return self.situation["moves"][0]["text"]
    >>> first = ThreeMethods(First())
    >>> play(rondel.new("tic_tac_toe"), {"x": first, "o": bot("random", seed=1)}).is_over, first.chat.lines
    (True, ['hello'])
    """

    def __init__(self, player: ThreeMethodPlayer) -> None:
        self._player = player
        self._begun = False
        self.chat = Chat()

    def receive(self, event: dict[str, Any], view: dict[str, Any]) -> None:
        for message, situation in self.told(event, view):
            self._update(message, situation)

    def answer(self, question: Question) -> str:
        for message, situation in self.asked(question):
            self._update(message, situation)
        self._begin()
        return self.text(self._player.get_next_move(), question)

    def told(self, event: dict[str, Any], view: dict[str, Any]) -> Iterable[tuple[Any, Any]]:
        """The messages of an event, each with its situation."""
        return [(event, view)]

    def asked(self, question: Question) -> Iterable[tuple[Any, Any]]:
        """The messages before a question."""
        return [({"name": ASKED, "role": question.role}, question.view)]

    def text(self, answer: Any, question: Question) -> str:
        """The text of the player's move. Raises `BadOption` for an answer that is not a text."""
        if not isinstance(answer, str):
            raise BadOption(
                f"get_next_move() returned {answer!r}; it must return the text of a move, such as {question.moves[0]!r}"
            )
        return answer

    def _update(self, message: Any, situation: Any) -> None:
        self._begin()
        self._player.update(message, situation)

    def _begin(self) -> None:
        if not self._begun:
            self._begun = True
            self._player.initialize(self.chat)


def loaded(named: str) -> ThreeMethodPlayer:
    """A player of the class named ``FILE.py:CLASS``. Raises `BadOption` if there is none."""
    path, _colon, name = named.rpartition(":")
    if not path.endswith(".py"):
        raise BadOption(f"{named!r} names no player; write FILE.py:CLASS")
    sources.watched(Path(path).parent)
    module = sources.module(Path(path).stem, Path(path))
    try:
        sources.run(module)
    except FileNotFoundError:
        raise BadOption(f"there is no file {path!r}") from None
    kind = getattr(module, name, None)
    lost = [method for method in ("initialize", "update", "get_next_move") if not hasattr(kind, method)]
    if kind is None or lost:
        raise BadOption(f"{path!r} has no class {name!r}" if kind is None else f"{name} in {path!r} has no {', '.join(lost)}")
    player: ThreeMethodPlayer = kind()
    return player


def serve(player: Player, lines: IO[str], out: IO[str]) -> None:
    """Speaks the protocol of `rondel.players.programs.program`. Events are passed on at the next question, with the view of
    the question."""
    waiting: list[dict[str, Any]] = []
    for line in lines:
        said: dict[str, Any] = json.loads(line)
        if "event" in said:
            waiting.append(said["event"])
            continue
        view = said["over"] if "over" in said else said["view"]
        for event in [*waiting, *([{"name": "@over", "role": None, "changes": []}] if "over" in said else [])]:
            player.receive(event, view)
        waiting.clear()
        if "ask" in said:
            move = player.answer(Question(said["role"], view))
            out.write(json.dumps({"ask": said["ask"], "move": move}) + "\n")
            out.flush()


def main(argv: Sequence[str], seat: Callable[[Any], Player] = ThreeMethods) -> int:
    """Plays on the standard input and output; the player's own prints go to the standard error. Returns 2 without a player."""
    if len(argv) != 1:
        sys.stderr.write("give one player, FILE.py:CLASS\n")
        return 2
    out, sys.stdout = sys.stdout, sys.stderr
    try:
        player = loaded(argv[0])
    except BadOption as error:
        sys.stderr.write(f"{error}\n")
        return 2
    serve(seat(player), sys.stdin, out)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
