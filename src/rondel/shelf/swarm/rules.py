"""Swarm: surround the other's empress, with insects that are placed and moved on a table without edges.

Rules: John Yianni's (2001), with insects of our own. White begins. The first insect lies anywhere, the second one beside it.
From then on a new insect lies beside its own colour only. The empress must be placed in one of the first four turns of a
player; before, none of their insects may move. All insects always form one swarm, also while one of them moves (`ways`).
What lies under another insect cannot move, and its place has the colour of the insect on top. Who can neither place nor move
passes. An empress with six neighbours, of whatever colour, has lost; if both are surrounded at once, the game is drawn.

No rule bounds a game. As in tournaments, a position that appears for the third time is a draw; and, so that bots do not play
for ever, so is a game with a number of turns that an option sets.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from rondel.engine import (
    EVERYONE,
    ActivePlayer,
    Area,
    Automatic,
    Cell,
    Facts,
    Game,
    GameEnd,
    Hand,
    Option,
    Positions,
    Prop,
    Showcase,
    To,
    Token,
    _,
    on,
)
from rondel.shelf.swarm.faces import COLOURS, Insect
from rondel.shelf.swarm.ways import goals

EMPRESS_FIRST = Option("empress_first", True, text=_("The empress may be placed in the first turn"))
BUTTERFLY = Option("butterfly", False, text=_("A butterfly each: over two insects and down"))
HOVERFLY = Option("hoverfly", False, text=_("A hoverfly each: moves as an insect beside it"))
LIMIT = Option("limit", 300, low=10, high=1000, text=_("The game is a draw after this many turns"))

SUPPLY: Final = {"empress": 1, "caterpillar": 2, "locust": 3, "mantis": 2, "termite": 3}
"""How many insects of each sort every player has. The butterfly and the hoverfly are options."""

TOLD: Final = (_("empress"), _("caterpillar"), _("locust"), _("mantis"), _("termite"), _("butterfly"), _("hoverfly"))
"""The words of moves that only this game has."""

EMPRESS_BY: Final = 4
"""The turn in which the empress must be placed at the latest."""

SHOWN: Final = """
    place(locust,0,0) place(termite,0,-1) place(termite,0,1) place(locust,0,-2) place(caterpillar,1,0) place(locust,-1,-1)
    place(empress,2,0) place(empress,-2,-1) move(0,1,-3,0) place(locust,1,-2) place(termite,0,1) place(mantis,1,-3)
    move(0,1,-2,-2) place(termite,2,-3) place(locust,0,1) place(termite,0,-3) place(locust,-1,1) move(2,-3,3,-1)
    place(caterpillar,-1,2) move(0,-3,2,1) place(termite,0,2) place(mantis,2,-3) move(0,2,-2,0) move(2,-3,2,-1)
