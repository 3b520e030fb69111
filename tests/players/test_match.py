"""Matches: who is asked, who is told what, and what becomes of illegal answers and take-backs."""

from __future__ import annotations

from typing import Any, cast

import pytest

import rondel
from rondel.errors import BadOption, UnknownRole
from rondel.players import Leave, Match, Player, PlayerFault, Question, TakeBack, play
from rondel.players.bots.random_bot import RandomBot
from tests.engine.rules.flock import Flock
from tests.engine.rules.passing import Passing


class Scripted(Player):
    """Answers what it was told to, then the first legal move; keeps what it hears."""

    def __init__(self, *answers: Any, agrees: bool = True) -> None:
        self.answers = list(answers)
        self.heard: list[dict[str, Any]] = []
        self.views: list[dict[str, Any]] = []
        self.asked: list[Question] = []
        self.consent = agrees

    def receive(self, event: dict[str, Any], view: dict[str, Any]) -> None:
        self.heard.append(event)
        self.views.append(view)

    def answer(self, question: Question) -> str:
        self.asked.append(question)
        answer = self.answers.pop(0) if self.answers else question.moves[0]
        if isinstance(answer, type) and issubclass(answer, Exception):
            raise answer
        return cast(str, answer)

    def agrees(self, role: str, view: dict[str, Any]) -> bool:
        return self.consent

    @property
    def names(self) -> list[str]:
        return [event["name"] for event in self.heard]


def test_a_match_is_played_to_its_end() -> None:
    x, o = Scripted("mark(a1)", "mark(b1)", "mark(c1)"), Scripted("mark(a2)", "mark(b2)")
    game = play(rondel.new("tic_tac_toe"), {"x": x, "o": o})
    assert game.winners == ("x",)
    assert x.names == o.names == ["mark"] * 5 + ["@over"]
    assert [question.role for question in x.asked] == ["x"] * 3


def test_what_a_player_hears_are_the_events_of_its_role() -> None:
    """And so do observers, each told once, in order."""
    players = {role: Scripted() for role in ("black", "white", "observer")}
    game = play(rondel.new("reversi", seed=1, options={"size": 6}), players)
    for role, player in players.items():
        assert player.heard[:-1] == game.events(0, role)
        assert all(view["role"] == role for view in player.views)
    assert players["observer"].asked == []


def test_several_active_roles_are_asked_one_after_the_other() -> None:
    players = {role: Scripted() for role in Passing.seats}
    game = play(rondel.new(Passing, seed=1, options={"held": 3}), players)
    assert game.is_over
    for role, player in players.items():
        assert len(player.asked) == (4 if role == "north" else 3)
        for question in player.asked:
            shown = question.view["containers"]
            assert [name for name, part in shown.items() if name.startswith("hand") and "tokens" in part] == [f"hand_{role}"]


def test_what_one_may_not_know_one_does_not_hear() -> None:
    players: dict[str, Player] = {role: Scripted() for role in Passing.seats}
    play(rondel.new(Passing, seed=1, options={"held": 3}), players)
    north = players["north"]
    assert isinstance(north, Scripted)
    others = [part for view in north.views for name, part in view["containers"].items() if name in ("hand_east", "hand_south")]
    assert others
    assert all(set(part) == {"backs"} for part in others)


def test_somebody_may_answer_for_chance() -> None:
    game = rondel.new(Flock, chance="explicit")
    play(game, {"shepherd": RandomBot(seed=1), rondel.CHANCE: RandomBot(seed=2)}, limit=30)
    assert [role for role, _move in game.record()["answers"]].count(rondel.CHANCE) > 3


def test_if_nobody_does_it_says_so() -> None:
    with pytest.raises(BadOption, match="no player answers for chance: start the game with seeded chance, or give a player"):
        play(rondel.new(Flock, chance="explicit"), {"shepherd": RandomBot()})


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("mark(d4)", "illegal move 'mark(d4)'; legal for x in state 'PlayerTurn': mark(a1), mark(b1)"),
        ("resign", "'resign' is not a move"),
        (7, "an answer is the text of a move"),
        (None, "an answer is the text of a move"),
    ],
)
def test_an_illegal_answer_names_player_move_and_reason(answer: object, reason: str) -> None:
    game = rondel.new("tic_tac_toe")
    x = Scripted(answer)
    with pytest.raises(PlayerFault) as caught:
        play(game, {"x": x, "o": Scripted()})
    error = caught.value
    assert (error.code, error.role, error.player, error.move) == ("player_fault", "x", x, answer)
    assert str(error).startswith(f"Scripted, playing x, answered {answer!r}: ")
    assert reason in error.reason
    assert game.record()["answers"] == []


