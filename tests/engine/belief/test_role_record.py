"""Role records: a role keeps the record of a game when it knows all the answers in it."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

import rondel
from rondel.engine import EVERYONE, ActivePlayer, Automatic, Facts, Game, GameEnd, Prop, Row, Stat, To, TokenKind, _, on
from rondel.errors import HiddenInformation
from rondel.shelf.reversi import Reversi
from tests.engine.belief.test_information_state import played
from tests.engine.rules.duel import Duel
from tests.engine.rules.flock import Flock


class Vote(Game):
    """Everybody says a number, and only their sum is told."""

    name = "vote"
    seats = ("ash", "birch", "cedar")

    def setup(self) -> To[Voting]:
        self.sum = self.add(Prop("sum", 0, visible_to=EVERYONE))
        return Voting


class Voting(Automatic[Vote]):
    """All at once, and in secret."""

    def enter(self, game: Vote) -> To[GameEnd]:
        said = game.choose_each({role: range(1, 4) for role in game.roles}, ask=_("{you} must say a number"))
        game.sum.value = sum([numbers[0] for numbers in said.values()])
        return GameEnd


def voted(ash: int, birch: int, cedar: int) -> Game:
    game = Vote(seed=1)
    for role, number in (("ash", ash), ("birch", birch), ("cedar", cedar)):
        game.push(f"choose({number})", role)
    return game


def test_what_has_never_been_told_is_not_in_what_one_keeps() -> None:
    game = voted(2, 1, 3)
    for role in game.roles:
        with pytest.raises(HiddenInformation, match=f"{role} may not keep this record: it does not know what"):
            game.record(role)


def test_an_observer_keeps_what_lies_open_to_everybody_and_nothing_else() -> None:
    *_before, game = played(Reversi())
    assert game.record("observer") == game.record()
    game, chance = rondel.new("battleship", seed=1), Random(1)
    while game.active:
        game.push(chance.choice(game.moves(game.active[0])))
    assert rondel.replay(game.record("observer")).key() == game.key(), "it reveals all at its end"
    with pytest.raises(HiddenInformation, match="observer may not keep this record"):
        voted(2, 1, 3).record("observer")
    with pytest.raises(HiddenInformation, match="observer may not keep this record while the game goes on"):
        rondel.new("battleship", seed=1).record("observer")


def test_what_can_be_worked_out_is_known() -> None:
    """The sum is as small as can be, so everybody knows who said what."""
    game = voted(1, 1, 1)
    for role in game.roles:
        assert game.record(role) == game.record()


def test_what_was_told_is_known() -> None:
    for make in (lambda: Duel(seed=1), Reversi):
        *_before, game = played(make())
        for role in game.roles:
            assert game.record(role) == game.record()


def test_what_chance_has_laid_open_is_known() -> None:
    *_before, game = played(Flock(seed=1))
    assert game.record("shepherd") == game.record()


class Tally(Game):
    """A counter goes up. Nobody sees the scores, the statistics, or the face of the card in the open box."""

    name = "tally"
    seats = ("ash", "birch")
    kinds = (TokenKind("card"),)
    stats = (Stat("steps", _("Steps"), per="table", visible_to=("birch",)),)

    def setup(self) -> To[Count]:
        self.box = self.add(Row("box", visible_to=EVERYONE))
        return Count


class Count(ActivePlayer[Tally]):
    """One role counts."""

    description = _("{actplayer} must count")
    my_turn = _("{you} must count")


@on(Count, _("{actplayer} counts"))
def count(game: Tally) -> To[GameEnd]:
    return GameEnd


@pytest.mark.parametrize(
    ("position", "named"),
    [
        ({"scores": [3, 4]}, "the start position has scores hidden from it"),
        ({"stats": {"steps": 7}}, "the start position has the statistics ['steps'] hidden from it"),
        ({"containers": {"box": [{"kind": "card", "face": "QS", "shown_to": ["birch"]}]}}, "lies face down for it"),
    ],
)
def test_a_start_position_is_kept_only_by_who_may_see_it(position: dict[str, Any], named: str) -> None:
    game = Tally(position={"state": "Count", **position})
    assert game.record()["position"] == {"state": "Count", **position}
    with pytest.raises(HiddenInformation, match=re.escape(named)):
        game.record("ash")
    seen = Tally(position={"state": "Count", "scores": [0, 0]})
    assert seen.record("ash") == seen.record()


class Dice(Game):
    """A die is rolled, and only told whether it is a six."""

    name = "dice"
    seats = ("ash",)

    def setup(self) -> To[Rolling]:
        self.sum = self.add(Prop("sum", 0, visible_to=EVERYONE))
        return Rolling


class Rolling(Automatic[Dice]):
    """Nobody sees the die."""

    def enter(self, game: Dice) -> To[GameEnd]:
        game.sum.value = int(game.roll() == 6)
        return GameEnd


def test_what_chance_has_not_laid_open_is_not_known() -> None:
    rolled = {game.sum.value: game for game in (Dice(seed=seed) for seed in range(40))}
    assert rolled[1].record("ash") == rolled[1].record()
    with pytest.raises(HiddenInformation, match="ash may not keep this record: it does not know what chance has answered"):
        rolled[0].record("ash")


class Wheel(Game):
    """A wheel with more numbers than are tried."""

    name = "wheel"
    seats = ("ash",)

    def setup(self) -> To[Turning]:
        self.number = self.add(Prop("number", 0, visible_to=EVERYONE))
        return Turning


class Turning(Automatic[Wheel]):
    """Everybody sees where it stops."""

    def enter(self, game: Wheel) -> To[GameEnd]:
        game.number.value = game.roll(600)
        return GameEnd


class OpenWheel(Wheel):
    """It declares that."""

    name = "open_wheel"
    facts = Facts(hidden=False, simultaneous=False)


def test_where_nothing_is_hidden_by_declaration_no_alternative_is_tried() -> None:
    with pytest.raises(HiddenInformation):
        Wheel(seed=1).record("ash")
    game = OpenWheel(seed=1)
    assert game.record("ash") == game.record()


def test_the_game_is_left_as_it_was() -> None:
    game = rondel.new("reversi")
    game.push(game.moves()[0])
    before = game.snapshot()
    game.record("black")
    assert game.snapshot() == before
