"""Dice kept: a player rolls, keeps what is good, and rolls the rest again, three times at most.

Dice are tokens. The state that rolls is entered again for each die, as a `Dealing` state for each card: each roll is a commit
point, and cannot be undone. Equal dice are one option.
"""

from __future__ import annotations

from rondel import EVERYONE, ActivePlayer, Automatic, Counter, Face, Game, GameEnd, Row, To, Token, TokenKind, _, decline, on

Die = TokenKind("die", faces={str(spots): Face("die", text=str(spots)) for spots in range(1, 7)})
DICE, ROLLS, TURNS = 5, 3, 2


class DiceKept(Game):
    """Two turns each; as many equal dice as possible."""

    title = _("Dice kept")
    summary = _("Roll five dice up to three times; the most equal ones count.")
    seats = ("ann", "bob")
    kinds = (Die,)
    score_visible_to = EVERYONE

    def setup(self) -> To[Roll]:
        self.cup = self.add(Row("cup", visible_to=EVERYONE))
        self.rolled = self.add(Row("rolled", visible_to=EVERYONE))
        self.kept = self.add(Row("kept", visible_to=EVERYONE))
        self.rolls = self.add(Counter("rolls", 0, visible_to=EVERYONE))
        self.turn = self.add(Counter("turn", 0, visible_to=EVERYONE))
        for _each in range(DICE):
            self.cup.add(Die(face="1"))
        return Roll


class Roll(Automatic[DiceKept]):
    """The dice in the cup are rolled, one by one."""

    def enter(self, game: DiceKept) -> To[Roll] | To[Keep] | To[Count]:
        if len(game.cup):
            die = game.cup[0]
            die.face = str(game.roll())
            die.move_to(game.rolled)
            return Roll
        return Keep if game.rolls.add(1) < ROLLS else Count


class Keep(ActivePlayer[DiceKept]):
    """The current player puts dice aside, then rolls the others or stops."""

    description = _("{actplayer} may keep dice")
    my_turn = _("{you} may keep dice, and must roll or stop")


@on(Keep, _("{actplayer} keeps {die}"))
def keep(game: DiceKept, die: Token) -> To[Keep]:
    die.move_to(game.kept)
    return Keep


@keep.options
def dice(game: DiceKept) -> list[Token]:
    return game.rolled.tokens()


@on(Keep, _("{actplayer} rolls the other dice"))
def roll_again(game: DiceKept) -> To[Roll]:
    for die in game.rolled.tokens():
        die.move_to(game.cup)
    return Roll


@roll_again.available
def has_dice(game: DiceKept) -> bool:
    return len(game.rolled) > 0


@decline(Keep, _("{actplayer} stops"))
def stop(game: DiceKept) -> To[Count]:
    return Count


class Count(Automatic[DiceKept]):
    """The most equal dice are points, and the next player has the cup."""

    def enter(self, game: DiceKept) -> To[Roll] | To[GameEnd]:
        table = [*game.rolled.tokens(), *game.kept.tokens()]
        faces = [die.face for die in table]
        game.set_score(game.player, game.score(game.player) + max(faces.count(face) for face in faces))
        for die in table:
            die.move_to(game.cup)
        game.rolls.value = 0
        game.next_player()
        return Roll if game.turn.add(1) < TURNS * len(game.roles) else GameEnd
