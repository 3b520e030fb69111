"""The short words of a position: moves, marked places, and how the game has ended."""

from __future__ import annotations

from typing import Any

import pytest

import rondel
from rondel import EVERYONE, ActivePlayer, Cell, Game, GameEnd, Grid, Hand, To, _, on, phrase
from rondel.engine.text import read
from rondel.errors import DefinitionError, RulesError


def says(game: Game, role: str, action: str) -> list[str]:
    """The short forms of the moves of one action, in English."""
    view = game.view(role)
    short = view.get("says", {})
    found = [each for each in view["moves"] if each["action"] == action]
    texts = [each.get("says") or {"text": short[action], "args": each["describe"]["args"]} for each in found]
    return [read(text, {}) for text in texts]


def test_an_action_words_its_moves_by_one_text_or_one_by_one() -> None:
    assert says(rondel.new("reversi"), "black", "play_disc")[:2] == ["Play d3", "Play c4"]
    game = rondel.new("cant_stop", seed=1)
    ways = game.view(game.player)["args"]["ways"]
    assert len(says(game, game.player, "advance")) == len(ways)
    game.push(game.moves()[0])
    assert says(game, game.player, "roll") == ["Roll again"]


def test_a_price_is_read_from_the_position() -> None:
    game = rondel.new("harvest_wheel", seed=1, seats=2)
    while game.state != "Turn":
        game.push(game.moves(game.active[0])[0].text, role=game.active[0])
    ways = says(game, game.player, "go")
    assert [way for way in ways if "coin" not in way] == ways[:3]
    assert [way.partition(" for ")[2] for way in ways[3:5]] == ["a coin", "2 coins"]


def test_nobody_else_is_told_the_moves_and_a_question_of_a_rule_is_not_worded() -> None:
    assert "says" not in rondel.new("reversi").view("white")
    assert "says" not in rondel.new("harvest_wheel", seed=1, seats=2).view("ash")


def test_check_is_marked_and_the_end_has_a_reason() -> None:
    game = rondel.new("chess")
    for move in ("f2,f3", "e7,e5", "g2,g4"):
        game.push(f"move({move})")
    assert {"marks", "ending"}.isdisjoint(game.view("white"))
    game.push("move(d8,h4)")
    for role in ("white", "black", "observer"):
        seen = game.view(role)
        assert seen["marks"] == [{"place": "board:e1", "text": {"text": "check", "args": {}}}]
        assert read(seen["ending"], {}) == "by checkmate"


class Odd(Game):
    """Words that a test changes."""

    seats = ("x", "o")

    def setup(self) -> To[Turn]:
        self.board = self.add(Grid("board", rows=1, columns=2, visible_to=EVERYONE))
        return Turn


class Turn(ActivePlayer[Odd]):
    """One cell is chosen."""

    description = my_turn = _("Choose a cell")


@on(Turn, _("{actplayer} takes {cell}"))
def take(game: Odd, cell: Cell) -> To[GameEnd]:
    return GameEnd


@take.options
def cells(game: Odd) -> list[Cell]:
    return list(game.board.cells)


def test_marks_name_places_and_texts(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Odd()
    for wrong, said in (
        (["a1"], "return a dict of places"),
        ({"a1": _("here")}, "which is nowhere on the table"),
        ({game.board.cell("a1"): 3}, "return a text"),
        ({game.board.cell("a1"): "{count} here"}, "no value for {count}"),
    ):
        monkeypatch.setattr(Odd, "marks", lambda game, role, wrong=wrong: wrong)
        with pytest.raises(RulesError, match=said):
            game.view("x")


def test_an_ending_may_have_values_and_may_be_empty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Odd, "ending", lambda game: "")
    game = Odd()
    game.push("take(a1)")
    assert "ending" not in game.view("x")
    monkeypatch.setattr(Odd, "ending", lambda game: phrase(_("after {count} moves"), count=1))
    assert read(game.view("x")["ending"], {}) == "after 1 moves"


@pytest.mark.parametrize(
    ("short", "said"),
    [
        (7, r"'says' of action 'take' of state 'Turn' is 7; write a text"),
        ("Take {cel}", r"unknown placeholder \{cel\}; did you mean \{cell\}"),
        (lambda game: "", r"takes \(game\); it receives \(game, cell\)"),
    ],
)
def test_a_short_form_is_checked_before_the_first_game(short: Any, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from rondel.engine.checks.ruleset import Rules

    monkeypatch.setattr(take, "says", short)
    with pytest.raises(DefinitionError, match=said):
        Rules(Odd)


def test_a_score_sheet_names_a_value(monkeypatch: pytest.MonkeyPatch) -> None:
    from rondel.engine.checks.ruleset import rules_of

    class Sheet(Odd):
        score_sheet = "the cell"

    with pytest.raises(DefinitionError, match="write the name of a value"):
        rules_of(Sheet)
    assert rondel.new("chess").scene()["score_sheet"] == "san"


def test_the_places_that_decided_a_game_are_told_when_it_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    game = rondel.new("connect_four")
    for column in "abababa":
        assert "decisive" not in game.view("red")
        game.push(f"drop({column})")
    for role in ("red", "yellow", "observer"):
        assert game.view(role)["decisive"] == ["board:a1", "board:a2", "board:a3", "board:a4"]
    odd = Odd()
    odd.push("take(a1)")
    for wrong, said in ((None, "return cells or tokens"), ("a1", "return cells or tokens"), (["a1"], "nowhere on the table")):
        monkeypatch.setattr(Odd, "decisive", lambda game, wrong=wrong: wrong)
        with pytest.raises(RulesError, match=said):
            odd.view("x")


def test_what_authors_declare_of_the_look_is_in_the_scene() -> None:
    gallery = rondel.new(rondel.load("examples/gallery.py")).scene()
    containers = {each["name"]: each for each in gallery["containers"]}
    assert containers["cup_red"]["cover"] == "cup"
    assert containers["climb_3"]["claimed"]
    assert not {"cover", "claimed"} & {*containers["hand_red"], *containers["track"]}
    assert gallery["kinds"]["hull"]["joined_by"] == "ship"
    assert [each.get("pooled") for each in gallery["counters"]] == [None, None, "Pot", "Pot"]
    with pytest.raises(RulesError, match='write cover="cup"'):
        Hand("cup", cover="hat")
