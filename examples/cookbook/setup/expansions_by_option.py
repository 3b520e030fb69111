"""Expansions by option: an option adds cards and an action.

``self.option(HARBOUR)`` is known in ``setup`` and in every rule. ``.available`` takes an action out of the game without it.

>>> import rondel
>>> kind = rondel.load("examples/cookbook/setup/expansions_by_option.py")
>>> [[str(move) for move in rondel.new(kind, harbour=on).moves()] for on in (False, True)]
[['trade(1)', 'trade(2)'], ['trade(1)', 'trade(2)', 'sail']]
"""

from __future__ import annotations

from rondel import EVERYONE, ActivePlayer, Counter, Game, GameEnd, Option, To, _, on

HARBOUR = Option("harbour", False, text=_("With the harbour"))
LONG = Option("long", 6, text=_("Turns"), low=2, high=12)


class ExpansionsByOption(Game):
    """Trade, and with the harbour sail."""

    title = _("Expansions")
    summary = _("Trade for points; the harbour adds a gamble.")
    seats = ("ann", "bob")
    options = (HARBOUR, LONG)
    score_visible_to = EVERYONE

    def setup(self) -> To[Turn]:
        self.turns = self.add(Counter("turns", self.option(LONG), visible_to=EVERYONE))
        if self.option(HARBOUR):
            self.ships = self.each(Counter, "ships", 1, visible_to=EVERYONE)
        return Turn

    def gain(self, points: int) -> None:
        """Points for the current player, and the next turn."""
        self.set_score(self.player, self.score(self.player) + points)
        self.turns.take()
        self.next_player()


class Turn(ActivePlayer[ExpansionsByOption]):
    """The current player trades or sails."""

    description = _("{actplayer} must trade")
    my_turn = _("{you} must trade")


@on(Turn, _("{actplayer} trades {goods}"))
def trade(game: ExpansionsByOption, goods: int) -> To[Turn] | To[GameEnd]:
    game.gain(goods)
    return Turn if game.turns.value else GameEnd


@trade.options
def goods(game: ExpansionsByOption) -> tuple[int, ...]:
    return (1, 2)


@on(Turn, _("{actplayer} sails"))
def sail(game: ExpansionsByOption) -> To[Turn] | To[GameEnd]:
    game.ships[game.player].take()
    game.gain(game.roll())
    return Turn if game.turns.value else GameEnd


@sail.available
def has_ship(game: ExpansionsByOption) -> bool:
    return game.option(HARBOUR) and game.ships[game.player].value > 0
