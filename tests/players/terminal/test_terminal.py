"""A person at a terminal, who plays through real lines of text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from io import BytesIO, StringIO, TextIOWrapper
from typing import Any

import pytest

import rondel
from rondel.engine.chance.seeded_random import SeededRandom
from rondel.errors import HiddenInformation
from rondel.players import Match, Player
from rondel.players.bots.random_bot import RandomBot
from rondel.players.terminal.picture import Picture
from rondel.players.terminal.terminal import Person, Screen, Watcher, result
from tests.engine.rules.passing import Passing


def sit(game: rondel.Game, typed: str, *persons: str, private: bool = False) -> tuple[Match, str]:
    """Play until the lines typed by these persons (at one terminal) are used up; random bots play the others."""
    out = StringIO()
    screen = Screen(StringIO(typed), out)
    players: dict[str, Player] = {
        role: Person(screen, game.scene(), role, private=private, seed=1) if role in persons else RandomBot(seed=1)
        for role in game.roles
    }
    match = Match(game, players)
    while match.going_on:
        match.step()
    return match, out.getvalue()


def test_a_game_can_be_played_to_its_end() -> None:
    match, said = sit(rondel.new("tic_tac_toe"), "a1\na2\nb1\n5\nmark(c1)\n", "x", "o")
    assert not match.left
    assert said.rstrip().splitlines()[-5:] == [
        "1  X  X (X)",
        "2  O  .  .",
        "3  .  O  .",
        "X x 1   O o 0",
        "The game is over: x wins (x 1, o 0).",
    ]


def test_one_who_plays_alone_is_you() -> None:
    game = rondel.new("tic_tac_toe")
    for cell in ("a1", "a2", "b1", "b2"):
        game.push(f"mark({cell})")
    said = sit(game, "c1\n", "x")[1]
    assert "X x 1 (you)   O o 0\nThe game is over: you win (x 1, o 0)." in said


def test_the_end_of_the_input_leaves_the_game() -> None:
    match, said = sit(rondel.new("tic_tac_toe"), "", "x")
    assert match.left
    assert "Mark a cell: a1, b1, c1" in said


def test_quit_leaves_the_game() -> None:
    for word in ("quit", "exit", "/quit", "QUIT"):
        assert sit(rondel.new("tic_tac_toe"), word + "\n", "x")[0].left


def test_help_names_every_command() -> None:
    _match, said = sit(rondel.new("tic_tac_toe"), "help\n", "x")
    for command in ("moves", "board", "log", "undo", "hint", "quit"):
        assert f"\n  {command} " in said


def test_cards_lists_what_is_written_on_them() -> None:
    """Also the name by which a move calls a card that shows another text."""
    market = rondel.load("examples/cookbook/cards/market_row.py")
    _match, said = sit(rondel.new(market, seed=1), "cards\nhelp\n", "ann")
    faces = [token["face"] for token in rondel.new(market, seed=1).view("ann")["containers"]["market"]["tokens"]]
    assert "Market:\n" + "".join(f"  {face}: Points at the end\n" for face in dict.fromkeys(faces)) in said
    assert "\n  cards   what is written on the cards on the table\n" in said
    _match, said = sit(rondel.new("tic_tac_toe"), "cards\nhelp\n", "x")
    assert "Nothing is written on any card." in said
    assert "  cards " not in said


def test_moves_are_numbered_and_described() -> None:
    _match, said = sit(rondel.new("reversi"), "moves\n", "black")
    assert "    2  c4           Black plays c4\n" in said


def test_nonsense_gets_an_answer_and_another_try() -> None:
    match, said = sit(rondel.new("reversi"), "d33\n\na1\nd3\n", "black", "white")
    assert "I do not understand 'd33'. Did you mean d3?" in said
    assert "'a1' is on the board, but not a legal move now." in said
    assert match.left
    assert "Black plays d3" in said


def test_the_log() -> None:
    _match, said = sit(rondel.new("tic_tac_toe"), "log\na1\nb2\nlog\n", "x", "o")
    assert "Nothing has happened yet." in said
    assert "    1  X marks a1\n    2  O marks b2\n" in said


def test_undo_against_a_bot() -> None:
    game = rondel.new("tic_tac_toe")
    sit(game, "a1\nundo\nc3\nquit\n", "x")
    answers = [move for role, move in game.record()["answers"] if role == "x"]
    assert answers == ["mark(a1)", "@undo!", "mark(c3)"]


@pytest.mark.parametrize(("reply", "undone"), [("y", True), ("n", False), ("", False)])
def test_undo_against_a_person_needs_consent(reply: str, undone: bool) -> None:
    game = rondel.new("tic_tac_toe")
    _match, said = sit(game, f"a1\nb2\nundo\n{reply}\n", "x", "o")
    assert "o: may x take back a move? [y/n] " in said
    assert (["x", "@undo!"] in game.record()["answers"]) is undone
    assert ("That cannot be taken back" in said) is not undone


def test_with_nothing_to_take_back_the_table_is_not_drawn_again() -> None:
    _match, said = sit(rondel.new("tic_tac_toe"), "undo\n", "x")
    assert "That cannot be taken back: x has not answered anything" in said
    assert said.count("Mark a cell") == 1


def test_board_draws_it_again() -> None:
    assert sit(rondel.new("tic_tac_toe"), "board\n", "x")[1].count("Mark a cell") == 2


def test_a_hint_is_a_legal_move() -> None:
    game = rondel.new("tic_tac_toe")
    for cell in ("a1", "a2", "b1", "b2"):
        game.push(f"mark({cell})")
    assert "A bot would play c1." in sit(game, "hint\n", "x")[1]


def test_what_others_do_is_told() -> None:
    _match, said = sit(rondel.new("reversi", seed=3), "d3\nquit\n", "black")
    assert "\nWhite plays " in said


def test_a_person_sees_its_own_hand_and_no_other() -> None:
    game = rondel.new(Passing, seed=1, options={"held": 3})
    _match, said = sit(game, "quit\n", "east")
    hand = [token["face"] for token in game.view("east")["containers"]["hand_east"]["tokens"]]
    assert f"Hand of east: {' '.join(hand)}" in said
    assert "Hand of south: 3 face down" in said
    assert "Hand of west: 3 face down" in said


class Opaque(Passing):
    """A game of which nothing can be imagined."""

    name = "opaque"

    def suppose(self, role: str, view: Mapping[str, Any], rng: SeededRandom) -> Any:
        raise HiddenInformation(f"{role} cannot imagine this game")


def test_a_hint_where_none_can_be_had_says_why() -> None:
    game = rondel.new(Opaque, seed=1, options={"held": 5})
    assert "There is no hint: north cannot imagine this game." in sit(game, "hint\nquit\n", "north")[1]


def test_one_hand_is_hidden_before_the_next_is_shown() -> None:
    game = rondel.new(Passing, seed=1, options={"held": 3})
    _match, said = sit(game, "\n" + "1\n" * 3 + "\nquit\n", *Passing.seats, private=True)
    north, east = said.split("Hand over to east, who presses Enter:")
    assert north.startswith("\n" * 40 + "Hand over to north, who presses Enter:")
    assert north.endswith("\n" * 40)
    assert "Hand of north: 3 face down" not in north
    assert "Hand of north: 3 face down" in east


def test_a_command_yields_to_a_move_of_the_same_name() -> None:
    out = StringIO()
    game = rondel.new("tic_tac_toe")
    person = Person(Screen(StringIO("log\n"), out), game.scene(), "x")
    view: dict[str, Any] = {**game.view("x"), "moves": [{"text": "log", "action": "log", "places": [], "describe": None}]}
    from rondel.players import Question

    assert person.answer(Question("x", view)) == "log"


def test_a_terminal_of_another_encoding_gets_question_marks() -> None:
    raw = BytesIO()
    out = TextIOWrapper(raw, encoding="ascii")
    Screen(StringIO(), out).say("Q♠ wins")
    out.flush()
    assert raw.getvalue() == b"Q? wins\n"


def test_a_watcher_is_shown_everything() -> None:
    out = StringIO()
    game = rondel.new("tic_tac_toe", seed=1)
    watcher = Watcher(Screen(StringIO(), out), game.scene())
    match = Match(game, {"x": RandomBot(seed=1), "o": RandomBot(seed=2), "observer": watcher})
    while match.going_on:
        match.step()
    assert out.getvalue().count(" marks ") == len(game.record()["answers"])
    assert "The game is over: " in out.getvalue()


def test_a_watcher_is_shown_a_table_once_for_the_events_of_a_rule() -> None:
    out = StringIO()
    game = rondel.new(rondel.load("examples/goofspiel.py"), seed=1)
    watcher = Watcher(Screen(StringIO(), out), game.scene())
    match = Match(game, {"north": RandomBot(seed=1), "south": RandomBot(seed=2), "observer": watcher})
    while match.going_on:
        match.step()
    tables = [told for told in out.getvalue().split("\n\n") if " bids " in told]
    assert len(tables) == 5  # of five rounds: a table, and the two bids and the prize
    assert all(told.count(" bids ") == 2 and told.count("Hand of north") == 1 for told in tables)


@pytest.mark.parametrize(
    ("role", "winners", "scores", "said"),
    [
        ("x", ["x"], {"x": 1, "o": 0}, "The game is over: you win (x 1, o 0)."),
        ("o", ["x"], {"x": 1, "o": 0.5}, "The game is over: x wins (x 1, o 0.5)."),
        ("o", ["x", "o"], {"x": 1, "o": 1}, "The game is over: a draw (x 1, o 1)."),
        ("observer", [], None, "The game is over: nobody wins."),
    ],
)
def test_the_result(role: str, winners: list[str], scores: dict[str, float] | None, said: str) -> None:
    picture = Picture(rondel.new("tic_tac_toe").scene())
    assert result(picture, {"role": role, "winners": winners, "scores": scores}) == said


def test_what_the_rules_have_counted_is_told_below_the_result_as_far_as_the_reader_may_know_it() -> None:
    picture = Picture(rondel.new("leduc_poker").scene())
    view: dict[str, Any] = {
        "role": "first",
        "winners": [],
        "scores": None,
        "stats": {"won": {"first": 2, "second": 1}, "showdowns": 3},
    }
    said = "The game is over: nobody wins.\nHands won: first 2, second 1\nShowdowns: 3"
    assert result(picture, view) == said
    assert result(picture, {**view, "stats": {"showdowns": 0}}) == "The game is over: nobody wins.\nShowdowns: 0"


@pytest.mark.parametrize(
    ("role", "winners", "said"),
    [
        ("black", ["black"], "Das Spiel ist zu Ende: du gewinnst (Schwarz 40, Weiß 24)."),
        ("black", ["white"], "Das Spiel ist zu Ende: Weiß gewinnt (Schwarz 40, Weiß 24)."),
        ("black", ["black", "white"], "Das Spiel ist zu Ende: unentschieden (Schwarz 40, Weiß 24)."),
    ],
)
def test_the_result_in_another_language(role: str, winners: list[str], said: str) -> None:
    picture = Picture(rondel.new("reversi").scene(), lang="de")
    view = {"role": role, "winners": winners, "scores": {"black": 40, "white": 24}}
    assert result(picture, view, "de") == said


def test_several_winners_are_listed() -> None:
    picture = Picture(rondel.new("stones", seats=4).scene(), lang="de")
    view = {"role": "jade", "winners": ["jade", "lapis", "opal"], "scores": None}
    assert result(picture, view, "de") == "Das Spiel ist zu Ende: du, Lapis und Opal gewinnen."


def test_two_people_at_one_screen_are_called_by_name() -> None:
    screen = Screen(StringIO("d3\nquit\n"), out := StringIO(), lang="de")
    game = rondel.new("reversi")
    players: dict[str, Player] = {role: Person(screen, game.scene(), role) for role in game.roles}
    match = Match(game, players)
    while match.going_on:
        match.step()
    said = out.getvalue()
    assert "Setz einen Stein: d3, c4, f5, e6" in said
    assert "Schwarz setzt auf d3" in said
    assert "B Schwarz 4   W Weiß 1 (du, am Zug)" in said


def test_nothing_that_is_said_is_left_in_ordinary_letters() -> None:
    typed = "help\nmoves\nlog\nx9\na\n99\nundo\nhint\nb2\nlog\nboard\nquit\n"
    screen = Screen(StringIO(typed), out := StringIO(), lang="en-XA")
    game = rondel.new("tic_tac_toe")
    match = Match(game, {"x": Person(screen, game.scene(), "x", seed=1), "o": RandomBot(seed=1)})
    while match.going_on:
        match.step()
    said = re.sub(r"^  (moves|board|log|undo|hint|quit) ", "", out.getvalue(), flags=re.MULTILINE)
    said = re.sub(r"mark\(\w\d\)", "", said)  # what is to be typed is the same in every language
    assert said.count("⟦") > 30
    assert re.findall(r"[A-Za-z]*[ac-eg-ln-pr-uwyz][A-Za-z]+|[A-Za-z]+[ac-eg-ln-pr-uwyz]\b", said) == []


def test_a_game_with_a_notation_of_its_own_is_played_in_it() -> None:
    typed = "help\nNf3\nd5\nNe5\nNe9\nquit\n"
    screen = Screen(StringIO(typed), out := StringIO())
    game = rondel.new("chess")
    match = Match(game, {role: Person(screen, game.scene(), role, seed=1) for role in game.roles})
    while match.going_on:
        match.step()
    assert [text for _role, text in game.record()["answers"]] == ["move(g1,f3)", "move(d7,d5)", "move(f3,e5)"]
    assert "The game's own notation is understood as well (Na3)" in out.getvalue()
    assert "I do not understand 'Ne9'." in out.getvalue()
