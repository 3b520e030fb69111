"""Insects: two swarms grow into one, and who surrounds the other's queen wins.

The table is empty and has no edges. Each player has a queen, two beetles, three grasshoppers, two spiders and three ants. In a
turn a player either places an insect or moves one.

- **Placing.** The first insect lies anywhere, the second one beside it. From then on a new insect lies beside its own
  colour only. The queen must be placed in one of the first four turns.
- **Moving.** A player whose queen is placed may move insects instead. All insects always form one swarm, also while one of them
  is on its way. An insect that crawls must fit through: it cannot enter or leave a place between two neighbours that touch.
- The **queen** crawls one step, the **spider** exactly three and the **ant** as many as it likes, round the swarm. The
  **beetle** goes one step, and may climb on other insects; what lies under it cannot move, and the place has the colour of the
  beetle. The **grasshopper** jumps in a straight line over one or more insects, to the first empty place.
- **Passing.** Who can neither place nor move passes.
- **The end.** A queen with six neighbours, of whatever colour, has lost. If both queens are surrounded at once, or if a
  position appears for the third time, the game is a draw.

One rule is an addition, so that bots do not play for ever: the game is a draw after 300 turns. An option changes the number.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from rondel import (
    EVERYONE,
    ActivePlayer,
    Area,
    Automatic,
    Cell,
    Face,
    Facts,
    Game,
    GameEnd,
    Option,
    Prop,
    Row,
    To,
    Token,
    TokenKind,
    _,
    on,
)

SUPPLY = {"queen": 1, "beetle": 2, "grasshopper": 3, "spider": 2, "ant": 3}
INK = {"white": "#f1e6cc", "black": "#3b342c"}
QUEEN_BY = 4  # the turn in which the queen must be placed at the latest

FACES = {f"{role} {face}": Face("disc", colour=colour, text=face[0].upper()) for role, colour in INK.items() for face in SUPPLY}
Insect = TokenKind("insect", faces=FACES)

REPETITIONS = Option("repetitions", 3, values=(0, 2, 3), text=_("A position that appears this often is a draw (0: never)"))
LIMIT = Option("limit", 300, low=0, high=1000, text=_("The game is a draw after this many turns (0: no limit)"))


class Insects(Game):
    """Two swarms grow into one on a table without edges; who surrounds the other's queen wins."""

    name = "insects"
    title = _("Insects")
    summary = _("Place and move your insects; who surrounds the other's queen wins.")
    seats = ("white", "black")
    kinds = (Insect,)
    options = (REPETITIONS, LIMIT)
    colours = INK
    facts = Facts(chance=False, hidden=False, simultaneous=False, scores=(0, 1))

    def setup(self) -> To[PlayerTurn]:
        self.swarm = self.add(Area("swarm", hexes=True, capacity=None, visible_to=EVERYONE))
        self.supply = self.each(Row, "supply", visible_to=EVERYONE)
        self.seen = self.add(Prop[Mapping[str, int]]("seen", {}, visible_to=EVERYONE, quiet=True))
        self.turns = self.add(Prop("turns", 0, visible_to=EVERYONE, quiet=True))
        for role, row in self.supply.items():
            for insect in Insect.set(SUPPLY, owner=role):
                row.add(insect)
        return PlayerTurn

    def measure(self) -> float:
        return 100 * max(self.pressure(role) for role in self.roles) / 6

    def estimate(self, role: str) -> float:
        """Neighbours of a queen decide."""
        return sum((-1 if owner == role else 1) * self.pressure(owner) for owner in self.roles) / 7

    def queen(self, role: str) -> Cell | None:
        """The place of a player's queen, if it is placed."""
        for insect in self.swarm:
            if insect.face == "queen" and insect.owner == role:
                return self.swarm.where(insect)
        return None

    def pressure(self, role: str) -> int:
        """How many neighbours of a player's queen are taken."""
        queen = self.queen(role)
        return 0 if queen is None else len(self.swarm.around(queen))

    def position(self) -> str:
        """The position in words, the same wherever on the table the swarm lies."""
        left, _right, top, _bottom = self.swarm.bounds()
        stacks = []
        for cell in self.swarm.cells:
            insects = [f"{insect.owner} {insect.face}" for insect in self.swarm.stack(cell)]
            stacks.append(f"{cell.column - left},{cell.row - top} {', '.join(insects)}")
        return f"{self.player}: {'; '.join(stacks)}"

    def placements(self) -> Iterator[tuple[Token, Cell]]:
        """Every insect that the current player may place, one of each sort, with every place for it."""
        supply = self.supply[self.player]
        goals = self.homes()
        sorts = {insect.face: insect for insect in reversed(supply.tokens())}
        if "queen" in sorts and len(supply) == sum(SUPPLY.values()) - (QUEEN_BY - 1):
            sorts = {"queen": sorts["queen"]}
        for face in SUPPLY:
            for goal in goals if face in sorts else ():
                yield sorts[face], goal

    def homes(self) -> list[Cell]:
        """The places for a new insect of the current player: beside its own colour only, except for the first two insects."""
        free = self.swarm.free()
        if len(self.swarm) < 2:
            return free
        return [cell for cell in free if all(insect.owner == self.player for insect in self.swarm.around(cell))]

    def journeys(self) -> Iterator[tuple[Cell, Cell]]:
        """Every move of an insect on the table, as its place and its goal."""
        if self.queen(self.player) is None:
            return
        for start in self.swarm.owned(self.player):
            insect = self.swarm.token(start)
            if self.swarm.connected(without=[insect]):
                heights = {cell: self.swarm.height(cell) for cell in self.swarm.cells}
                heights[start] -= 1
                for goal in self.goals(insect.face, start, heights):
                    yield start, goal

    def goals(self, face: str, start: Cell, heights: Mapping[Cell, int]) -> Iterable[Cell]:
        """Where an insect of that sort can go; `heights` are those of all stacks without it."""
        if face == "grasshopper":
            return self.jumps(start, heights)
        if face == "beetle":
            return self.steps(start, heights)
        if face == "ant":
            return self.walks(start, heights)
        return self.crawls([start], heights, 1 if face == "queen" else 3)

    def jumps(self, start: Cell, heights: Mapping[Cell, int]) -> Iterator[Cell]:
        """The first empty place in each direction, behind at least one insect."""
        for ray in self.swarm.rays(start):
            goal = next(cell for cell in ray if not heights.get(cell))
            if goal != ray[0]:
                yield goal

    def steps(self, here: Cell, heights: Mapping[Cell, int]) -> Iterator[Cell]:
        """The adjacent places that can be reached without losing touch, and not through a gap that is too narrow."""
        beside = self.swarm.neighbours(here)
        for index, goal in enumerate(beside):
            left, right = heights.get(beside[index - 1], 0), heights.get(beside[(index + 1) % 6], 0)
            level = max(heights.get(here, 0), heights.get(goal, 0))
            if min(left, right) <= level and max(left, right, level) > 0:
                yield goal

    def crawls(self, way: list[Cell], heights: Mapping[Cell, int], length: int) -> list[Cell]:
        """The places at the end of exactly so many steps on the ground, which never return to an earlier place."""
        if not length:
            return way[-1:]
        ends: list[Cell] = []
        for step in self.steps(way[-1], heights):
            if not heights.get(step) and step not in way:
                ends += [end for end in self.crawls([*way, step], heights, length - 1) if end not in ends]
        return ends

    def walks(self, start: Cell, heights: Mapping[Cell, int]) -> list[Cell]:
        """The places at the end of any number of steps on the ground."""
        reached = [start]
        for here in reached:
            reached += [step for step in self.steps(here, heights) if not heights.get(step) and step not in reached]
        return reached[1:]


