"""Walks lead where pushes lead, and back to where they began."""

from __future__ import annotations

from random import Random

import pytest

import rondel
from rondel import EVERYONE, ActivePlayer, Cell, Game, GameEnd, Grid, Prop, To, on
from rondel.engine.play.walk import Walk
from rondel.errors import GameOver, IllegalMove, NothingToUndo, RulesError
from rondel.search.playout import pick
from rondel.shelf.chess import Chess
from rondel.shelf.tic_tac_toe import TicTacToe
from tests.engine.rules.duel import Duel

STEPS = 24


@pytest.mark.parametrize("name", sorted(rondel.games()))
@pytest.mark.parametrize("chance", ["seeded", "explicit"])
def test_a_walk_leads_where_pushes_lead_and_back(name: str, chance: str) -> None:
    walked, pushed = [rondel.new(name, seed=3, chance=chance) for _each in range(2)]
    before = walked.snapshot()
    rng = Random(name)
    walk = Walk(walked)
    passed = [walked.key()]
    for _step in range(STEPS):
        if pushed.is_over:
            break
        role = pushed.active[0]
        listed = [move.text for move in pushed.moves(role)]
        assert [move.text for move in walk.moves(role)] == listed
        number = rng.randrange(len(listed))
        walk.forward(walk.moves(role)[number], role)
        pushed.push(listed[number], role)
        passed.append(walked.key())
        assert walked.key() == pushed.key()
        assert (walked.active, walked.actor, walked.progress) == (pushed.active, pushed.actor, pushed.progress)
        assert (walked.scores, walked.winners, walked.returns) == (pushed.scores, pushed.winners, pushed.returns)
    while len(passed) > 1:
        assert walked.key() == passed.pop()
        walk.back()
    assert walked.snapshot() == before
    with pytest.raises(NothingToUndo):
        walk.back()


def test_what_is_walked_is_in_no_record_and_no_log_and_nothing_is_made_of_it() -> None:
    game = TicTacToe()
    game.push("mark(a1)")
    events = game.events(0, "x")
    walk = Walk(game)
    walk.forward(walk.moves()[0])
    assert len(game._machine.answers) == len(game._machine.log.entries) == len(game._machine.befores) == 1
    for make in (
        game.record,
        game.snapshot,
        game.pop,
        lambda: game.events(0, "x"),
        lambda: game.untold("x"),
        lambda: game.undo("x"),
        lambda: game.information_state("x"),
        lambda: game.imagine("x", 1),
    ):
        with pytest.raises(RulesError, match="a Walk is 1 steps on its way"):
            make()
    walk.home()
    assert game.record()["answers"] == [["x", "mark(a1)"]]
    assert game.events(0, "x") == events
    game.pop()
    assert game.board.empty() == game.board.cells


def test_a_walk_may_pass_where_a_push_asks() -> None:
    game = Duel(seed=1)
    walk = Walk(game)
    for role, text in (("left", "go"), ("left", "say(1)"), ("right", "say(2)")):
        walk.forward(next(move for move in walk.moves(role) if move.text == text), role)
    other = Duel(seed=1)
    other.push("go")
    other.push("say(1)", "left")
    other.push("say(2)", "right")
    assert game.key() == other.key()
    walk.home()
    assert game.snapshot() == Duel(seed=1).snapshot()


class Path(Game):
    """One goes on, by one step or by as many as he says."""

    name = "path"
    seats = ("hiker",)

    def setup(self) -> To[Turn]:
        self.gone = self.add(Prop("gone", 0, visible_to=EVERYONE))
        return Turn


class Turn(ActivePlayer[Path]):
    """The hiker goes on."""

    description = "{actplayer} must go on"
    my_turn = "{you} must go on"


@on(Turn, "{actplayer} takes a step")
def step(game: Path) -> To[Turn]:
    """One step."""
    game.gone.value += 1
    return Turn


@on(Turn, "{actplayer} runs")
def run(game: Path) -> To[Turn] | To[GameEnd]:
    """Some steps."""
    game.gone.value += game.choose((2, 3), ask="{you} must say how far")
    return GameEnd if game.gone.value > 9 else Turn


