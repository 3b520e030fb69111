"""Everything: a game with props of every kind and a board of stacks, and what an encoding tells of a game, by name."""

from __future__ import annotations

from typing import Any

from rondel.engine import EVERYONE, ActivePlayer, Counter, Face, Game, GameEnd, Grid, HexGrid, Prop, To, TokenKind, _, on
from rondel.learning.encoding import Encoding

Stone = TokenKind("stone", faces={"white": Face("disc"), "black": Face("disc")})


class Everything(Game):
    """Props of every kind, and a board of stacks."""

    name = "everything"
    seats = ("white", "black")
    kinds = (Stone,)

    def setup(self) -> To[Turn]:
        self.coins = self.add(Counter("coins", 3, most=9, visible_to=EVERYONE))
        self.open = self.add(Prop("open", True, visible_to=EVERYONE))
        self.heat = self.add(Prop("heat", -2.5, visible_to=EVERYONE))
        self.leader = self.add(Prop("leader", "black", visible_to=EVERYONE))
        self.rights = self.add(Prop("rights", "ab", visible_to=EVERYONE))
        self.mark: Prop[Any] = self.add(Prop("mark", None, visible_to=EVERYONE))
        self.secret = self.add(Prop("secret", 7))
        self.board = self.add(Grid("board", rows=1, columns=2, visible_to=EVERYONE))
        self.towers = self.add(HexGrid("towers", radius=1, capacity=None, visible_to=EVERYONE))
        for role in self.roles:
            self.towers.put(Stone(role), self.towers.cells[0])
        return Turn


class Turn(ActivePlayer[Everything]):
    """White goes on."""

    description = _("{actplayer} must go on")
    my_turn = _("{you} must go on")


@on(Turn, _("{actplayer} goes on"))
def go(game: Everything) -> To[Turn] | To[GameEnd]:
    """Another value."""
    game.rights.value = "b"
    game.mark.value = {None: [4, "black", 5], (4, "black", 5): "hearts", "hearts": "b1"}.get(game.mark.value)
    return Turn if game.mark.value else GameEnd


def told(encoding: Encoding, game: Game, role: str) -> dict[str, list[float]]:
    """The blocks of what a role is told, by name."""
    numbers: list[float] = [float(each) for each in memoryview(encoding.of_game(game, role)).cast("f")]
    return {each.name: numbers[each.start : each.start + each.size] for each in encoding.features}


def labelled(encoding: Encoding, game: Game, role: str, name: str) -> dict[str, float]:
    """What is not 0 of a block, by what it means."""
    feature = next(each for each in encoding.features if each.name == name)
    return {label: each for label, each in zip(feature.labels, told(encoding, game, role)[name], strict=True) if each}
