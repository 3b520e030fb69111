"""Robot derby: two to four robots race over a factory floor to touch its flags in order.

A round: everybody is dealt nine program cards, one fewer for each damage, and orders three of them in secret.
When all orders are in, the robots carry out their first cards, then their second, then their third. In each
of these phases the card with the highest number goes first. A robot that moves into another pushes it, and
the robot behind that one too; a wall stops them all. A robot that falls into a pit or off the floor is out
for the rest of the round; it comes back on its checkpoint with one damage, facing north.

After the cards of a phase the belts carry the robots on them one cell, all at once; a robot stays if the cell
ahead is not free, or if two would come to it. Then every robot fires its laser straight ahead: the first
robot in the line, unless a wall is before it, is damaged. Last, a robot on its next flag has touched it: it
is repaired, and the flag is its checkpoint. Four damages are the most that a robot can have.

Who is first to touch the last flag wins. After fifteen rounds, or as many as were agreed, the most flags win, and
among equals the least damage.
"""

from __future__ import annotations

from rondel import (
    EVERYONE,
    OWNER,
    Automatic,
    Cell,
    Counter,
    Facts,
    Game,
    GameEnd,
    Grid,
    Hand,
    MultipleActivePlayers,
    Pile,
    Prop,
    Row,
    To,
    Token,
    _,
    on,
)

from .floor import (
    BELT,
    COLOURS,
    FLAG,
    FLAGS,
    FLOOR,
    HAND,
    MOST_DAMAGE,
    MOVES,
    PHASES,
    PITS,
    ROTATIONS,
    ROUNDS,
    STARTS,
    WALLS,
    Card,
    Floor,
    Robot,
    beside,
    carried,
    deadly,
    meaning,
    number,
    turned,
    walled,
)