"""
"""The moves to the position of its picture."""


class Swarm(Game):
    """Two swarms that grow into one."""

    name = "swarm"
    title = _("Swarm")
    summary = _("Place and move your insects; who surrounds the other's empress wins.")
    showcase = Showcase(family=_("Strategy"), minutes=20, moves=tuple(SHOWN.split()))
    seats = ("white", "black")
    kinds = (Insect,)
    options = (EMPRESS_FIRST, BUTTERFLY, HOVERFLY, LIMIT)
    colours = COLOURS
    facts = Facts(chance=False, hidden=False, simultaneous=False, scores=(0, 1), length=(8, 1000))

    def setup(self) -> To[PlayerTurn]:
        self.ground = self.add(Area("ground", hexes=True, capacity=None, visible_to=EVERYONE))
        self.supply = self.each(Hand, "supply", visible_to=EVERYONE)
        self.seen = self.add(Positions("seen", visible_to=EVERYONE))
        self.turns = self.add(Prop("turns", 0, visible_to=EVERYONE, quiet=True))
        for role, hand in self.supply.items():
            for insect in Insect.set(self.insects(), owner=role):
                hand.add(insect)
        return PlayerTurn

    def insects(self) -> dict[str, int]:
        """How many insects of each sort a player has."""
        more = {option.name: 1 for option in (BUTTERFLY, HOVERFLY) if self.option(option)}
        return {**SUPPLY, **more}

    def empress(self, role: str) -> Cell | None:
        """The place of a player's empress, if it is placed."""
        for insect in self.ground.tokens():
            if insect.face == "empress" and insect.owner == role:
                return self.ground.where(insect)
        return None

    def pressure(self, role: str) -> int:
        """How many neighbours of a player's empress are taken."""
        empress = self.empress(role)
        return 0 if empress is None else len(self.ground.around(empress))

    def surrounded(self) -> list[str]:
        """The players whose empresses are surrounded."""
        return [role for role in self.roles if self.pressure(role) == 6]

    def position(self) -> str:
        """The position as a text, the same wherever on the table the swarm lies."""
        cells = self.ground.cells
        x, y = cells[0].column, cells[0].row
        words = [self.player]
        for cell in cells:
            words.append(f"{cell.column - x},{cell.row - y}")
            words += [f"{insect.owner} {insect.face}" for insect in self.ground.stack(cell)]
        return " ".join(words)

    def placements(self) -> Iterator[tuple[Token, Cell]]:
        """The insects that the current player may place, one of each sort, each with its places."""
        supply = self.supply[self.player]
        if not supply:
            return
        homes = self.homes()
        for insect in self.choosable(supply):
            for home in homes:
                yield insect, home

    def choosable(self, supply: Hand) -> list[Token]:
        """One insect of each sort that may be placed: all of them, only the empress, or all but the empress."""
        sorts = {insect.face: insect for insect in reversed(supply.tokens())}
        placed = sum(self.insects().values()) - len(supply)
        if "empress" in sorts:
            if placed == EMPRESS_BY - 1:
                return [sorts["empress"]]
            if placed == 0 and not self.option(EMPRESS_FIRST):
                del sorts["empress"]
        return list(reversed(sorts.values()))

    def homes(self) -> list[Cell]:
        """The places for a new insect of the current player: beside its own colour only, after the first two insects."""
        free = self.ground.free()
        if len(self.ground) < 2:
            return free
        return [cell for cell in free if {insect.owner for insect in self.ground.around(cell)} == {self.player}]

    def journeys(self) -> Iterator[tuple[Cell, Cell]]:
        """The moves of the current player's insects on the table: start and goal of each."""
        ground = self.ground
        if self.empress(self.player) is None:
            return
        heights = {cell: ground.height(cell) for cell in ground.cells}
        held = ground.cuts()
        for start in ground.owned(self.player):
            height = heights[start]
            if height > 1 or start not in held:
                if height > 1:
                    heights[start] = height - 1
                else:
                    del heights[start]
                for goal in goals(ground, ground.token(start).face, start, heights):
                    yield start, goal
                heights[start] = height

    def ending(self) -> str:
        lost = len(self.surrounded())
        if lost:
            return _("as an empress is surrounded") if lost == 1 else _("as both empresses are surrounded")
        return _("by repetition") if self.seen.times == 3 else _("as there are no more turns")

    def decisive(self) -> list[Cell]:
        """The empresses that are surrounded."""
        return [empress for role in self.surrounded() for empress in [self.empress(role)] if empress is not None]

    def measure(self) -> float:
        return 100 * max(self.pressure(role) for role in self.roles) / 6

    def estimate(self, role: str) -> float:
        """How free the empresses are, and how many insects of each are on the table and can move."""
        mine, theirs = self.comfort(role), self.comfort(self.opponent(role))
        return max(-1.0, min(1.0, (mine - theirs) / 10))

    def comfort(self, role: str) -> float:
        """Points of a player for insects that are on the table and hold nothing together. The first neighbours of an empress
        cost little, the last ones much."""
        held = self.ground.cuts()
        free = len([cell for cell in self.ground.owned(role) if cell not in held])
        return 0.5 * free - 0.4 * len(self.supply[role]) - self.pressure(role) ** 2 / 6


class PlayerTurn(ActivePlayer[Swarm]):
    """The current player places an insect or moves one."""

    description = _("{actplayer} must place or move an insect")
    my_turn = _("Place or move an insect")
    updates_progress = True


class NextTurn(Automatic[Swarm]):
    """Ends the game, or gives the turn to the next player who can do anything."""

    def enter(self, game: Swarm) -> To[PlayerTurn] | To[GameEnd]:
        lost = game.surrounded()
        if lost:
            for role in game.roles:
                game.set_score(role, int(role not in lost))
            return GameEnd
        game.turns.value += 1
        if game.turns.value == game.option(LIMIT):
            return GameEnd
        for _turn in game.roles:
            game.next_player()
            if game.seen.note(game.position()) == 3:
                return GameEnd
            if any(game.placements()) or any(game.journeys()):
                return PlayerTurn
            game.notify("pass", _("{player} can neither place nor move, and passes"), player=game.player)
        return GameEnd


@on(PlayerTurn, _("{actplayer} places {insect} on {cell}"), says=_("Place {insect} on {cell}"))
def place(game: Swarm, insect: Token, cell: Cell) -> To[NextTurn]:
    """Place an insect from the supply."""
    game.seen.forget()  # no earlier position can come again
    game.ground.put(insect, cell)
    return NextTurn


@place.all_options
def placements(game: Swarm) -> Iterable[tuple[Token, Cell]]:
    """Insects of every sort, on every place for them."""
    return game.placements()


@on(PlayerTurn, _("{actplayer} moves from {start} to {goal}"), says=_("Move {start} to {goal}"))
def move(game: Swarm, start: Cell, goal: Cell) -> To[NextTurn]:
    """Move an insect on the table."""
    game.ground.put(game.ground.token(start), goal)
    return NextTurn


@move.all_options
def journeys(game: Swarm) -> Iterable[tuple[Cell, Cell]]:
    """Every insect that can move, with every goal."""
    return game.journeys()
