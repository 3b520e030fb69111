"""Battleship: hide your fleet, then hunt the other's, shot by shot.

Rules: Milton Bradley's Battleship (1967), its salvo variation included. The Russian fleet is that of Morskoi boi. A shot is
answered with hit, miss, or the name of the ship that it sank; which ship was hit is not said before.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rondel.engine import (
    EVERYONE,
    OBSERVER,
    OWNER,
    ActivePlayer,
    Automatic,
    Cell,
    Facts,
    Game,
    GameEnd,
    Grid,
    MultipleActivePlayers,
    Option,
    PrivateState,
    Row,
    Showcase,
    To,
    Token,
    _,
    on,
    phrase,
    plural,
)
from rondel.engine.chance.placement_sampler import Place
from rondel.shelf.battleship.places import berths, ends
from rondel.shelf.battleship.ships import FLEETS, LENGTHS, SHIPS, Hull, Peg, Ship

SIZE = Option("size", 10, text=_("Board size"), low=8, high=15)
FLEET = Option("fleet", "classic", text=_("Fleet"), values=("classic", "russian", "small"))
TOUCHING = Option("touching", True, text=_("Ships may touch each other"))
TURN = Option("turn", "one", text=_("Shots in a turn"), values=("one", "again", "salvo"))
"""One; again after each hit; or one for each ship still afloat."""


SHOTS = tuple(
    [f"fire({cell})" for cell in ("d5", "e5", "d6", "b2", "d4", "c2", "g7", "d2", "f4", "g2", "g3", "h4", "h2", "e9", "f2")]
)
"""The shots in the picture of the game, of both players in turn."""


class Battleship(Game):
    """Two admirals on two hidden seas."""

    name = "battleship"
    title = _("Battleship")
    summary = _("Hide your fleet, then hunt the other's, shot by shot.")
    showcase = Showcase(
        family=_("Deduction"),
        minutes=10,
        moves=(
            *("place(b2,f2)", "place(h3,h6)", "place(c8,e8)", "place(j8,j10)", "place(f5,f6)", "ready"),
            *("place(d4,d8)", "place(f2,i2)", "place(g9,i9)", "place(a1,a3)", "place(i5,j5)", "ready"),
            *SHOTS,
        ),
    )
    seats = ("red", "blue")
    options = (SIZE, FLEET, TOUCHING, TURN)
    kinds = (Hull, Peg, Ship)
    colours = {"red": "#b3312c", "blue": "#2f5fa8"}
    score_visible_to = EVERYONE
    reveals = ("*",)
    facts = Facts(chance=False, hidden=True, simultaneous=True, scores=(0, 10), length=(14, None))
    announces = ("fire",)  # a shot is called out before it strikes, and until then no peg shows it to the enemy

    def setup(self) -> To[Placing]:
        size = self.option(SIZE)
        self.ships = FLEETS[self.option(FLEET)]
        self.touching = self.option(TOUCHING)
        self.targets = self.each(Grid, "shots", rows=size, columns=size, visible_to=(*OWNER, OBSERVER), surface="water")
        self.seas = self.each(Grid, "sea", rows=size, columns=size, visible_to=OWNER, surface="water")
        self.fleets = self.each(Row, "fleet", visible_to=EVERYONE)
        for role, fleet in self.fleets.items():
            fleet.place_under(self.seas[role], self.targets[self.opponent(role)])
            for ship in self.ships:
                fleet.add(Ship(role, face=ship))
        return Placing

    def score(self, role: str) -> float:
        """How many ships it has sunk."""
        return len(self.ships) - len(self.fleets[self.opponent(role)])

    def ending(self) -> str:
        return _("by sinking the whole fleet")

    def measure(self) -> float:
        sunk = max([self.score(role) for role in self.roles])
        return 100 * sunk / len(self.ships)

    # -- placing -------------------------------------------------------------------------------------------------------

    def placed(self, role: str) -> int:
        """How many ships of a role are on its sea."""
        return len({hull.get("ship") for hull in self.seas[role]})

    def berths(self, length: int) -> list[Place]:
        """All places for a ship of that length."""
        return berths(self.option(SIZE), length, self.touching)

    # -- shooting ------------------------------------------------------------------------------------------------------

    def shots(self) -> int:
        """How many shots the current player still has in this turn."""
        target = self.targets[self.player]
        aimed = len([peg for peg in target if peg.face == "aimed"])
        allowed = len(self.fleets[self.player]) if self.option(TURN) == "salvo" else 1
        return min(allowed - aimed, len(target.cells) - len(target))

    def strike(self, peg: Token) -> bool:
        """Carry out a shot of the current player; returns whether it was a hit."""
        enemy = self.opponent(self.player)
        target, sea = self.targets[self.player], self.seas[enemy]
        cell = target.where(peg)
        hull = sea[cell]
        if hull is None:
            peg.face = "miss"
            sea.put(Peg(face="miss"), cell)
            self.notify("miss", _("{cell}: a miss"), cell=cell.name)
            return False
        peg.face = hull.face = "hit"
        number = hull.get("ship")
        parts = [each for each in sea if each.get("ship") == number]
        if any(part.face == "afloat" for part in parts):
            self.notify("hit", _("{cell}: a hit"), cell=cell.name)
            return True
        for part in parts:
            part.face = "sunk"
            marked = target[sea.where(part).name]
            if marked is not None:
                marked.face = "sunk"
        ship = self.ships[number]
        next(each for each in self.fleets[enemy] if each.face == ship).remove()
        self.notify("sunk", _("{cell}: the {ship} of {player} is sunk"), cell=cell.name, ship=phrase(SHIPS[ship]), player=enemy)
        return True


def berth(sea: Grid, bow: Cell, stern: Cell) -> list[Cell]:
    """The cells from bow to stern, one of which lies right of the other, or below it."""
    rows, columns = range(bow.row, stern.row + 1), range(bow.column, stern.column + 1)
    return [sea.at(row, column) for row in rows for column in columns]


class Placing(MultipleActivePlayers[Battleship]):
    """Both place their ships, each unseen by the other."""

    description = _("The fleets are being placed")

    def first(self, game: Battleship, role: str) -> To[PlaceShip]:
        return PlaceShip


@on(Placing, _("{actplayer} moves ships about"), says=_("Move my ships again"), out_of_turn=True)
def rearrange(game: Battleship) -> To[Moored]:
    """A player who is ready may change the fleet as long as the other is not ready."""
    return Moored


class PlaceShip(PrivateState[Battleship]):
    """The next ship of the fleet goes to sea."""

    my_turn = _("Place your {ship}: {length} cells")

    def args(self, game: Battleship, role: str) -> dict[str, Any]:
        ship = game.ships[game.placed(role)]
        return {"ship": phrase(SHIPS[ship]), "length": LENGTHS[ship]}


@on(PlaceShip, _("{actplayer} places a ship from {bow} to {stern}"), says=_("Place it from {bow} to {stern}"), logged=False)
def place(game: Battleship, bow: Cell, stern: Cell) -> To[PlaceShip] | To[Moored]:
    """Lay the ship along the cells from bow to stern."""
    role = game.actor
    number = game.placed(role)
    for cell in berth(game.seas[role], bow, stern):
        hull = Hull(role, face="afloat")
        hull.set("ship", number)
        game.seas[role].put(hull, cell)
    return PlaceShip if number + 1 < len(game.ships) else Moored


@place.all_options
def free_berths(game: Battleship) -> Iterable[tuple[Cell, Cell]]:
    """The upper or left end, with the other end to the right or below, wherever the ship fits."""
    sea = game.seas[game.actor]
    taken = sum([1 << sea.where(hull).index for hull in sea])
    length = LENGTHS[game.ships[game.placed(game.actor)]]
    free = [cells for cells, room in game.berths(length) if not room & taken]
    return [(sea.cells[bow], sea.cells[stern]) for bow, stern in map(ends, free)]


@on(PlaceShip, _("{actplayer} starts over"), says=_("Start over"), logged=False)
def start_over(game: Battleship) -> To[PlaceShip]:
    """All ships are taken back; so that there is always a way on where the next one fits nowhere."""
    for hull in game.seas[game.actor]:
        hull.remove()
    return PlaceShip


@start_over.available
def may_start_over(game: Battleship) -> bool:
    """Once a ship is at sea."""
    return game.placed(game.actor) > 0


class Moored(PrivateState[Battleship]):
    """All ships are at sea."""

    my_turn = _("Is your fleet ready?")


@on(Moored, _("{actplayer} is ready"), says=_("Ready"))
def ready(game: Battleship) -> To[Battle]:
    """The battle begins when both are."""
    return Battle


@on(Moored, _("{actplayer} starts over"), says=_("Start over"), logged=False)
def place_again(game: Battleship) -> To[PlaceShip]:
    """All ships are taken back."""
    for hull in game.seas[game.actor]:
        hull.remove()
    return PlaceShip


class Battle(ActivePlayer[Battleship]):
    """The current player fires."""

    description = _("{actplayer} must fire")
    my_turn = plural("Fire a shot", "Fire {shots} shots", "shots")
    updates_progress = True

    def args(self, game: Battleship, role: str) -> dict[str, Any]:
        return {"shots": game.shots()} if role == game.player else {}


@on(Battle, _("{actplayer} fires at {cell}"), says=_("Fire at {cell}"), logged=False)
def fire(game: Battleship, cell: Cell) -> To[Battle] | To[Impact]:
    """Fire at the cell. The results of a turn's shots are announced after the last one."""
    role = game.player
    game.targets[role].put(Peg(face="aimed"), cell)
    places = [cell.place, game.seas[game.opponent(role)].cell(cell.name).place]  # the same cell on both tables
    game.notify("fire", _("{player} fires at {cell}"), role=role, player=role, cell=cell.name, places=places)
    return Battle if game.shots() else Impact


@fire.options
def waters(game: Battleship) -> Iterable[Cell]:
    """The cells not yet shot at."""
    return game.targets[game.player].empty()


class Impact(Automatic[Battleship]):
    """The shots of the turn strike."""

    def enter(self, game: Battleship) -> To[Battle] | To[GameEnd]:
        aimed = [peg for peg in game.targets[game.player] if peg.face == "aimed"]
        hits = [peg for peg in aimed if game.strike(peg)]
        if not len(game.fleets[game.opponent(game.player)]):
            return GameEnd
        if not (hits and game.option(TURN) == "again"):
            game.next_player()
        return Battle