class Robots(Game):
    """Two to four robots, a floor, and 84 program cards."""

    name = "robots"
    title = _("Robot derby")
    summary = _("Order three program cards in secret, and touch the flags in order before the other robots do.")
    seats = ("red", "blue", "green", "yellow")
    fewest = 2
    colours = COLOURS
    kinds = (Card, Robot, Floor)
    options = (FLAGS, ROUNDS)
    score_visible_to = EVERYONE
    facts = Facts(chance=True, hidden=True, simultaneous=True, scores=(0, 3))

    def setup(self) -> To[Deal]:
        self.board = self.add(
            Grid("board", rows=len(FLOOR), columns=len(FLOOR[0]), capacity=2, surface="paper", visible_to=EVERYONE)
        )
        self.round = self.add(Counter("round", 1, most=self.option(ROUNDS), visible_to=EVERYONE))
        self.phase = self.add(Counter("phase", 0, most=PHASES, visible_to=EVERYONE))
        self.flags = self.each(Counter, "flags", 0, most=self.option(FLAGS), visible_to=EVERYONE)
        self.damage = self.each(Counter, "damage", 0, most=MOST_DAMAGE, visible_to=EVERYONE)
        self.checkpoint = self.each(Prop[str], "checkpoint", "", visible_to=EVERYONE)
        self.hands = self.each(Hand, "hand", visible_to=OWNER, backs_visible_to=EVERYONE)
        self.programs = self.each(Row, "program", visible_to=OWNER, backs_visible_to=EVERYONE)
        self.played = self.each(Row, "played", visible_to=EVERYONE)
        self.workshop = self.add(Row("workshop", visible_to=EVERYONE), label=_("Out until the next round"))
        self.deck = self.add(Pile("deck", backs_visible_to=EVERYONE))
        for face in Card.faces:
            self.deck.add(Card(face=face))
        self.lay_floor()
        for role, start in zip(self.roles, STARTS, strict=False):
            self.checkpoint[role].value = start
            self.board.put(Robot(role, "north"), start)
        return Deal

    def lay_floor(self) -> None:
        """Pits, belts, flags and walls."""
        for cell in PITS:
            self.board.put(Floor(face="pit"), cell)
        for cell, way in BELT.items():
            self.board.put(Floor(face=f"belt {way}"), cell)
        for flag, cell in FLAG.items():
            if flag <= self.option(FLAGS):
                self.board.put(Floor(face=f"flag {flag}"), cell)
        for cell, way in WALLS:
            self.board.put(Floor(face=f"wall {way}"), cell)

    def score(self, role: str) -> float:
        return self.flags[role].value

    def tie_break(self, role: str) -> tuple[float, ...]:
        return (-self.damage[role].value,)

    def measure(self) -> float:
        most = max(self.flags[role].value for role in self.roles) / self.option(FLAGS)
        return 100 * max(most, (self.round.value - 1) / self.option(ROUNDS))

    def cards_due(self, role: str) -> int:
        """How many cards a role is dealt."""
        return HAND - self.damage[role].value

    # Robots on the floor

    def robots(self) -> dict[str, Token]:
        """The robots on the floor, by role; one that has fallen is not among them."""
        return {str(token.owner): token for token in self.board.tokens() if token.kind is Robot}

    def robot_on(self, cell: str) -> Token | None:
        """The robot on a cell."""
        return next((token for token in self.board.stack(cell) if token.kind is Robot), None)

    def cell_of(self, robot: Token) -> str:
        return str(self.board.where(robot))

    def step(self, robot: Token, way: str) -> bool:
        """Move a robot one cell and push what is in its way; whether it could."""
        here = self.cell_of(robot)
        there = beside(here, way)
        if walled(here, way):
            return False
        other = None if deadly(there) else self.robot_on(there)
        if other is not None:
            if not self.step(other, way):
                return False
            self.notify("push", _("{player} pushes {other}"), player=str(robot.owner), other=str(other.owner))
        self.bring(robot, there)
        return True

    def bring(self, robot: Token, cell: str) -> None:
        """Put a robot on a cell, or let it fall."""
        if not deadly(cell):
            self.board.put(robot, cell)
            return
        robot.move_to(self.workshop)
        self.hurt(str(robot.owner))
        if cell:
            self.notify("fall", _("{player} falls into the pit at {cell}"), player=str(robot.owner), cell=cell)
        else:
            self.notify("fall", _("{player} falls off the floor"), player=str(robot.owner))

    def hurt(self, role: str) -> None:
        """One damage, up to the most."""
        self.damage[role].value = min(MOST_DAMAGE, self.damage[role].value + 1)

    def carry_out(self, role: str, card: Token) -> None:
        """What a card says."""
        robot = self.robots()[role]
        what = meaning(card)
        if what in ROTATIONS:
            robot.face = turned(robot.face, ROTATIONS[what])
            return
        way = robot.face if MOVES[what] > 0 else turned(robot.face, 2)
        for _each in range(abs(MOVES[what])):
            if not self.step(robot, way) or robot.container is not self.board:
                return


class Deal(Automatic[Robots]):
    """Everybody is dealt nine cards, one fewer for each damage."""

    updates_progress = True

    def enter(self, game: Robots) -> To[Deal] | To[Order]:
        for role in game.roles:
            if len(game.hands[role]) < game.cards_due(role):
                game.draw(game.deck, game.hands[role])
                return Deal
        return Order


class Order(MultipleActivePlayers[Robots]):
    """Everybody orders three cards, all at once."""

    description = _("{actplayer} must order three program cards")
    my_turn = _("{you} must order three program cards, the first to be carried out first")

    def enter(self, game: Robots) -> None:
        game.activate(*game.roles)


@on(Order, _("{actplayer} orders {first}, {second}, {third}"))
def program(game: Robots, first: Token, second: Token, third: Token) -> To[Reveal]:
    """Lay three cards face down, in order."""
    for card in (first, second, third):
        card.move_to(game.programs[game.actor])
    game.deactivate(game.actor)
    return Reveal


@program.options
def first_cards(game: Robots) -> list[Token]:
    return game.hands[game.actor].tokens()


@program.options
def second_cards(game: Robots, first: Token) -> list[Token]:
    return [card for card in game.hands[game.actor] if card is not first]


@program.options
def third_cards(game: Robots, first: Token, second: Token) -> list[Token]:
    return [card for card in game.hands[game.actor] if card not in (first, second)]