def test_steps_and_whole_pushes_lead_back_from_the_same_depth() -> None:
    game = Path()
    before = game.snapshot()
    walk = Walk(game)
    for way, gone in (
        (["run", "choose(2)", "step"], 3),
        (["step", "run", "choose(3)"], 4),
        (["run", "choose(3)", "run", "choose(2)"], 5),
        (["step", "step", "step", "step"], 4),
    ):
        for text in way:
            walk.forward(next(move for move in walk.moves() if move.text == text))
        assert game.gone.value == gone
        assert game._machine.strides == way.count("step")
        walk.home()
        assert game.snapshot() == before


def test_an_illegal_step_is_refused_as_a_push_is() -> None:
    game = TicTacToe()
    walk = Walk(game)
    taken = walk.moves()[0]
    walk.forward(taken)
    key = game.key()
    with pytest.raises(IllegalMove, match="illegal move 'mark\\(a1\\)'"):
        walk.forward(taken, "o")
    assert game.key() == key
    for cell in ("b1", "a2", "b2", "a3"):
        walk.forward(next(move for move in walk.moves() if move.text == f"mark({cell})"))
    assert game.winners == ("x",)
    with pytest.raises(GameOver):
        walk.forward(taken)
    walk.home()
    assert game.board.empty() == game.board.cells


def test_a_move_told_in_other_words_leaves_earlier_ones_as_they_were_told() -> None:
    game = Chess()
    game.push(game.moves()[0])
    said = game.events(0, "white")
    walk = Walk(game)
    for _step in range(4):
        walk.forward(walk.moves()[0])
    walk.home()
    assert game.events(0, "white") == said


@pytest.mark.parametrize("name", ["tic_tac_toe", "reversi", "nine_mens_morris", "gomoku", "hearts", "amazons"])
def test_a_stroll_goes_where_single_steps_go(name: str) -> None:
    """With the same numbers, also where a rule asks in the middle, as where a mill is closed. On the way back all moves are
    listed, though only one of them was looked up before."""
    strolled, stepped = [rondel.new(name, seed=4) for _each in range(2)]
    walk, steps = Walk(strolled), Walk(stepped)
    rng, same = Random(1), Random(1)
    ends = stops = 0
    for _each in range(40):
        done = walk.stroll(rng.random, 7)
        for _step in range(done):
            moves = steps.moves()
            steps.forward(moves[int(same.random() * len(moves))])
        assert strolled.key() == stepped.key()
        if strolled.is_over:
            assert walk.stroll(rng.random, 7) == 0
            break
        if done < 7:
            role = strolled.active[0]
            if strolled.is_midway(role):
                ends += 1
            else:
                stops += 1
            for each in (walk, steps):
                each.forward(each.moves(role)[0], role)
    assert (stops > 0) == (name == "hearts"), "whose players pass cards, all at a time"
    assert (ends > 0) == (name in ("nine_mens_morris", "amazons")), "where seven moves have ended within a rule"
    while strolled.key() != rondel.new(name, seed=4).key():
        walk.back()
        while stepped.key() != strolled.key():  # a move with its answers is one step of a stroll
            steps.back()
        role = strolled.active[0]
        assert [move.text for move in walk.moves(role)] == [move.text for move in steps.moves(role)]


@pytest.mark.parametrize("name", ["backgammon", "leduc_poker", "shephy", "yacht"])
def test_a_stroll_draws_and_answers_as_single_steps_do(name: str) -> None:
    """Where chance is asked each time, and not answered by the seed."""
    answers = 0
    for seed in range(3):
        strolled, stepped = [rondel.new(name, chance="explicit") for _each in range(2)]
        walk, steps = Walk(strolled), Walk(stepped)
        rng, same = Random(seed), Random(seed)
        for _each in range(30):
            begun = walk._length
            done = walk.stroll(rng.random, 9)
            answers += done - (walk._length - begun)
            for _step in range(done):
                steps.forward(pick(steps, stepped.active[0], same))
            assert strolled.key() == stepped.key()
            if strolled.is_over:
                break
            if not done:
                walk.forward(pick(walk, strolled.active[0], rng))
                steps.forward(pick(steps, stepped.active[0], same))
        walk.home()
        assert strolled.key() == rondel.new(name, chance="explicit").key()
        assert strolled.record() == rondel.new(name, chance="explicit").record()
    assert answers > 0, "all within the steps of moves"


