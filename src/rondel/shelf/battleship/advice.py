"""Advice for bots that play Battleship: the estimate, and the possible positions of the enemy's ships.

It uses the role's view, and the announced results of its own shots.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from rondel.engine import Grid, Move
from rondel.engine.chance.placement_sampler import Place, pack
from rondel.engine.chance.seeded_random import SeededRandom
from rondel.shelf.battleship.places import ends, fit
from rondel.shelf.battleship.rules import Battleship as Rules
from rondel.shelf.battleship.ships import LENGTHS, SHIPS, Hull

SINKING: Final = 0.6
"""The value of a sunk ship, beside its hits."""
FITTING: Final = 0.005
"""The value of a unit of `fit`, in hits; small, so that it only decides between equal hits."""


class Battleship(Rules):
    """Battleship with advice for bots."""

    def estimate(self, role: str) -> float:
        """Hits made and ships sunk, less those of the enemy; of equals, the hits that fit his ships better."""
        ahead = chased(self, self.opponent(role), self.targets[role]) - chased(self, role, self.seas[role])
        return ahead / (sum([LENGTHS[ship] for ship in self.ships]) + len(self.ships))

    def suppose(self, role: str, view: Mapping[str, Any], rng: SeededRandom) -> list[tuple[str, str]] | None:
        """Bow and stern of each ship of the enemy: none lies where a shot has missed, one lies on every hit, those sunk lie
        where they were marked, and of no other all cells are hit."""
        enemy = self.opponent(role)
        sea = self.seas[enemy]
        bare = view["containers"].get(f"sea_{enemy}")
        if bare is not None:  # the game is over
            hulls = [hull for hull in bare["tokens"] if hull["kind"] == Hull.name]
            lying = [[hull["at"] for hull in hulls if hull["props"]["ship"] == number] for number in range(len(self.ships))]
            return [(cells[0], cells[-1]) for cells in lying]
        bits = {cell.name: 1 << cell.index for cell in sea.cells}
        sunk, hits, misses = struck(view["told"], role, bits)
        places: list[list[Place]] = [[] for _ship in self.ships]
        for number in rng.shuffled(range(len(self.ships))):  # which of some alike was sunk first is not known
            ship = self.ships[number]
            free = [place for place in self.berths(LENGTHS[ship]) if not place[0] & misses]
            if sunk.get(ship):
                marked = sunk[ship].pop()
                places[number] = [place for place in free if place[0] == marked]
            else:
                places[number] = [place for place in free if place[0] & ~hits]
        packed = pack(places, hits, rng)
        if packed is None:
            return None
        return [(sea.cells[bow].name, sea.cells[stern].name) for bow, stern in [ends(cells) for cells, _room in packed]]

    def plausible(self, role: str, move: Move, view: Mapping[str, Any]) -> float:
        """The enemy's ships lie as supposed, and were placed at the first go."""
        if move.action in ("rearrange", "start_over", "place_again"):
            return 0.001
        if move.action != "place" or view["supposed"] is None:
            return 1.0
        return float(view["supposed"][self.placed(move.role)] == tuple(move.words))


def chased(game: Rules, hunted: str, sea: Grid) -> float:
    """The progress of the enemy of the role ``hunted``, in hits, by the shots in this sea."""
    hits, misses, sunk = 0, 0, 0
    for token in sea:
        cell = 1 << sea.where(token).index
        if token.face == "hit":
            hits |= cell
        elif token.face == "miss":
            misses |= cell
        elif token.face == "sunk":
            sunk |= cell
    afloat = tuple([LENGTHS[ship.face] for ship in game.fleets[hunted]])
    fitting = fit(sea.rows, game.touching, afloat, hits, misses, sunk)
    return (hits | sunk).bit_count() + SINKING * (len(game.ships) - len(afloat)) + FITTING * fitting


def struck(told: Sequence[Mapping[str, Any]], role: str, bits: Mapping[str, int]) -> tuple[dict[str, list[int]], int, int]:
    """The results of a role's own shots: the cells of each sunk ship, by its kind; all hits; all misses.

    The last shot does not tell which of the hits beside it were of the ship that it sank: the pegs do, marked as it goes down.
    """
    sunk: dict[str, list[int]] = {}
    marked = 0
    hits = 0
    misses = 0
    shooter = ""
    for event in told:
        if event["name"] == "fire":
            shooter = event["role"]
        elif shooter == role and event["name"] in ("hit", "sunk", "miss"):
            cell = bits[event["args"]["cell"]]
            if event["name"] == "miss":
                misses |= cell
                continue
            hits |= cell
            if event["name"] == "sunk":
                ship = next(name for name, text in SHIPS.items() if text == event["args"]["ship"]["text"])
                before = marked
                for change in event["changes"]:
                    if change["of"] == f"container:shots_{role}":
                        marked = sum([bits[peg["at"]] for peg in change["is"]["tokens"] if peg["face"] == "sunk"])
                sunk.setdefault(ship, []).append(marked & ~before)
    return sunk, hits, misses