def test_every_role_needs_a_player_and_no_other_does() -> None:
    with pytest.raises(BadOption, match="no player for o: give a player for each role"):
        Match(rondel.new("tic_tac_toe"), {"x": RandomBot()})
    with pytest.raises(UnknownRole, match="unknown role 'black': this game has 'x', 'o'"):
        Match(rondel.new("tic_tac_toe"), {"x": RandomBot(), "o": RandomBot(), "black": RandomBot()})


def test_a_match_can_be_cut_short_and_left() -> None:
    assert len(play(rondel.new("tic_tac_toe"), {"x": Scripted(), "o": Scripted()}, limit=3).record()["answers"]) == 3
    match = Match(rondel.new("tic_tac_toe"), {"x": Scripted("mark(a1)"), "o": Scripted(Leave)})
    match.step()
    assert match.going_on
    match.step()
    assert match.left
    assert not match.going_on


def test_a_finished_match_asks_nobody() -> None:
    game = rondel.new("tic_tac_toe")
    match = Match(game, {"x": Scripted("mark(a1)", "mark(b1)", "mark(c1)"), "o": Scripted("mark(a2)", "mark(b2)")})
    while match.going_on:
        match.step()
    with pytest.raises(BadOption, match="the match is over"):
        match.step()


# -- taking back -------------------------------------------------------------------------------------------------------


def pair(x: Scripted, o: Scripted, steps: int) -> rondel.Game:
    """Tic-tac-toe after some steps of a match of these two."""
    game = rondel.new("tic_tac_toe")
    match = Match(game, {"x": x, "o": o})
    for _each in range(steps):
        match.step()
    return game


def test_a_bot_always_agrees_to_a_take_back() -> None:
    x, o = Scripted("mark(a1)", TakeBack, "mark(b2)"), Scripted("mark(c3)", "mark(c3)")
    game = pair(x, o, 4)
    assert game.record()["answers"] == [["x", "mark(a1)"], ["o", "mark(c3)"], ["x", "@undo!"], ["x", "mark(b2)"]]
    assert [token["at"] for token in game.view("x")["containers"]["board"]["tokens"]] == ["b2"]
    assert x.names == o.names == ["mark", "mark", "undo", "mark"]
    args = {"actplayer": {"role": "x"}, "since": 0, "until": 2}
    assert o.heard[2]["text"] == {"text": "{actplayer} takes back", "args": args}


def test_a_person_may_refuse() -> None:
    x, o = Scripted("mark(a1)", TakeBack), Scripted("mark(c3)", agrees=False)
    game = pair(x, o, 3)
    assert game.record()["answers"] == [["x", "mark(a1)"], ["o", "mark(c3)"]]
    assert x.names == ["mark", "mark", "@undo_refused"]
    assert "has been asked since" in x.heard[-1]["text"]["text"]
    assert o.names == ["mark", "mark"]


def test_with_nothing_to_take_back_it_says_so() -> None:
    x = Scripted(TakeBack)
    pair(x, Scripted(), 1)
    assert x.names == ["@undo_refused"]


def test_after_a_take_back_events_go_on_where_they_are() -> None:
    heard: list[int | None] = []

    class Ears(Scripted):
        def receive(self, event: dict[str, Any], view: dict[str, Any]) -> None:
            heard.append(event["number"])

    pair(Ears("mark(a1)", TakeBack, "mark(b2)", "mark(a3)"), Scripted(), 6)
    assert heard == [0, 1, 2, 3, 4, 5]


def test_those_who_do_not_listen_are_not_told() -> None:
    class Deaf(RandomBot):
        def receive(self, event: dict[str, Any], view: dict[str, Any]) -> None:
            raise AssertionError("it was told something")

    assert play(rondel.new("tic_tac_toe"), {"x": Deaf(), "o": Deaf()}).is_over


def test_the_same_players_play_the_same_match() -> None:
    def record() -> dict[str, Any]:
        players = {"black": RandomBot(seed=1), "white": RandomBot(seed=2)}
        return play(rondel.new("reversi", seed=3), players).record()

    assert record() == record()
