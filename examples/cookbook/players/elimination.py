"""Elimination: who has no life left is out; the last player wins.

``eliminate`` takes a role out of ``play_order``. By default, who is out later has the better rank.
"""

from __future__ import annotations

from rondel import EVERYONE, ActivePlayer, Counter, Game, GameEnd, To, _, on


class Elimination(Game):
    """Two lives each, and a die decides who is hit."""

    title = _("Elimination")
    summary = _("Attack until one is left.")
    seats = ("ann", "bob", "cid", "dan")

    def setup(self) -> To[Turn]:
        self.lives = self.each(Counter, "lives", 2, visible_to=EVERYONE)
        return Turn


class Turn(ActivePlayer[Elimination]):
    """The current player attacks another."""

    description = _("{actplayer} must attack")
    my_turn = _("{you} must attack")


@on(Turn, _("{actplayer} attacks {target}"))
def attack(game: Elimination, target: str) -> To[Turn] | To[GameEnd]:
    struck = target if game.roll() > 2 else game.player
    game.notify("struck", _("{player} loses a life"), player=struck)
    attacker = game.player
    if not game.lives[struck].take():
        game.eliminate(struck)
    if len(game.play_order.value) == 1:
        return GameEnd
    if game.player == attacker:
        game.next_player()
    return Turn


@attack.options
def targets(game: Elimination) -> list[str]:
    return [role for role in game.play_order.value if role != game.player]
