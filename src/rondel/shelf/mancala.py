"""Mancala: sow the seeds of a pit around the board and collect more than the other; as kalah or as oware.

Rules: kalah as William Julius Champion sold it from 1940 on, oware in its tournament form (Abapa). Each player has six pits and
a store at the right. On your turn you take all seeds of an own pit and sow them one by one into the next pits, to the right.

Kalah: your own store is sown into, the other's is left out. A last seed in your store gives you another turn; a last seed in an
own pit that was empty takes the seeds of the pit opposite, if there are any, and itself. When one side is empty, the seeds of
the other are their owner's.

Oware: stores are not sown into, nor is the pit that the seeds come from. If the last seed makes two or three in a pit of the
other, you take them, and so on backwards through the other's pits; a move that would take all seeds of the other takes none.
You must leave the other a move if you can. When you cannot move, or a position comes back, all keep the seeds of their side.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from rondel.engine import (
    EVERYONE,
    ActivePlayer,
    Cell,
    Face,
    Facts,
    Game,
    GameEnd,
    Option,
    Positions,
    Showcase,
    To,
    TokenKind,
    Track,
    _,
    on,
)

VARIANT = Option("variant", "kalah", text=_("Rules"), values=("kalah", "oware"))
SEEDS = Option("seeds", 4, text=_("Seeds in each pit"), values=(3, 4, 5, 6))

PITS: Final = 6
PLACES: Final = (*[f"s{number}" for number in range(1, PITS + 1)], *[f"n{number}" for number in range(1, PITS + 1)])
"""The pits in the order in which they are sown into: south's from the left, then north's."""
RING: Final = 2 * PITS

RUST, TEAL = "#a2452d", "#1f6f78"
Seed = TokenKind("counter", faces={"seed": Face("stone", colour="#e9dcc0")})


class Mancala(Game):
    """Two players sow seeds around twelve pits."""

    name = "mancala"
    title = _("Mancala")
    summary = _("Sow the seeds of a pit around the board, and collect more of them than the other.")
    showcase = Showcase(family=_("Strategy"), minutes=10, known=True, drawn=8)
    seats = ("south", "north")
    options = (VARIANT, SEEDS)
    kinds = (Seed,)
    colours = {"south": RUST, "north": TEAL}
    score_visible_to = EVERYONE
    facts = Facts(chance=False, hidden=False, simultaneous=False, scores=(0, 72), length=(4, None))

    def setup(self) -> To[PlayerTurn]:
        self.board = self.add(
            Track(
                "board",
                spaces=[*PLACES, *self.roles],
                folded="pits",
                aside=self.roles,
                turned_for=("north",),
                visible_to=EVERYONE,
            )
        )
        self.seen = self.add(Positions("seen", visible_to=EVERYONE))
        for place in PLACES:
            self.board.place(Seed, None, place, face="seed", count=self.option(SEEDS))
        self.oware = self.option(VARIANT) == "oware"
        pits, (south, north) = self.board.cells[:RING], self.board.cells[RING:]
        self.rings = {"south": (*pits[:PITS], south, *pits[PITS:]), "north": (*pits, north)}
        """Where each player's seeds go."""
        if self.oware:
            self.rings = dict.fromkeys(self.roles, pits)
        self.sides = {"south": pits[:PITS], "north": pits[PITS:]}
        """The pits of each player, in the order in which they are sown into."""
        return PlayerTurn

    # -- the board -----------------------------------------------------------------------------------------------------

    def seeds(self, place: Cell | str) -> int:
        """How many seeds lie in a pit or store."""
        return self.board.height(place)

    def on_side(self, role: str) -> int:
        """How many seeds lie in the pits of a player."""
        return self.board.count(self.sides[role])

    def open_pits(self) -> Sequence[Cell]:
        """The pits that the current player may sow. In oware the other must be left a move, if there is such a pit."""
        player = self.player
        filled = self.board.occupied(self.sides[player])
        if not self.oware or self.on_side(self.opponent(player)):
            return filled
        return [pit for pit in filled if self.seeds(pit) >= PITS - pit.index % PITS]

    def placement(self) -> str:
        """The position as a text, for repetitions."""
        return f"{self.player} {' '.join(map(str, self.board.heights(self.board.cells)))}"

    # -- how it stands -------------------------------------------------------------------------------------------------

    def score(self, role: str) -> float:
        """The seeds in the store."""
        return self.seeds(role)

    def ending(self) -> str:
        whole = RING * self.option(SEEDS)
        most = max(self.seeds(role) for role in self.roles)
        return _("with more than half of the seeds") if 2 * most > whole else _("as nothing is left to sow")

    def measure(self) -> float:
        whole = RING * self.option(SEEDS)
        return min(100.0, 200 * max(self.seeds(role) for role in self.roles) / whole)

    def estimate(self, role: str) -> float:
        """The seeds in the stores, and a little for those on the own side."""
        other = self.opponent(role)
        stored = self.seeds(role) - self.seeds(other)
        near = self.on_side(role) - self.on_side(other)
        turn = 0.0 if self.is_over else (1.0 if self.player == role else -1.0)
        return max(-1.0, min(1.0, (stored + 0.15 * near + turn) / (PITS * self.option(SEEDS))))


class PlayerTurn(ActivePlayer[Mancala]):
    """The current player sows the seeds of a pit."""

    description = _("{actplayer} must sow the seeds of a pit")
    my_turn = _("Sow the seeds of a pit")
    updates_progress = True


@on(PlayerTurn, _("{actplayer} sows {pit}"), says=_("Sow {pit}"))
def sow(game: Mancala, pit: Cell) -> To[PlayerTurn] | To[GameEnd]:
    """Sow the seeds, and take what the last one takes."""
    player, board = game.player, game.board
    last = board.sow(pit, game.rings[player], over=game.oware)
    if game.oware:
        return after_oware(game, last)
    if game.seeds(last) == 1 and last in game.sides[player]:
        opposite = board.cells[RING - 1 - last.index]
        if game.seeds(opposite):
            game.reword(_("{actplayer} sows {pit} and takes {taken}"), pit=pit, taken=game.seeds(opposite) + 1)
            board.gather((opposite, last), player)
    if last.name != player:
        game.next_player()
    elif game.on_side(player):
        game.notify("again", _("{player} has another turn"), player=player)
    return PlayerTurn if game.on_side(player) and game.on_side(game.opponent(player)) else collected(game)


@sow.options
def pits(game: Mancala) -> Iterable[Cell]:
    """The pits with seeds, with which the other is left a move."""
    return game.open_pits()


def after_oware(game: Mancala, last: Cell) -> To[PlayerTurn] | To[GameEnd]:
    """Take twos and threes, backwards from the last seed, unless that would be all."""
    player = game.player
    theirs = game.sides[game.opponent(player)]
    taken: list[Cell] = []
    while last in theirs and game.seeds(last) in (2, 3):
        taken.append(last)
        last = game.board.cells[last.index - 1]
    if sum([game.seeds(pit) for pit in taken]) == game.on_side(game.opponent(player)):
        taken = []
    game.board.gather(taken, player)
    if 2 * game.seeds(player) > RING * game.option(SEEDS):
        return GameEnd
    game.next_player()
    if taken:
        game.seen.forget()  # with fewer seeds no earlier position comes again; where all would be taken, none is
    return PlayerTurn if game.open_pits() and game.seen.note(game.placement()) < 2 else collected(game)


def collected(game: Mancala) -> To[GameEnd]:
    """Each takes the seeds of the own side, and the game ends."""
    for role in game.roles:
        game.board.gather(game.sides[role], role)
    return GameEnd
