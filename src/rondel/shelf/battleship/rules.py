"""Battleship: hide your fleet, then hunt the other's, shot by shot.

Rules: Milton Bradley's Battleship (1967), its salvo variation included. The Russian fleet is that of Morskoi boi. A shot is
answered with hit, miss, or the name of the ship that it sank; which ship was hit is not said before.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rondel.engine import (
    EVERYONE,
    OBSERVER,
    OWNER,
    ActivePlayer,
    Automatic,
    Cell,
    Face,
    Facts,
    Game,
    GameEnd,
    Grid,
    Move,
    MultipleActivePlayers,
    Option,
    PrivateState,
    Row,
    To,
    Token,
    TokenKind,
    _,
    on,
    phrase,
    plural,
)
from rondel.engine.chance.luck import Luck
from rondel.engine.chance.placement_sampler import Place, pack
from rondel.shelf.battleship.places import berths, ends, fit

SIZE = Option("size", 10, text=_("Board size"), low=8, high=15)
FLEET = Option("fleet", "classic", text=_("Fleet"), values=("classic", "russian", "small"))
TOUCHING = Option("touching", True, text=_("Ships may touch each other"))
TURN = Option("turn", "one", text=_("Shots in a turn"), values=("one", "again", "salvo"))
"""One; again after each hit; or one for each ship still afloat."""

SHIPS = {
    "carrier": _("aircraft carrier"),
    "battleship": _("battleship"),
    "cruiser": _("cruiser"),
    "submarine": _("submarine"),
    "destroyer": _("destroyer"),
    "boat": _("torpedo boat"),
}
LENGTHS = {"carrier": 5, "battleship": 4, "cruiser": 3, "submarine": 3, "destroyer": 2, "boat": 1}
FLEETS = {
    "classic": ("carrier", "battleship", "cruiser", "submarine", "destroyer"),
    "russian": ("battleship", *("cruiser",) * 2, *("destroyer",) * 3, *("boat",) * 4),
    "small": ("cruiser", "destroyer", "boat"),
}
"""The ships of each fleet, in the order in which they are placed."""
SINKING = 0.6
"""What it is worth to have sunk a ship, beside its hits."""
FITTING = 0.005
"""What a unit of `fit` is worth, in hits: so little that it only decides between hits."""


def drawing(length: int) -> str:
    """A ship of so many cells as an SVG path."""
    return "".join([f"M{50 + 19 * cell - 9.5 * length} 42h17v16h-17Z" for cell in range(length)])


STEEL, FLAME, FIRE, FOAM, AIM = "#8b96a1", "#ffb199", "#e0603f", "#8fb4c9", "#c79a1e"
"""Hits and misses are lighter than the water, so that they are told from it without colour."""
STRUCK = {"hit": Face("cross", colour=FLAME), "sunk": Face("square", colour=FIRE)}
Hull = TokenKind("hull", faces={"afloat": Face("square", colour=STEEL), **STRUCK})
Peg = TokenKind("peg", faces={"aimed": Face("diamond", colour=AIM), "miss": Face("ring", colour=FOAM), **STRUCK})
Ship = TokenKind("ship", faces={name: Face("path", text=name, path=drawing(LENGTHS[name]), colour=STEEL) for name in SHIPS})


class Battleship(Game):
    """Two admirals on two hidden seas."""

    name = "battleship"
    title = _("Battleship")
    summary = _("Hide your fleet, then hunt the other's, shot by shot.")
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
        self.targets = self.each(Grid, "shots", rows=size, columns=size, visible_to=(*OWNER, OBSERVER), surface="water")
        self.seas = self.each(Grid, "sea", rows=size, columns=size, visible_to=OWNER, surface="water")
        self.fleets = self.each(Row, "fleet", visible_to=EVERYONE)
        for role, fleet in self.fleets.items():
            for ship in self.ships:
                fleet.add(Ship(role, face=ship))
        return Placing

    def other(self, role: str) -> str:
        """The enemy of a role."""
        return self.roles[1 - self.roles.index(role)]

    def score(self, role: str) -> float:
        """How many ships it has sunk."""
        return len(self.ships) - len(self.fleets[self.other(role)])

    def measure(self) -> float:
        sunk = max([self.score(role) for role in self.roles])
        return 100 * sunk / len(self.ships)

    def estimate(self, role: str) -> float:
        """Hits made and ships sunk, less those of the enemy; of equals, the hits that fit his ships better."""
        ahead = self.chased(self.other(role), self.targets[role]) - self.chased(role, self.seas[role])
        return ahead / (sum([LENGTHS[ship] for ship in self.ships]) + len(self.ships))

    def chased(self, hunted: str, sea: Grid) -> float:
        """How far whoever hunts a role has come, in hits, by what has been shot at in this sea."""
        hits, misses, sunk = 0, 0, 0
        for token in sea:
            cell = 1 << sea.where(token).index
            if token.face == "hit":
                hits |= cell
            elif token.face == "miss":
                misses |= cell
            elif token.face == "sunk":
                sunk |= cell
        afloat = tuple([LENGTHS[ship.face] for ship in self.fleets[hunted]])
        fitting = fit(self.option(SIZE), self.option(TOUCHING), afloat, hits, misses, sunk)
        return (hits | sunk).bit_count() + SINKING * (len(self.ships) - len(afloat)) + FITTING * fitting

    def suppose(self, role: str, view: Mapping[str, Any], luck: Luck) -> list[tuple[str, str]] | None:
        """Bow and stern of each ship of the enemy: none lies where a shot has missed, one lies on every hit, those sunk lie
        where they were marked, and of no other all cells are hit."""
        enemy = self.other(role)
        sea = self.seas[enemy]
        bare = view["containers"].get(f"sea_{enemy}")
        if bare is not None:  # the game is over
            hulls = [hull for hull in bare["tokens"] if hull["kind"] == Hull.name]
            lying = [[hull["at"] for hull in hulls if hull["props"]["ship"] == number] for number in range(len(self.ships))]
            return [(cells[0], cells[-1]) for cells in lying]
        bits = {cell.name: 1 << cell.index for cell in sea.cells}
        sunk, hits, misses = struck(view["told"], role, bits)
        places: list[list[Place]] = [[] for _ship in self.ships]
        for number in luck.shuffled(range(len(self.ships))):  # which of some alike was sunk first is not known
            ship = self.ships[number]
            free = [place for place in self.berths(LENGTHS[ship]) if not place[0] & misses]
            if sunk.get(ship):
                marked = sunk[ship].pop()
                places[number] = [place for place in free if place[0] == marked]
            else:
                places[number] = [place for place in free if place[0] & ~hits]
        packed = pack(places, hits, luck)
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

    # -- placing -------------------------------------------------------------------------------------------------------

    def placed(self, role: str) -> int:
        """How many ships of a role are on its sea."""
        return len({hull.get("ship") for hull in self.seas[role]})

    def berths(self, length: int) -> list[Place]:
        """All places for a ship of that length."""
        return berths(self.option(SIZE), length, self.option(TOUCHING))

    # -- shooting ------------------------------------------------------------------------------------------------------

    def shots(self) -> int:
        """How many shots the current player still has in this turn."""
        target = self.targets[self.player]
        aimed = len([peg for peg in target if peg.face == "aimed"])
        allowed = len(self.fleets[self.player]) if self.option(TURN) == "salvo" else 1
        return min(allowed - aimed, len(target.cells) - len(target))

    def strike(self, peg: Token) -> bool:
        """What becomes of a shot of the current player; whether it was a hit."""
        enemy = self.other(self.player)
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


def struck(told: Sequence[Mapping[str, Any]], role: str, bits: Mapping[str, int]) -> tuple[dict[str, list[int]], int, int]:
    """What a role was told of its own shots: the cells of each ship sunk, by its kind; all hits; all misses.

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