class Trail(Game):
    """A walker goes to the upper row, where a cell is given twice, or in the lower row, where a rule fails."""

    name = "trail"
    seats = ("left",)

    def setup(self) -> To[Going]:
        self.board = self.add(Grid("board", rows=2, columns=2, visible_to=EVERYONE))
        self.low = self.add(Prop("low", False, visible_to=EVERYONE))
        return Going


class Going(ActivePlayer[Trail]):
    """The walker goes on."""

    description = "{actplayer} must go on"
    my_turn = "{you} must go on"


@on(Going, "{actplayer} goes to {cell}")
def go(game: Trail, cell: Cell) -> To[Going] | To[GameEnd]:
    if cell.name == "b2":
        raise ValueError(cell.name)
    if game.low.value:
        return GameEnd
    game.low.value = True
    return Going


@go.options
def reachable(game: Trail) -> list[Cell]:
    upper, lower = game.board.cells[:2], game.board.cells[2:]
    return [*lower] if game.low.value else [upper[0], upper[1], upper[0]]


def test_a_stroll_counts_an_option_that_is_given_twice_once() -> None:
    for _each in range(2):  # the second time the moves are known
        walk = Walk(Trail())
        assert walk.stroll(lambda: 0.9, 1) == 1
        assert walk.game._machine.listed is None
        walk.back()
        assert [move.text for move in walk.moves()] == ["go(a1)", "go(b1)"]


def test_all_moves_are_listed_after_one_that_has_failed() -> None:
    low = {"state": "Going", "props": {"low": True}}
    assert [move.text for move in Trail(position=low).moves()] == ["go(a2)", "go(b2)"]
    game = Trail(position=low)
    with pytest.raises(ValueError, match="b2"):
        Walk(game).stroll(lambda: 0.9, 1)
    assert [move.text for move in game.moves()] == ["go(a2)", "go(b2)"]


def test_steps_of_a_game_that_hides_something_draw_by_chance_and_are_taken_back() -> None:
    game = rondel.new("leduc_poker", seed=5)
    before = game.snapshot()
    views = {role: game.view(role) for role in game.roles}
    machine = game._machine
    for action in (action for node in machine.rules.nodes for action in node.actions):
        action.stops = False  # which a walk with explicit chance would have set
    drawn = machine.chance.draws
    walk = Walk(game)
    rng = Random(1)
    plain = False
    for _playout in range(6):
        while not game.is_over:
            passed = len(machine.befores), machine.chance.draws
            walk.forward(rng.choice(walk.moves()))
            assert game.view(game.roles[0])["state"] == game.state
            plain = plain or (len(machine.befores) == passed[0] and machine.chance.draws > passed[1])
        walk.home()
        assert machine.chance.draws == drawn
        assert game.snapshot() == before
        assert {role: game.view(role) for role in game.roles} == views
    assert plain


def test_a_step_that_is_known_goes_where_it_went() -> None:
    game = rondel.new("reversi", seed=1)
    walk = Walk(game)
    line = []
    for _each in range(6):
        move = walk.moves()[-1]
        walk.forward(move)
        line.append((move, game.key()))
    walk.home()
    for move, key in line:
        walk.retrace(move)
        assert game.key() == key
    walk.back_to(2)
    assert game.key() == line[1][1]
    walk.back_to(5)
    assert game.key() == line[1][1]
    walk.home()
    assert game.key() == rondel.new("reversi", seed=1).key()


def test_steps_and_pushes_are_taken_back_together() -> None:
    game = rondel.new("cant_stop", seed=2)
    walk = Walk(game)
    keys = [game.key()]
    for _each in range(8):
        walk.forward(walk.moves()[0])
        keys.append(game.key())
    for length in (6, 3, 1, 0):
        walk.back_to(length)
        assert game.key() == keys[length]
