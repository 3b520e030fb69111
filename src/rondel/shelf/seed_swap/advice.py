"""Advice for bots that play Seed Swap: the estimate, and the possible hands and plays of the others."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rondel.engine import CHANCE, Move, Token
from rondel.engine.chance.seeded_random import SeededRandom
from rondel.shelf.seed_swap.memory import Memory, Supposed
from rondel.shelf.seed_swap.rules import SeedSwap as Rules
from rondel.shelf.seed_swap.seeds import SET, WHEEL, crop_of, steps_of, worth


class SeedSwap(Rules):
    """Seed Swap with advice for bots."""

    def estimate(self, role: str) -> float:
        """The role's points and half the value of its fields, less those of the best other role. A picked card counts in the
        plot named for it, else in the best plot."""
        if self.is_over:
            return self.utility(role)
        wealth = {each: self.score(each) + hope(self, each, fields_of(self, each)) for each in self.roles}
        if len(self.picked[role]):
            plots = [0, *self.may_sow(role, self.picked[role][0])] if role in self.active else [self.plan[role].value]
            wealth[role] = self.score(role) + max([sown(self, role, self.picked[role][0], plot) for plot in plots])
        best = max([wealth[each] for each in self.roles if each != role])
        return max(-0.99, min(0.99, (wealth[role] - best) / 40))

    def suppose(self, role: str, view: Mapping[str, Any], rng: SeededRandom) -> Supposed:
        """The hands of all seasons, and the cards played from them."""
        return Memory(self.size, self.roles, role, view).suppose(rng)

    def plausible(self, role: str, move: Move, view: Mapping[str, Any]) -> float:
        """1 for deals as supposed and for plays as revealed, else 0."""
        supposed: Supposed = view["supposed"]
        season, size = self.season.value, self.size
        if move.role == CHANCE:
            held = [len(self.hand[each]) for each in self.roles]
            number = next(number for number, count in enumerate(held) if count < size)
            hand = supposed.dealt[(season, number)]
            return float(move.words[0] == hand[held[number]])
        turn = size - len(self.hand[move.role]) - len(self.picked[move.role])
        play = supposed.played.get((season, turn, move.role))
        if play is None:
            return 1.0
        card, plot = play
        if move.action == "pick":
            return float(move.words[0] == card)
        return float(plot == (move.words[0] if move.action == "sow" else "0"))


def fields_of(game: Rules, role: str) -> list[tuple[str, int]]:
    """The crop and the number of cards of each plot."""
    return [(crop_of(plot[0]), len(plot)) if len(plot) else ("", 0) for plot in game.plots[role]]


def hope(game: Rules, role: str, fields: Iterable[tuple[str, int]], ripe: str = "") -> float:
    """The expected points of fields and barn: a ripe crop counts in full, any other by half."""
    growing = sum([worth(count) * (1.0 if crop == ripe else 0.5) for crop, count in fields])
    crops = {crop_of(seed) for seed in game.barn[role]}
    return growing + SET * game.sets(role) + 0.4 * len(crops)


def sown(game: Rules, role: str, seed: Token, number: int) -> float:
    """The expected points after a card has been sown in a plot (0: composted) and the cart has moved on."""
    fields, crop = fields_of(game, role), crop_of(seed)
    if number:
        known, count = fields[number - 1]
        fields[number - 1] = (crop, count + 1 if known == crop else 1)
    ripe = WHEEL[(game.sector(role) - 1 + steps_of(seed)) % len(WHEEL)]
    return hope(game, role, fields, ripe)
