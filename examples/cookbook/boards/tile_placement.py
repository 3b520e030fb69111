"""Tile placement: a tile is drawn, and laid beside another; equal neighbours are points.

An `Area` has no borders. ``free()`` lists the places beside its tiles.
"""

from __future__ import annotations

from rondel import EVERYONE, ActivePlayer, Area, Automatic, Cell, Face, Game, GameEnd, Pile, Row, To, TokenKind, _, on

COLOURS = {"wood": "#3d7a3d", "field": "#d9b23c", "lake": "#3f7fbf"}
Tile = TokenKind("tile", faces={name: Face("square", colour=colour) for name, colour in COLOURS.items()})


class TilePlacement(Game):
    """Twelve tiles of three kinds."""

    title = _("Tile placement")
    summary = _("Lay tiles beside equal ones.")
    seats = ("ann", "bob")
    kinds = (Tile,)
    score_visible_to = EVERYONE

    def setup(self) -> To[TurnUp]:
        self.bag = self.add(Pile("bag", backs_visible_to=EVERYONE))
        self.next = self.add(Row("next", visible_to=EVERYONE))
        self.land = self.add(Area("land", visible_to=EVERYONE))
        for tile in Tile.set(dict.fromkeys(COLOURS, 4)):
            self.bag.add(tile)
        self.land.add(Tile(face="field"))
        return TurnUp

    def measure(self) -> float:
        return 100 - 100 * len(self.bag) / 12


class TurnUp(Automatic[TilePlacement]):
    """Chance gives the next tile."""

    updates_progress = True

    def enter(self, game: TilePlacement) -> To[Lay] | To[GameEnd]:
        if not len(game.bag):
            return GameEnd
        game.draw(game.bag, game.next)
        return Lay


class Lay(ActivePlayer[TilePlacement]):
    """The current player lays the tile."""

    description = _("{actplayer} must lay the tile")
    my_turn = _("{you} must lay the tile")


@on(Lay, _("{actplayer} lays the tile at {place}"))
def lay(game: TilePlacement, place: Cell) -> To[TurnUp]:
    tile = game.next[0]
    equal = [other for other in game.land.around(place) if other.face == tile.face]
    game.land.put(tile, place)
    game.set_score(game.player, game.score(game.player) + len(equal))
    game.next_player()
    return TurnUp


@lay.options
def places(game: TilePlacement) -> list[Cell]:
    return game.land.free()
