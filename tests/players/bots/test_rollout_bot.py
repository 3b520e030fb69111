"""The rollout bot: it sees what greedy play comes to, and leaves nothing behind in the games it imagines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import count
from typing import ClassVar

import pytest

import rondel
from rondel.engine import EVERYONE, ActivePlayer, Game, GameEnd, Move, Prop, To, _, on
from rondel.engine.components.playing_cards import PACK
from rondel.engine.imagination import Imagination
from rondel.players import Budget, Question, bot, play
from rondel.players.bots.greedy_bot import GreedyBot
from rondel.players.bots.random_bot import RandomBot
from rondel.players.bots.rollout_bot import DEAL, RolloutBot
from tests.players.asking import asked


class Patience(Game):
    """Who takes has one apple and the game is over; who waits has none, and five on the day after."""

    name = "rollout_patience"
    seats = ("a",)

    def setup(self) -> To[Day]:
        self.apples = self.add(Prop("apples", 0, visible_to=EVERYONE))
        self.waited = self.add(Prop("waited", False, visible_to=EVERYONE))
        return Day

    def estimate(self, role: str) -> float:
        return self.apples.value / 10

    def utility(self, role: str) -> float:
        return self.apples.value / 10


class Day(ActivePlayer[Patience]):
    """Take or wait."""

    description = _("{actplayer} must take or wait")
    my_turn = _("{you} must take or wait")


@on(Day, _("{actplayer} does {what}"))
def do(game: Patience, what: str) -> To[Day] | To[GameEnd]:
    """Take what is there today, or wait once."""
    if what == "wait":
        game.waited.value = True
        return Day
    game.apples.value = 5 if game.waited.value else 1
    game.set_score(game.player, game.apples.value)
    return GameEnd


@do.options
def whats(game: Patience) -> Iterable[str]:
    """To wait is possible once."""
    return ("take",) if game.waited.value else ("take", "wait")


def test_it_sees_what_comes_of_a_move_that_looks_worse_at_once() -> None:
    for seed in range(6):
        assert GreedyBot(seed=seed).answer(asked(Patience())) == "do(take)"
        assert RolloutBot(worlds=1, ahead=1, seed=seed).answer(asked(Patience())) == "do(wait)"


class Weather(Game):
    """One chooses, then it rains or does not, and then one apple is taken; who has waited finds five."""

    name = "rollout_weather"
    seats = ("a",)

    def setup(self) -> To[Choose]:
        self.apples = self.add(Prop("apples", 0, visible_to=EVERYONE))
        return Choose

    def estimate(self, role: str) -> float:
        return self.apples.value / 10

    def utility(self, role: str) -> float:
        return self.apples.value / 10


class Choose(ActivePlayer[Weather]):
    """Take one apple now and none later, or wait."""

    description = _("{actplayer} must choose")
    my_turn = _("{you} must choose")


@on(Choose, _("{actplayer} takes an apple"))
def take(game: Weather) -> To[Later]:
    game.apples.value = 1
    return Later


@on(Choose, _("{actplayer} waits"))
def wait(game: Weather) -> To[Later]:
    game.chance(("rain", "sun"))
    return Later


class Later(ActivePlayer[Weather]):
    """The only thing left to do."""

    description = _("{actplayer} must go home")
    my_turn = _("{you} must go home")


@on(Later, _("{actplayer} goes home"))
def go_home(game: Weather) -> To[GameEnd]:
    game.apples.value = game.apples.value or 5
    return GameEnd


def test_it_plays_on_to_the_end_or_until_chance_answers() -> None:
    """A deal ends where chance answers: what comes after it does not count."""
    assert RolloutBot(worlds=1, ahead=DEAL, seed=1).answer(asked(Patience())) == "do(wait)"
    assert RolloutBot(worlds=1, ahead=2, seed=1).answer(asked(Weather(seed=1))) == "wait"
    assert RolloutBot(worlds=1, ahead=DEAL, seed=1).answer(asked(Weather(seed=1))) == "take"


def test_the_clock_says_in_how_many_games_it_tries() -> None:
    ticks = count()
    bot = RolloutBot(worlds=None, ahead=1, seconds=10, seed=1, clock=lambda: next(ticks))
    assert bot.answer(asked(Patience())) == "do(wait)"
    assert next(ticks) < 20


class Habit(Game):
    """There are many ways to take, all of which look better at once than to wait; the policy takes what is there."""

    name = "rollout_habit"
    seats = ("a",)
    asked: ClassVar[list[list[str]]] = []

    def setup(self) -> To[Habits]:
        self.apples = self.add(Prop("apples", 0, visible_to=EVERYONE))
        self.waited = self.add(Prop("waited", False, visible_to=EVERYONE))
        return Habits

    def estimate(self, role: str) -> float:
        return self.apples.value / 10

    def utility(self, role: str) -> float:
        return self.apples.value / 10

    def playout_move(self, role: str, moves: Sequence[Move]) -> Move | None:
        self.asked.append([move.text for move in moves])
        return moves[0]


class Habits(ActivePlayer[Habit]):
    """Take in one of five ways, or wait."""

    description = _("{actplayer} must take or wait")
    my_turn = _("{you} must take or wait")


@on(Habits, _("{actplayer} does {what}"))
def act(game: Habit, what: str) -> To[Habits] | To[GameEnd]:
    """Take what is there today, or wait once."""
    if what == "wait":
        game.waited.value = True
        return Habits
    game.apples.value = 5 if game.waited.value else 1
    return GameEnd


@act.options
def ways(game: Habit) -> Iterable[str]:
    """Those that look best at once come first."""
    taking = [f"take {number}" for number in range(5)]
    return taking if game.waited.value else [*taking, "wait"]


def test_every_move_is_tried_and_played_on_by_the_playout_policy_of_the_game() -> None:
    """By the estimate, waiting is the last of six moves: too low to be played on from."""
    Habit.asked.clear()
    for seed in range(3):
        assert RolloutBot(worlds=1, ahead=1, seed=seed).answer(asked(Habit())) == "act(wait)"
    assert Habit.asked == [[f"act(take {number})" for number in range(5)]] * 3


@pytest.mark.parametrize(("seconds", "move"), [(0.5, "take"), (20.0, "wait")])
def test_in_too_few_games_the_estimate_chooses_and_not_the_playout_policy(seconds: float, move: str) -> None:
    """By a clock that goes on by a second whenever it is looked at."""
    ticks = count()
    bot = RolloutBot(worlds=None, ahead=1, seconds=seconds, seed=1, clock=lambda: next(ticks))
    assert bot.answer(asked(Habit())).startswith(f"act({move}")


def test_it_plays_a_deal_of_hearts_on_and_leaves_out_what_takes_most_points() -> None:
    """East can keep the queen only by playing her under the king; then someone else takes thirteen points."""
    hands = {"north": "KS 3S", "east": "QS 2S", "south": "4S 5C", "west": "5S 6C"}
    containers = {f"hand_{role}": [{"kind": "card", "face": face} for face in hand.split()] for role, hand in hands.items()}
    rest = set(PACK).difference(*[hand.split() for hand in hands.values()])
    taken = [{"kind": "card", "face": face, "owner": "west"} for face in sorted(rest)]
    game = rondel.new(
        "hearts",
        seed=1,
        options={"target": 1},
        position={
            "state": "Trick",
            "props": {"deal_num": 4, "current_trick_num": 12, "hearts_broken": True},
            "containers": {**containers, "deck": [], "taken": taken},
        },
    )
    game.push("play(KS)")
    question = Question("east", game.view("east"), imagination=Imagination(game, "east"))
    assert bot("rollout:4:deal", seed=1).answer(question) == "play(QS)"
    assert len(game.moves()) == 2


def test_without_a_turn_ahead_it_is_greedy() -> None:
    assert RolloutBot(worlds=1, ahead=0, seed=1).answer(asked(Patience())) == "do(take)"


def test_a_forced_move_needs_no_thought() -> None:
    assert RolloutBot().answer(Question("x", {"moves": [{"text": "mark(a1)"}]})) == "mark(a1)"


@pytest.mark.interpreted("a compiled class has no subclasses that are not")
@pytest.mark.parametrize(("seconds", "worlds"), [(None, 6), (10.0, 6), (3.5, 3), (0.1, 1)])
def test_there_are_as_many_games_as_there_is_time_for(seconds: float | None, worlds: int) -> None:
    """By a clock that goes on by a second whenever it is looked at."""

    class Counted(Imagination):
        """Notes each game it has imagined."""

        times = 0

        def imagine(self, seed: int | str | bytes) -> Game:
            self.times += 1
            return super().imagine(seed)

    ticks = count()
    game = Patience()
    imagination = Counted(game, "a")
    question = Question("a", game.view("a"), Budget(seconds=seconds), imagination)
    assert RolloutBot(worlds=6, ahead=1, seed=1, clock=lambda: next(ticks)).answer(question) == "do(wait)"
    assert imagination.times == worlds


def test_it_answers_the_questions_of_a_rule_and_plays_to_the_end() -> None:
    game = rondel.new("shephy", seed=2, options={"rounds": 1, "deck": "gentle"})
    assert play(game, {"shepherd": bot("rollout:1:1", seed=1)}).is_over


def test_it_plays_where_something_is_hidden_and_others_act() -> None:
    game = rondel.new("liars_dice", seats=3, seed=2, options={"dice": 1})
    assert play(game, {role: RolloutBot(worlds=2, ahead=2, seed=1) for role in game.roles}).is_over


def test_it_beats_the_random_bot() -> None:
    """Ten of twelve; a bot no better than random comes to that in one case of fifty. The seeds are fixed."""
    won = 0.0
    for seed in range(12):
        game = rondel.new("reversi", seed=seed, options={"size": 4})
        own = game.roles[seed % 2]
        play(
            game,
            {role: RolloutBot(worlds=1, ahead=2, seed=seed) if role == own else RandomBot(seed=seed) for role in game.roles},
        )
        won += (own in game.winners) / len(game.winners)
    assert won >= 10