class Reveal(Automatic[Robots]):
    """The next card of each robot on the floor is turned up."""

    def enter(self, game: Robots) -> To[Act]:
        game.phase.add()
        robots = game.robots()
        for role in game.roles:
            if role in robots:
                card = game.programs[role][0]
                card.move_to(game.played[role])
                game.notify("reveal", _("{player} turns up {card}"), player=role, card=card.face, round=game.round.value)
        return Act


class Act(Automatic[Robots]):
    """The robot with the highest card that is not carried out yet acts."""

    def enter(self, game: Robots) -> To[Act] | To[Factory]:
        robots = game.robots()
        due = [game.played[role][-1] for role in robots if game.played[role] and not game.played[role][-1].get("done")]
        if not due:
            return Factory
        card = max(due, key=number)
        role = next(each for each in robots if card in game.played[each])
        card.set("done", True)
        game.notify("act", _("{player} carries out {card}"), player=role, card=card.face)
        game.carry_out(role, card)
        return Act


class Factory(Automatic[Robots]):
    """Belts, then lasers, then flags."""

    def enter(self, game: Robots) -> To[Reveal] | To[NextRound] | To[GameEnd]:
        run_belts(game)
        fire_lasers(game)
        for role, robot in game.robots().items():
            if game.flags[role].value < game.option(FLAGS) and game.cell_of(robot) == FLAG[game.flags[role].value + 1]:
                flag = game.flags[role].add()
                game.damage[role].value = 0
                game.checkpoint[role].value = game.cell_of(robot)
                game.notify("flag", _("{player} touches flag {flag}"), player=role, flag=flag)
                if flag == game.option(FLAGS):
                    return GameEnd
        if game.phase.value < PHASES:
            return Reveal
        return NextRound if game.round.value < game.option(ROUNDS) else GameEnd


def run_belts(game: Robots) -> None:
    """All at once: first find who can be carried, then carry them."""
    robots = game.robots()
    cells = {role: game.cell_of(robot) for role, robot in robots.items()}
    goals = carried(cells)
    for role in cells:
        if goals[role] != cells[role]:
            robots[role].move_to(game.workshop)
    for role in cells:
        if goals[role] != cells[role]:
            game.bring(robots[role], goals[role])
            game.notify("belt", _("A belt carries {player} to {cell}"), player=role, cell=goals[role])


def fire_lasers(game: Robots) -> None:
    """All at once: first find who is hit."""
    hit = []
    for role, robot in game.robots().items():
        cell, way = game.cell_of(robot), robot.face
        while not walled(cell, way) and (cell := beside(cell, way)):
            other = game.robot_on(cell)
            if other is not None:
                hit.append((role, str(other.owner)))
                break
    for role, target in hit:
        game.hurt(target)
        game.notify("laser", _("{player} hits {target} with its laser"), player=role, target=target)


class NextRound(Automatic[Robots]):
    """The fallen robots come back, and all cards go into the deck again."""

    def enter(self, game: Robots) -> To[Deal]:
        for robot in game.workshop.tokens():
            role = str(robot.owner)
            robot.face = "north"
            cell = free_cell(game, game.checkpoint[role].value)
            game.board.put(robot, cell)
            game.notify("back", _("{player} comes back at {cell}"), player=role, cell=str(cell))
        for role in game.roles:
            for card in game.played[role]:
                card.set("done", False)
            for pack in (game.played[role], game.programs[role], game.hands[role]):
                game.deck.shuffle_in(pack)
        game.phase.value = 0
        game.round.add()
        return Deal


def free_cell(game: Robots, checkpoint: str) -> Cell:
    """The checkpoint, or the nearest cell to it that is free and no pit, the first of them clockwise from above."""
    cells = [game.board.cell(checkpoint)]
    for cell in cells:
        if game.robot_on(str(cell)) is None and not deadly(str(cell)):
            return cell
        cells.extend(next_one for next_one in game.board.neighbours(cell) if next_one not in cells)
    raise AssertionError("there are more cells than robots")