class PlayerTurn(ActivePlayer[Insects]):
    """The current player places an insect or moves one."""

    description = _("{actplayer} must place or move an insect")
    my_turn = _("{you} must place or move an insect")
    updates_progress = True


class NextPlayer(Automatic[Insects]):
    """Ends the game, or gives the turn to the next player who can do anything."""

    def enter(self, game: Insects) -> To[PlayerTurn] | To[GameEnd]:
        lost = [role for role in game.roles if game.pressure(role) == 6]
        for role in game.roles:
            if lost and role not in lost:
                game.set_score(role, 1)
        if lost:
            return GameEnd
        game.turns.value += 1
        if game.turns.value == game.option(LIMIT):
            game.notify("limit", _("No more turns are left: a draw"))
            return GameEnd
        for _turn in game.roles:
            game.next_player()
            if repeated(game):
                game.notify("repetition", _("The same position has appeared too often: a draw"))
                return GameEnd
            if any(game.placements()) or any(game.journeys()):
                return PlayerTurn
            game.notify("pass", _("{player} can neither place nor move, and passes"), player=game.player)
        return GameEnd


def repeated(game: Insects) -> bool:
    """Note the position; whether it has appeared too often."""
    position = game.position()
    times = game.seen.value.get(position, 0) + 1
    game.seen.value = {**game.seen.value, position: times}
    return times == game.option(REPETITIONS)


@on(PlayerTurn, _("{actplayer} places the {insect} at {cell}"))
def place(game: Insects, insect: Token, cell: Cell) -> To[NextPlayer]:
    """Place an insect from the supply."""
    game.seen.value = {}  # no earlier position can come again
    game.swarm.put(insect, cell)
    return NextPlayer


@place.all_options
def placements(game: Insects) -> Iterable[tuple[Token, Cell]]:
    """Insects of every sort, on every place for them."""
    return game.placements()


@on(PlayerTurn, _("{actplayer} moves {start} to {goal}"))
def move(game: Insects, start: Cell, goal: Cell) -> To[NextPlayer]:
    """Move an insect on the table."""
    insect = game.swarm.token(start)
    game.reword(_("{actplayer} moves the {insect} from {start} to {goal}"), insect=insect.face)
    game.swarm.put(insect, goal)
    return NextPlayer


@move.all_options
def journeys(game: Insects) -> Iterable[tuple[Cell, Cell]]:
    """Every insect that can move, with every goal."""
    return game.journeys()
