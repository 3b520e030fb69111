"""Who is asked first, and who answers."""

from __future__ import annotations

from typing import Any

from rondel.players import Player, Question
from rondel.players.bots.adviser import Advised, Adviser


class Knows(Adviser):
    """Knows what to do with an a, and nothing else."""

    listens = False

    def __init__(self) -> None:
        self.closed = False

    def advise(self, question: Question) -> str | None:
        return "a" if "a" in question.moves else None

    def close(self) -> None:
        self.closed = True


class Last(Player):
    """Answers with the last move, and remembers what it was told."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self.closed = False

    def receive(self, event: dict[str, Any], view: dict[str, Any]) -> None:
        self.heard.append(event["name"])

    def answer(self, question: Question) -> str:
        return question.moves[-1]

    def close(self) -> None:
        self.closed = True


def test_the_adviser_answers_where_it_knows_and_the_player_elsewhere() -> None:
    player = Advised(Knows(), Last())
    assert player.answer(Question("x", {"moves": [{"text": "a"}, {"text": "b"}]})) == "a"
    assert player.answer(Question("x", {"moves": [{"text": "b"}, {"text": "c"}]})) == "c"


def test_who_listens_is_told_and_both_are_closed() -> None:
    knows, last = Knows(), Last()
    player = Advised(knows, last)
    assert (player.listens, player.imagines) == (True, False)
    player.receive({"name": "moved"}, {})
    assert last.heard == ["moved"]
    player.close()
    assert knows.closed
    assert last.closed
