"""Advice for bots that play Harvest Wheel: what a farm is worth before the end, and which aims the others may hold."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rondel.engine import Move, Token
from rondel.shelf.harvest_wheel.farm import PRIZES
from rondel.shelf.harvest_wheel.rules import HarvestWheel as Rules


class HarvestWheel(Rules):
    """Harvest Wheel with advice for bots."""

    def estimate(self, role: str) -> float:
        """The role's points and hopes (`hope`), less those of the best other role."""
        if self.is_over:
            return self.utility(role)
        wealth = {each: self.score(each) + hope(self, each, self.aim[each] if each == role else ()) for each in self.roles}
        best = max([wealth[each] for each in self.roles if each != role])
        return max(-0.99, min(0.99, (wealth[role] - best) / 60))

    def plausible(self, role: str, move: Move, view: Mapping[str, Any]) -> float:
        """1 for deals and choices of aims that agree with the aims in sight, else 0. All aims are in sight at the end."""
        if move.action not in ("draw", "keep") or self.state not in ("Deal", "Keep"):
            return 1.0
        shown, aim = view["containers"], move.words[0]
        kept = {each: [token["face"] for token in shown[f"aim_{each}"].get("tokens", ())] for each in self.roles}
        if move.action == "keep":
            return 1.0 if aim in (kept[move.role] or [aim]) else 0.0
        put_away = [token["face"] for token in shown.get("unused", {}).get("tokens", ())]
        held = {each: [*kept[each], *put_away[number : number + 1]] for number, each in enumerate(self.roles)}
        drawer = next(each for each in self.roles if len(self.aim[each]) < 2)
        if aim in held[drawer]:
            return 1.0
        others = [known for each in self.roles for known in held[each]]
        free = 2 - len(held[drawer]) - len([each for each in self.aim[drawer] if each.face not in held[drawer]])
        return 1.0 if aim not in others and free > 0 else 0.0


def hope(game: Rules, role: str, aims: Iterable[Token]) -> float:
    """The expected final value of a farm: its present value, and that of its goods, crops, land and next task."""
    rounds = game.round.most or 1
    goods, coins = len(game.barn[role]), game.coins[role].value
    left = rounds - game.round.value + (game.place(role) >= game.place(game.player))
    stock = min(1.0, left / 2) * (goods + 0.8 * game.crop(role))
    later = left / rounds * (2 * len(game.land[role]) + 0.5 * min(coins, 9))
    hope = game.property(role, aims) + stock + later
    if role == game.player and game.state == "Land":
        return hope + (1.5 if coins > 1 else 0)
    if role == game.player and game.state == "Fair":
        different = len(game.different(role))
        return hope + PRIZES[different] - different
    if role == game.player and game.state == "Sale":
        return hope + 0.2 * goods
    return hope
