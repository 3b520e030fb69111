"""Levels: who plays for a level, and that each game has five."""

from __future__ import annotations

import pytest

import rondel
from rondel import EVERYONE, ActivePlayer, Game, GameEnd, Prop, To, _, on
from rondel.players import Budget, Player, Question, bot, play
from rondel.players.bots.alphabeta_bot import AlphabetaBot
from rondel.players.bots.ladders import ladder
from rondel.players.bots.level_bot import LEVELS, LevelBot
from rondel.players.bots.random_bot import RandomBot
from tests.players.asking import asked


class Orders(Game):
    """A first turn with 201 moves, and turns with three."""

    name = "orders_of_201"
    title = _("Orders")
    seats = ("one", "two")

    def setup(self) -> To[Turn]:
        self.last = self.add(Prop("last", 201, visible_to=EVERYONE))
        return Turn


class Turn(ActivePlayer[Orders]):
    """The current player orders a number."""

    description = _("{actplayer} orders")
    my_turn = _("{you} must order")


@on(Turn, _("{actplayer} orders {number}"))
def order(game: Orders, number: int) -> To[Turn] | To[GameEnd]:
    """After the first order there are three numbers."""
    done = game.last.value == 2
    game.last.value = 3 if game.last.value == 201 else game.last.value - 1
    return GameEnd if done else Turn


@order.options
def numbers(game: Orders) -> list[int]:
    return list(range(1, game.last.value + 1))


class Asked(Player):
    """Remembers what it may think."""

    def __init__(self) -> None:
        self.budgets: list[Budget] = []

    def answer(self, question: Question) -> str:
        self.budgets.append(question.budget)
        return question.moves[0]


@pytest.mark.parametrize("level", LEVELS)
def test_a_level_is_what_the_ladder_of_the_game_says(level: int) -> None:
    made: list[str] = []

    def maker(spec: str) -> Player:
        made.append(spec)
        return RandomBot(seed=1)

    player = LevelBot(level, maker)
    game = rondel.new("reversi")
    player.answer(asked(game))
    player.answer(asked(game))
    assert made == [ladder("reversi")[level - 1]], "one player plays the whole game"


def test_a_game_without_measurements_is_not_searched_where_each_move_could_not_be_tried_twice() -> None:
    made: list[str] = []

    def maker(spec: str) -> Player:
        made.append(spec)
        return RandomBot(seed=1)

    player = LevelBot(5, maker)
    game = rondel.new(Orders)
    player.answer(asked(game))
    game.push("order(1)")
    player.answer(asked(game))
    game.push("order(2)")
    player.answer(asked(game))
    assert made == ["greedy", "mcts:400"], "each of them is made once"


def test_a_level_is_a_number_of_simulations_and_only_a_slow_machine_sees_the_clock() -> None:
    game = rondel.new("tic_tac_toe")
    inner = Asked()
    player = LevelBot(5, lambda spec: inner)
    player.answer(asked(game))
    player.answer(asked(game, Budget(seconds=1.0)))
    assert inner.budgets == [Budget(seconds=5.0), Budget(seconds=1.0)]


def test_a_level_of_a_game_without_measurements_thinks_a_second_at_most() -> None:
    seen = Asked()
    LevelBot(5, lambda spec: seen).answer(asked(rondel.new(Orders)))
    LevelBot(5, lambda spec: seen).answer(asked(rondel.new("reversi")))
    assert [budget.seconds for budget in seen.budgets] == [1.0, 5.0]


def test_a_level_that_counts_positions_stays_within_the_seconds_it_is_given() -> None:
    """By a clock that counts how often it is read. It is read every 16 positions; 12,000 would take longer than the seconds."""
    readings = [0]

    def clock() -> float:
        readings[0] += 1
        return readings[0] / 1000

    player = LevelBot(5, lambda spec: AlphabetaBot(nodes=12_000, seed=1, clock=clock))
    game = rondel.new("connect_four")
    assert player.answer(asked(game, Budget(seconds=0.5))) in [move.text for move in game.moves(game.active[0])]
    assert 300 <= readings[0] < 600, "no depth is begun after three fifths of the time"


def test_all_levels_play_at_one_table() -> None:
    """Liar's dice for five, a level each."""
    game = rondel.new("liars_dice", seats=5, seed=2, options={"dice": 1})
    players = {role: bot(f"level:{level}", seed=level) for role, level in zip(game.roles, LEVELS, strict=True)}
    assert play(game, players).is_over
