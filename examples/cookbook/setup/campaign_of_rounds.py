"""Campaign of rounds: three rounds are played, the table is cleared between them, and points add up.

One state ends a round: it scores, clears, moves the start player on, and begins the next round or ends the game.
"""

from __future__ import annotations

from rondel import EVERYONE, ActivePlayer, Automatic, Cell, Counter, Face, Game, GameEnd, Grid, To, TokenKind, _, on

ROUNDS = 3
Disc = TokenKind("disc", faces={"disc": Face("disc")})


class CampaignOfRounds(Game):
    """Claim cells; a row of three is worth a point."""

    title = _("Campaign of rounds")
    summary = _("Three rounds of claims; lines of three are points.")
    seats = ("red", "blue")
    kinds = (Disc,)
    score_visible_to = EVERYONE

    def setup(self) -> To[Turn]:
        self.board = self.add(Grid("board", rows=3, columns=3, visible_to=EVERYONE))
        self.round = self.add(Counter("round", 1, visible_to=EVERYONE))
        return Turn

    def measure(self) -> float:
        return 100 * (self.round.value - 1 + len(self.board) / 9) / ROUNDS


class Turn(ActivePlayer[CampaignOfRounds]):
    """The current player claims a cell."""

    description = _("{actplayer} must claim a cell")
    my_turn = _("{you} must claim a cell")
    updates_progress = True


@on(Turn, _("{actplayer} claims {cell}"))
def claim(game: CampaignOfRounds, cell: Cell) -> To[Turn] | To[EndOfRound]:
    game.board.put(Disc(game.player, "disc"), cell)
    game.next_player()
    return EndOfRound if game.board.full() else Turn


@claim.options
def cells(game: CampaignOfRounds) -> list[Cell]:
    return list(game.board.empty())


class EndOfRound(Automatic[CampaignOfRounds]):
    """Points are counted and the board is cleared."""

    def enter(self, game: CampaignOfRounds) -> To[Turn] | To[GameEnd]:
        for role in game.roles:
            owned = set(game.board.owned(role))
            lines = [line for line in game.board.stretches(3) if owned.issuperset(line)]
            game.set_score(role, game.score(role) + len(lines))
        for disc in game.board.tokens():
            disc.remove()
        if game.round.value == ROUNDS:
            return GameEnd
        first = game.round.value % len(game.roles)
        game.play_order.value = (*game.roles[first:], *game.roles[:first])
        game.round.add(1)
        return Turn
