"""Simultaneous orders: all players choose in secret, and the orders are carried out together.

``choose_each`` asks all roles at once. Nobody sees an answer before the last one is in, and until then each may change its own.
"""

from __future__ import annotations

from rondel import EVERYONE, Automatic, Face, Game, GameEnd, To, TokenKind, Track, _

Ship = TokenKind("ship", faces={"ship": Face("triangle")})
SPEEDS = (1, 2, 3)
LENGTH = 10


class SimultaneousOrders(Game):
    """A race; ships with the same order are in each other's way and stay where they are."""

    title = _("Race of ships")
    summary = _("Choose a speed in secret; equal speeds do not move.")
    seats = ("red", "blue", "green")
    kinds = (Ship,)
    announces = ("orders",)

    def setup(self) -> To[Orders]:
        self.sea = self.add(Track("sea", spaces=LENGTH, visible_to=EVERYONE))
        for role in self.roles:
            self.sea.add(Ship(role, "ship"))
        return Orders

    def at(self, role: str) -> int:
        """How far a role's ship has come."""
        return next(self.sea.position(ship) for ship in self.sea if ship.owner == role)


class Orders(Automatic[SimultaneousOrders]):
    """Everybody orders a speed."""

    def enter(self, game: SimultaneousOrders) -> To[Orders] | To[GameEnd]:
        orders = game.choose_each(dict.fromkeys(game.roles, SPEEDS), ask=_("{you} must order a speed"), action="order")
        speeds = {role: speed for role, (speed,) in orders.items()}
        game.notify("orders", _("The ships sail"), given=speeds)
        for ship in game.sea.tokens():
            speed = speeds[str(ship.owner)]
            if list(speeds.values()).count(speed) == 1:
                game.sea.put(ship, min(LENGTH - 1, game.sea.position(ship) + speed))
        for role in game.roles:
            game.set_score(role, game.at(role))
        return GameEnd if any(game.at(role) == LENGTH - 1 for role in game.roles) else Orders
