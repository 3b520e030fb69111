"""Robots: four players order their robots at the same time, in secret, and all orders are announced once they are carried out.

Each round everybody writes a program of two orders, one after the other. Robots move in seat order, and push nobody: who would
enter a cell that is taken stays. Nothing on the table is hidden; only the orders are secret until all have been given.
"""

from __future__ import annotations

from typing import Final

from rondel.engine import EVERYONE, Automatic, Game, GameEnd, Option, Prop, To, _

ROUNDS = Option("rounds", 3, text=_("Rounds to play"), low=1, high=20)
ANNOUNCED = Option("announced", True, text=_("The orders are announced in one message"))

SIDE: Final = 6
STEPS: Final = {"north": (0, 1), "east": (1, 0), "south": (0, -1), "west": (-1, 0)}
ORDERS: Final = (*(f"{way} {far}" for way in STEPS for far in (1, 2, 3)), "wait", "charge", "shield")
STARTS: Final = {"red": (0, 0), "green": (5, 0), "blue": (0, 5), "black": (5, 5)}


class Robots(Game):
    """Four robots on a square of cells, each with its energy."""

    name = "robots"
    title = _("Robots")
    seats = ("red", "green", "blue", "black")
    options = (ROUNDS, ANNOUNCED)
    score_visible_to = EVERYONE

    def setup(self) -> To[Order]:
        self.round = self.add(Prop("round", 0, visible_to=EVERYONE))
        self.x = {role: self.add(Prop(f"x_{role}", STARTS[role][0], visible_to=EVERYONE)) for role in self.roles}
        self.y = {role: self.add(Prop(f"y_{role}", STARTS[role][1], visible_to=EVERYONE)) for role in self.roles}
        self.energy = self.each(Prop, "energy", 3, visible_to=EVERYONE)
        return Order

    def carry_out(self, role: str, order: str) -> None:
        """Move a robot, as far as it has energy and the way is free; or let it rest."""
        way, _space, far = order.partition(" ")
        if way == "charge":
            self.energy[role].value += 2
        for _step in range(int(far or 0)):
            x, y = self.x[role].value + STEPS[way][0], self.y[role].value + STEPS[way][1]
            taken = [(self.x[each].value, self.y[each].value) for each in self.roles]
            if not (0 <= x < SIDE and 0 <= y < SIDE) or (x, y) in taken or not self.energy[role].value:
                return
            self.x[role].value, self.y[role].value = x, y
            self.energy[role].value -= 1
            self.set_score(role, self.score(role) + 1)

    def measure(self) -> float:
        return 100 * self.round.value / self.option(ROUNDS)


class Order(Automatic[Robots]):
    """Everybody gives two orders; then all are carried out, and announced."""

    updates_progress = True

    def enter(self, game: Robots) -> To[Order] | To[GameEnd]:
        first = game.choose_each(dict.fromkeys(game.roles, ORDERS), ask=_("{you} must give an order"), action="order")
        second = game.choose_each(dict.fromkeys(game.roles, ORDERS), ask=_("{you} must give another order"), action="order")
        programs = {role: [first[role][0], second[role][0]] for role in game.roles}
        for turn in range(2):
            for role in game.roles:
                game.carry_out(role, programs[role][turn])
        if game.option(ANNOUNCED):
            game.notify("programs", _("The robots have moved"), programs=programs)
        else:
            for role in game.roles:
                game.notify("program", _("{player} has ordered {orders}"), player=role, orders=programs[role])
        game.round.value += 1
        return Order if game.round.value < game.option(ROUNDS) else GameEnd
