"""Gallery: one of everything that a page draws. ``docs/how-it-looks.md`` shows each part, with a picture of it."""

from __future__ import annotations

from collections.abc import Iterable

from rondel import (
    EVERYONE,
    OWNER,
    ActivePlayer,
    Area,
    Counter,
    Face,
    Game,
    GameEnd,
    Grid,
    Hand,
    HexGrid,
    Phrase,
    Pile,
    PlayingCard,
    Prop,
    Row,
    Spot,
    To,
    Token,
    TokenKind,
    Track,
    _,
    on,
)

SHAPES = ("disc", "stone", "ring", "cross", "square", "triangle", "diamond", "die", "card", "text")
CROWN = "M20 70 L15 35 L35 50 L50 25 L65 50 L85 35 L80 70 Z"

Shape = TokenKind(
    "shape",
    faces={
        **{shape: Face(shape, text="3" if shape == "die" else "", colour="#3d5a9e") for shape in SHAPES[:8]},
        "card": Face("card", text="Storm", note=_("Every player discards a card.")),
        "text": Face("text", text="text"),
        "path": Face("path", path=CROWN, colour="#8f6d1c"),
    },
)
Coloured = TokenKind(
    "coloured",
    faces={
        "named": Face("disc", colour="teal", text="A"),
        "written": Face("square", colour="#f4efe4", text="B"),
        "symbol": Face("text", text="♛"),
        "tile": Face("square", colour="#d9b23c", path=CROWN),
    },
)
Piece = TokenKind("piece")
Hull = TokenKind(
    "hull", faces={"afloat": Face("square", colour="#d3dae0"), "hit": Face("cross", colour="#ffb199")}, joined_by="ship"
)
Die = TokenKind("die", faces={str(number): Face("die", text=str(number)) for number in range(1, 7)})


class Gallery(Game):
    """Nothing is played here."""

    title = _("Gallery")
    summary = _("One of everything that a page draws.")
    seats = ("red", "blue")
    kinds = (Shape, Coloured, Piece, Hull, Die, PlayingCard)

    def setup(self) -> To[Look]:
        self.shapes = self.add(Row("shapes", visible_to=EVERYONE))
        self.faces = self.add(Row("faces", visible_to=EVERYONE))
        self.hand = self.each(Hand, "hand", visible_to=OWNER, backs_visible_to=EVERYONE)
        self.cup = self.each(Hand, "cup", cover="cup", visible_to=OWNER, backs_visible_to=EVERYONE)
        self.deck = self.add(Pile("deck", backs_visible_to=EVERYONE))
        self.checkered = self.add(Grid("checkered", rows=4, columns=4, surface="checkered", visible_to=EVERYONE))
        self.lined = self.add(Grid("lined", rows=5, columns=5, surface="wood", lines="through", visible_to=EVERYONE))
        self.water = self.add(Grid("water", rows=3, columns=4, surface="water", visible_to=EVERYONE))
        self.fleet = self.add(Grid("fleet", rows=3, columns=4, surface="water", visible_to=EVERYONE))
        self.paper = self.add(Grid("paper", rows=3, columns=4, surface="paper", capacity=None, visible_to=EVERYONE))
        self.holes = self.add(Grid("holes", rows=3, columns=4, surface="holes", origin="bottom", visible_to=EVERYONE))
        self.left = self.add(Row("left", visible_to=EVERYONE), label=_("Left"))
        self.left.place_under(self.holes)
        self.hexes = self.add(HexGrid("hexes", rows=4, columns=4, visible_to=EVERYONE))
        self.track = self.add(Track("track", spaces=8, loop=True, visible_to=EVERYONE))
        self.climbs = [
            self.add(Track(f"climb_{length}", spaces=length, claimed=True, visible_to=EVERYONE)) for length in (3, 5, 4)
        ]
        self.land = self.add(Area("land", visible_to=EVERYONE))
        self.coins = self.each(Counter, "coins", 5, visible_to=EVERYONE)
        self.stake = self.each(Counter, "stake", 3, chips=True, pooled=_("Pot"), visible_to=EVERYONE)
        self.bid = self.add(Prop("bid", (2, 6), visible_to=EVERYONE, says=_("{quantity} × {face}")))
        self.fill()
        return Look

    def fill(self) -> None:
        """Put something everywhere."""
        for face in Shape.faces:
            self.shapes.add(Shape(face=face))
        for face in Coloured.faces:
            self.faces.add(Coloured(face=face))
        for number, face in enumerate(("QS", "TD", "2H", "AC")):
            self.hand[self.roles[number % 2]].add(PlayingCard(face=face))
            self.deck.add(PlayingCard(face=face[0] + "S"))
        for cell, role in (("a1", "red"), ("b2", "blue"), ("c3", "red")):
            for board in (self.checkered, self.lined, self.water, self.paper, self.hexes):
                board.put(Piece(role), cell)
        self.paper.put(Piece("blue"), "a1")
        for role, cell in (("red", "a1"), ("blue", "b1"), ("red", "b2")):
            self.holes.put(Piece(role), cell)
            self.left.add(Piece(role))
        for role in self.roles:
            self.track.add(Piece(role))
            self.climbs[1].put(Piece(role), 2 + self.roles.index(role))
        self.climbs[2].put(Piece("blue"), 3)
        for ship, cells in enumerate((("a1", "b1", "c1"), ("d2", "d3"))):
            for cell in cells:
                hull = Hull(face="hit" if cell == "b1" else "afloat")
                hull.set("ship", ship)
                self.fleet.put(hull, cell)
        for role, cup in self.cup.items():
            for face in ("2", "3", "5"):
                cup.add(Die(role, face=face))
        for x in range(3):
            self.land.put(Coloured(face="tile"), self.land.cell(x, x % 2))

    def marks(self, role: str) -> dict[Spot | Token, str | Phrase]:
        return {self.hexes.cell("b2"): _("look here"), self.shapes[9]: _("look here")}


class Look(ActivePlayer[Gallery]):
    """Point at a shape to end it."""

    description = _("{actplayer} looks around")
    my_turn = _("{you} may look around")


@on(Look, _("{actplayer} takes {shape}"))
def take(game: Gallery, shape: Token) -> To[GameEnd]:
    shape.remove()
    return GameEnd


@take.options
def shapes(game: Gallery) -> Iterable[Token]:
    return game.shapes.tokens()


if __name__ == "__main__":
    print("rondel dev examples/gallery.py shows it in the browser")
