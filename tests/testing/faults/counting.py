"""A sound game where all is open, and faults in how it keeps, tells, takes back or imagines."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

from rondel.engine import EVERYONE, ActivePlayer, Facts, Game, GameEnd, Move, Prop, To, _, on
from rondel.errors import AnswerError, HiddenInformation


class Counting(Game):
    """A sound game: two players count to twenty by ones, twos and threes; who gets there wins."""

    name = "counting"
    title = _("Counting")
    seats = ("odd", "even")

    def setup(self) -> To[Turn]:
        self.total = self.add(Prop("total", 0, visible_to=EVERYONE))
        self.memory: list[int] = []
        return Turn

    def listed(self) -> list[int]:
        return [number for number in (1, 2, 3) if self.total.value + number <= 20]

    def step(self, number: int) -> None:
        self.total.value += number

    def shown(self) -> dict[str, Any]:
        return {}


class Turn(ActivePlayer[Counting]):
    description = _("{actplayer} must count on")
    my_turn = _("{you} must count on")

    def args(self, game: Counting, role: str) -> dict[str, Any]:
        return game.shown()


@on(Turn, _("{actplayer} counts on by {number}"))
def say(game: Counting, number: int) -> To[Turn] | To[GameEnd]:
    game.step(number)
    if game.total.value == 20:
        game.set_score(game.player, 1)
        return GameEnd
    game.next_player()
    return Turn


@say.options
def numbers(game: Counting) -> Iterable[int]:
    return game.listed()


class Repeating(Counting):
    """Lists a move twice, which the engine itself never does: equal options are one."""

    def moves(self, role: str | None = None) -> list[Move]:
        found = super().moves(role)
        return [*found, *found[:1]]


class Remembering(Counting):
    """Keeps something beside the position: it is not taken back, copied or stored."""

    def step(self, number: int) -> None:
        super().step(number)
        self.memory.append(number)

    def shown(self) -> dict[str, Any]:
        return {"memory": list(self.memory)}


DRIFT = Random(1)


class Drifting(Counting):
    """Plays otherwise each time."""

    def setup(self) -> To[Turn]:
        first = super().setup()
        self.mood = self.add(Prop("mood", 0.0))
        return first

    def step(self, number: int) -> None:
        super().step(number)
        self.mood.value = DRIFT.random()


COMMON: list[int] = []


class Sharing(Counting):
    """Every game of it writes to the same place."""

    def step(self, number: int) -> None:
        super().step(number)
        COMMON.append(number)

    def shown(self) -> dict[str, Any]:
        return {"common": len(COMMON)}


class Lenient(Counting):
    """Takes any answer, and forgets those it does not understand."""

    def push(self, move: Move | str, role: str | None = None) -> None:
        try:
            super().push(move, role)
        except AnswerError:
            return


class Grumbling(Counting):
    """Refuses what is not listed, and counts how often it had to."""

    def push(self, move: Move | str, role: str | None = None) -> None:
        try:
            super().push(move, role)
        except AnswerError:
            self.memory.append(1)
            raise

    def shown(self) -> dict[str, Any]:
        return {"refused": len(self.memory)}


class Odd(Counting):
    """Describes its table by something JSON does not know."""

    def scene(self) -> dict[str, Any]:
        return {**super().scene(), "numbers": {1, 2, 3}}


class Tupled(Counting):
    """Describes its table by something that comes out of JSON as something else."""

    def scene(self) -> dict[str, Any]:
        return {**super().scene(), "numbers": (1, 2, 3)}


class Silent(Counting):
    """Its events say nothing of what has changed."""

    def events(self, since: int, role: str) -> list[dict[str, Any]]:
        return [{**event, "changes": []} for event in super().events(since, role)]


class Shifting(Counting):
    """Its events are others when they are read again."""

    def events(self, since: int, role: str) -> list[dict[str, Any]]:
        return [{**event, "of": len(self.record()["answers"])} for event in super().events(since, role)]


class Regretful(Counting):
    """Leads to somewhere near."""

    def undo(self, role: str, *, agreed: bool = False, turn: bool = False) -> None:
        super().undo(role, agreed=agreed, turn=turn)
        self.total._assign(self.total.value + 1)


class Careless(Counting):
    """Says that nothing may be taken back, and takes it back all the same."""

    def may_undo(self, role: str, *, agreed: bool = False, turn: bool = False) -> bool:
        return False


class Cutting(Counting):
    """Cuts off the record where it takes back."""

    def undo(self, role: str, *, agreed: bool = False, turn: bool = False) -> None:
        super().undo(role, agreed=agreed, turn=turn)
        del self._machine.answers[0]


class Touching(Counting):
    """Imagining changes the real game."""

    def imagine(self, role: str, seed: int | str | bytes) -> Game:
        imagined = super().imagine(role, seed)
        self.total._assign(self.total.value + 1)
        return imagined


class Unsteady(Counting):
    """Imagines something else each time."""

    def imagine(self, role: str, seed: int | str | bytes) -> Game:
        imagined = super().imagine(role, seed)
        assert isinstance(imagined, Unsteady)
        imagined.total._assign(DRIFT.randrange(2**32))
        return imagined


class Elsewhere(Counting):
    """Imagines a game that the role does not see."""

    def imagine(self, role: str, seed: int | str | bytes) -> Game:
        imagined = super().imagine(role, seed)
        assert isinstance(imagined, Elsewhere)
        imagined.total._assign(19)
        return imagined


class Dull(Counting):
    """Nobody can imagine it."""

    def imagine(self, role: str, seed: int | str | bytes) -> Game:
        raise HiddenInformation("no")


class Modest(Dull):
    """Nobody can imagine it, and it says so."""

    facts = Facts(imagined="view")


class Forgetful(Counting):
    """Imagines a game in which the players counted in another order, and says that it fits."""

    def imagine(self, role: str, seed: int | str | bytes) -> Game:
        imagined = super().imagine(role, seed)
        answers = imagined._machine.answers
        if len(answers) > 1:
            answers[0], answers[1] = (answers[0][0], answers[1][1]), (answers[1][0], answers[0][1])
        return imagined


class Hazy(Counting):
    """Imagines only what is seen now."""

    def imagine(self, role: str, seed: int | str | bytes) -> Game:
        imagined = super().imagine(role, seed)
        imagined.consistent = "view"
        return imagined


class Candid(Hazy):
    """Imagines only what is seen now, and says so."""

    facts = Facts(imagined="view")


class Boastful(Counting):
    """Nobody has ever won as it thinks it will."""

    def estimate(self, role: str) -> float:
        return 1.5 if role == self.player and self.total.value > 15 else 0.5


class Undecided(Counting):
    """It thinks of no number."""

    def estimate(self, role: str) -> float:
        return float("nan")


class Frugal(Counting):
    """It counts chips, and estimates them in parts of all there are."""

    def utility(self, role: str) -> float:
        return 10.0 if role in self.winners else -10.0

    def estimate(self, role: str) -> float:
        return (self.utility(role) if self.is_over else 0.0) / 20


class Priced(Frugal):
    """It counts chips."""

    def estimate(self, role: str) -> float:
        return 20 * super().estimate(role)


class Sleepy(Counting):
    """What it plays for the absent is no move at all."""

    def zombie_move(self, role: str) -> Move:
        return Counting(seed=1).moves()[2]