def berth(sea: Grid, bow: Cell, stern: Cell) -> list[Cell]:
    """The cells from bow to stern, one of which lies right of the other, or below it."""
    rows, columns = range(bow.row, stern.row + 1), range(bow.column, stern.column + 1)
    return [sea.at(row, column) for row in rows for column in columns]


class Placing(MultipleActivePlayers[Battleship]):
    """Both place their ships, each unseen by the other."""

    description = _("The fleets are being placed")

    def first(self, game: Battleship, role: str) -> To[PlaceShip]:
        return PlaceShip


@on(Placing, _("{actplayer} moves ships about"), out_of_turn=True)
def rearrange(game: Battleship) -> To[Moored]:
    """Who is ready may think again, as long as the other is not."""
    return Moored


class PlaceShip(PrivateState[Battleship]):
    """The next ship of the fleet goes to sea."""

    my_turn = _("{you} must place the {ship}, of length {length}")

    def args(self, game: Battleship, role: str) -> dict[str, Any]:
        ship = game.ships[game.placed(role)]
        return {"ship": phrase(SHIPS[ship]), "length": LENGTHS[ship]}


@on(PlaceShip, _("{actplayer} places a ship from {bow} to {stern}"), logged=False)
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


@on(PlaceShip, _("{actplayer} starts over"), logged=False)
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

    my_turn = _("{you} must say whether your fleet is ready")


@on(Moored, _("{actplayer} is ready"))
def ready(game: Battleship) -> To[Battle]:
    """The battle begins when both are."""
    return Battle


@on(Moored, _("{actplayer} starts over"), logged=False)
def place_again(game: Battleship) -> To[PlaceShip]:
    """All ships are taken back."""
    for hull in game.seas[game.actor]:
        hull.remove()
    return PlaceShip


class Battle(ActivePlayer[Battleship]):
    """The current player fires."""

    description = _("{actplayer} must fire")
    my_turn = plural("{you} must fire a shot", "{you} must fire {shots} shots", "shots")
    updates_progress = True

    def args(self, game: Battleship, role: str) -> dict[str, Any]:
        return {"shots": game.shots()} if role == game.player else {}


@on(Battle, _("{actplayer} fires at {cell}"), logged=False)
def fire(game: Battleship, cell: Cell) -> To[Battle] | To[Impact]:
    """Call out the cell; what the shots of a turn have hit is said when the last one is fired."""
    role = game.player
    game.targets[role].put(Peg(face="aimed"), cell)
    places = [cell.place, game.seas[game.other(role)].cell(cell.name).place]  # the same cell on both tables
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
        if not len(game.fleets[game.other(game.player)]):
            return GameEnd
        if not (hits and game.option(TURN) == "again"):
            game.next_player()
        return Battle
