"""Positions of Seed Swap, and their parts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import rondel
from rondel.engine import OBSERVER, Game
from rondel.shelf.seed_swap import WHEEL

SEATS = ("ash", "birch", "cedar", "elm", "hazel")


def farm(
    hands: Sequence[str],
    *,
    plots: Mapping[str, str] | None = None,
    barns: Sequence[str] = (),
    carts: Sequence[int] = (),
    scores: Sequence[int] = (),
    season: int = 2,
) -> Game:
    """A game in which everybody is about to pick, with nothing in the deck. Cards are ``"wheat 2, apple 1"``; plots are
    called ``"1 ash"``."""

    def seeds(cards: str) -> list[dict[str, str]]:
        return [{"kind": "seed", "face": card} for card in cards.split(", ") if card]

    roles = SEATS[: len(hands)]
    containers = {f"hand_{role}": seeds(cards) for role, cards in zip(roles, hands, strict=True)}
    containers |= {f"plot_{place.replace(' ', '_')}": seeds(cards) for place, cards in (plots or {}).items()}
    containers |= {f"barn_{role}": seeds(cards) for role, cards in zip(roles, barns, strict=False)}
    containers["wheel"] = [{"kind": "sign", "face": crop, "at": str(number)} for number, crop in enumerate(WHEEL, 1)]
    for role, sector in zip(roles, [*carts, *[1] * len(roles)], strict=False):
        containers["wheel"].append({"kind": "cart", "owner": role, "at": str(sector)})
    position: dict[str, Any] = {"state": "Farm", "props": {"season": season}, "containers": containers}
    containers["deck"] = []
    if scores:
        position["scores"] = list(scores)
    return rondel.new("seed_swap", seats=len(hands), seed=1, position=position)


def play(game: Game, *turns: tuple[str, str]) -> Game:
    """Everybody in seat order picks a card, and sows it in a plot or composts it (plot 0)."""
    for role, (card, plot) in zip(game.roles, turns, strict=True):
        game.push(f"pick({card})", role)
        game.push(f"sow({plot})" if plot != "0" else "compost", role)
    return game


def faces(game: Game, name: str, role: str = OBSERVER) -> list[str]:
    return [token["face"] for token in game.view(role)["containers"][name]["tokens"]]


def carts(game: Game) -> dict[str, int]:
    """The sector of each cart."""
    wheel = game.view(OBSERVER)["containers"]["wheel"]["tokens"]
    return {token["owner"]: int(token["at"].partition(".")[0]) for token in wheel if token["kind"] == "cart"}


def offered(game: Game, role: str) -> list[str]:
    return [str(move) for move in game.moves(role)]


def told(game: Game, role: str = OBSERVER) -> list[str]:
    return [event["name"] for event in game.events(0, role)]
