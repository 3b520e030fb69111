"""The rows of `make bench`: which work is compared with whose, and what the project demands of the ratio or the time."""

from __future__ import annotations

from typing import Final, NamedTuple

PYSPIEL: Final = "pyspiel"
PETTINGZOO: Final = "pettingzoo"
PYTHON_CHESS: Final = "python-chess"
BOARDGAMEIO: Final = "boardgame.io"
ITSELF: Final = "itself"
"""Against the same build at other work, named by ``theirs``."""


class Aim(NamedTuple):
    """What a ratio is to be. Where both are None, it is only reported."""

    floor: float | None = None
    """The least ratio that the project allows itself."""
    goal: float | None = None
    """The ratio that is to be reached."""

    def judged(self, ratio: float) -> str:
        """Whether a ratio is as it is to be, in words.

        >>> Aim(0.5, 1.0).judged(0.7)
        '0.5×: met; goal 1×: not yet'
        """
        told = [] if self.floor is None else [f"{self.floor:g}×: {'met' if ratio >= self.floor else 'NOT MET'}"]
        told += [] if self.goal is None else [f"goal {self.goal:g}×: {'reached' if ratio >= self.goal else 'not yet'}"]
        return "; ".join(told)


REPORTED: Final = Aim()


class Workload(NamedTuple):
    """One line of the table: work compared with another contestant's."""

    name: str
    unit: str
    module: str
    game: str
    way: str
    against: str
    theirs: str
    """The other contestant's name of the game; for Rondel against itself, the compared variant."""
    interpreted: Aim = REPORTED
    compiled: Aim = REPORTED


class Size(NamedTuple):
    """One line of the second table: a time or a size of our own, the smaller the better."""

    name: str
    unit: str
    module: str
    game: str
    way: str
    per: float
    """The units per second; 0 for workloads that measure sizes."""
    interpreted_limit: float | None = None
    """The most that the project allows itself, interpreted."""
    compiled_limit: float | None = None


FLAT = round(1 / 1.1, 2)
"""A move late in a long game costs at most 1.1 times one of the first."""

PAIR: Final = 1.7
"""The least ratio of two processes' simulations to one's, on two cores."""


HOLDEM: Final = (
    "universal_poker(betting=nolimit,bettingAbstraction=fullgame,numPlayers=9,numRounds=4,firstPlayer=3 1 1 1,"
    f"blind=10 20{' 0' * 7},stack=1000{' 1000' * 8},numSuits=4,numRanks=13,numHoleCards=2,numBoardCards=0 3 1 1)"
)
"""One hand of no-limit hold'em, with the chips and blinds of ours."""


class Played(NamedTuple):
    """A game that `pyspiel` has, too, played at random."""

    title: str
    game: str
    theirs: str
    by_push: Aim
    by_walk: Aim
    interpreted: Aim = REPORTED
    """By push."""


PLAYED: Final = (
    Played("tic-tac-toe", "tic_tac_toe", "tic_tac_toe", Aim(0.5, 1.0), Aim(1.3), Aim(0.2, 0.25)),
    Played("Connect Four", "connect_four", "connect_four", Aim(0.7, 1.0), Aim(1.5), Aim(0.25)),
    Played("Reversi", "reversi", "othello", Aim(1.0, 2.0), Aim(None, 2.5), Aim(0.25)),
    Played("Hearts, one deal", "hearts", "hearts", Aim(None, 0.5), Aim(None, 0.6)),
    Played("Kuhn poker", "kuhn_poker", "kuhn_poker", Aim(None, 0.45), Aim(None, 0.5)),
    Played("Leduc poker", "leduc_poker", "leduc_poker", Aim(0.45, 1.0), Aim(0.5)),
    Played("Liar's dice, one die each", "liars_dice", "liars_dice", Aim(0.3, 0.6), Aim(0.35)),
    Played("chess", "chess", "chess", Aim(0.25, 0.5), Aim(0.3)),
    Played("Nine Men's Morris", "nine_mens_morris", "nine_mens_morris", Aim(None, 0.2), Aim(None, 0.25)),
    Played("Battleship", "battleship", "battleship(allow_repeated_shots=False,num_shots=100)", Aim(0.3, 0.6), Aim(0.35)),
    Played("Spades, one deal", "spades", "spades", Aim(None, 0.3), Aim(None, 0.35)),
    Played("Skat, one deal", "skat", "skat", Aim(None, 0.3), Aim(None, 0.35)),
    Played("Texas hold'em for nine, one hand", "texas_holdem", HOLDEM, Aim(None, 0.3), Aim(None, 0.35)),
    Played("Gin Rummy, one deal", "gin_rummy", "gin_rummy", Aim(None, 0.3), Aim(None, 0.35)),
    Played(
        *("Crazy Eights for five, one deal", "crazy_eights", "crazy_eights(players=5,max_draw_cards=3,reshuffle=True)"),
        *(Aim(None, 0.3), Aim(None, 0.35)),
    ),
    Played("Breakthrough", "breakthrough", "breakthrough", Aim(0.3), Aim(0.3)),
    Played("Corridors", "corridors", "quoridor", Aim(0.3), Aim(0.3)),
    Played("Dots and boxes", "dots_and_boxes", "dots_and_boxes(num_rows=5,num_cols=5)", Aim(0.3), Aim(0.3)),
    Played("Lines of Action", "lines_of_action", "lines_of_action", Aim(0.3), Aim(0.3)),
    Played("Amazons", "amazons", "amazons", Aim(0.3), Aim(0.3)),
    Played("Hex", "hex", "hex(board_size=11)", Aim(0.3), Aim(0.3)),
    Played("Y", "y", "y(board_size=13)", Aim(0.3), Aim(0.3)),
    Played(
        *("Swarm", "swarm", "hive(board_size=24,uses_mosquito=False,uses_ladybug=False,uses_pillbug=False)"),
        *(Aim(0.3), Aim(0.3)),
    ),
    Played("draughts", "draughts", "checkers", Aim(0.3), Aim(0.3)),
    Played("go, nine lines", "go", "go(board_size=9)", Aim(0.3), Aim(0.3)),
    Played("Fireworks for five", "fireworks", "hanabi(players=5)", Aim(None, 0.3), Aim(None, 0.35)),
    Played("Ultimate tic-tac-toe", "ultimate_tic_tac_toe", "ultimate_tic_tac_toe", Aim(0.3), Aim(0.3)),
    Played("Backgammon", "backgammon", "backgammon", Aim(0.3), Aim(0.3)),
    Played("Kalah", "mancala", "mancala", Aim(0.3), Aim(0.3)),
    Played("shogi", "shogi", "shogi", Aim(0.3), Aim(0.3)),
    Played("xiangqi", "xiangqi", "xiangqi", Aim(0.3), Aim(0.3)),
    Played("Banqi", "banqi", "banqi", Aim(0.3), Aim(0.3)),
    Played("Solitaire", "solitaire", "solitaire", Aim(None, 0.3), Aim(None, 0.35)),
    Played("Yacht", "yacht", "yacht", Aim(0.3), Aim(0.3)),
    Played("Gomoku", "gomoku", "gomoku(size=15)", Aim(None, 0.3), Aim(None, 0.35)),
)

WORKLOADS: Final[tuple[Workload, ...]] = (
    *[
        Workload(
            *(f"{each.title}, random playouts", "decisions", "playouts", each.game, "new", PYSPIEL, each.theirs),
            *(each.interpreted, each.by_push),
        )
        for each in PLAYED
    ],
    *[
        Workload(
            *(f"{each.title}, playouts by walk", "decisions", "playouts", each.game, "walk", PYSPIEL, each.theirs),
            compiled=each.by_walk,
        )
        for each in PLAYED
    ],
    Workload("tic-tac-toe, playouts from a copy", "decisions", "playouts", "tic_tac_toe", "copy", PYSPIEL, "tic_tac_toe"),
    Workload("Reversi, playouts from a copy", "decisions", "playouts", "reversi", "copy", PYSPIEL, "othello"),
    Workload(
        "Reversi by `rays` in an author's file, random playouts",
        *("decisions", "playouts", "rays_reversi", "new", PYSPIEL, "othello"),
    ),
    Workload("tic-tac-toe, whole tree, driven from Python", "nodes", "trees", "tic_tac_toe", "python", PYSPIEL, "tic_tac_toe"),
    Workload(
        "tic-tac-toe, whole tree, `rondel.search`",
        *("nodes", "trees", "tic_tac_toe", "search", PYSPIEL, "tic_tac_toe"),
        compiled=Aim(1.3),
    ),
    Workload("Reversi, perft 6, driven from Python", "leaves", "trees", "reversi", "python", PYSPIEL, "othello"),
    Workload(
        "Reversi, perft 6, `rondel.search`",
        *("leaves", "trees", "reversi", "search", PYSPIEL, "othello"),
        compiled=Aim(1.0),
    ),
    Workload("chess, perft 3, driven from Python", "leaves", "trees", "chess", "python", PYTHON_CHESS, "chess"),
    Workload("chess, perft 3, `rondel.search`", "leaves", "trees", "chess", "search", PYTHON_CHESS, "chess"),
    *[
        Workload(f"{title}, MCTS, cold", "simulations", "searches", game, "cold", PYSPIEL, theirs, compiled=aim)
        for title, game, theirs, aim in (
            ("Reversi", "reversi", "othello", Aim(1.0, 2.0)),
            ("Connect Four", "connect_four", "connect_four", Aim(0.5, 1.0)),
            ("tic-tac-toe", "tic_tac_toe", "tic_tac_toe", Aim(0.2, 0.7)),
        )
    ],
    Workload(
        "tic-tac-toe, MCTS, its positions remembered (warm)",
        *("simulations", "searches", "tic_tac_toe", "warm", PYSPIEL, "tic_tac_toe"),
    ),
    Workload(
        "tic-tac-toe, MCTS, cold, against OpenSpiel's in Python",
        *("simulations", "searches", "tic_tac_toe", "cold python", PYSPIEL, "tic_tac_toe"),
    ),
    Workload(
        "tic-tac-toe, MCTS, warm, against OpenSpiel's in Python",
        *("simulations", "searches", "tic_tac_toe", "warm python", PYSPIEL, "tic_tac_toe"),
        interpreted=Aim(3),
    ),
    Workload("Leduc poker, CFR", "iterations", "solvers", "leduc_poker", "cfr", PYSPIEL, "leduc_poker"),
    Workload("tic-tac-toe, copy after 4 moves", "copies", "copies", "tic_tac_toe", "copy", PYSPIEL, "tic_tac_toe"),
    Workload("Reversi, copy after 30 moves", "copies", "copies", "reversi", "copy", PYSPIEL, "othello"),
    *[
        Workload(f"{title}, learning", "steps", "steps", game, "", PETTINGZOO, theirs, compiled=Aim(10))
        for title, game, theirs in (
            ("tic-tac-toe", "tic_tac_toe", "tictactoe.tictactoe"),
            ("Connect Four", "connect_four", "connect_four.connect_four"),
            ("chess", "chess", "chess.chess"),
        )
    ],
    *[
        Workload(f"{title}, random playouts", "moves", "playouts", game, "new", BOARDGAMEIO, game, compiled=Aim(floor))
        for title, game, floor in (("tic-tac-toe", "tic_tac_toe", 20), ("Reversi", "reversi", 10))
    ],
    Workload(
        "Connect Four, MCTS in two processes, against one",
        *("simulations", "searches", "connect_four", "crew 2", ITSELF, "crew 1"),
        *(Aim(PAIR), Aim(PAIR)),
    ),
    Workload(
        "moves 24,000 to 25,000 of a game, against its first 1,000",
        *("moves", "lives", "walk", "move 24000", ITSELF, "move 0"),
        *(Aim(FLAT), Aim(FLAT)),
    ),
    Workload(
        "the same, with the view and the news of each",
        *("moves", "lives", "walk", "turn 24000", ITSELF, "turn 0"),
        *(Aim(FLAT), Aim(FLAT)),
    ),
)

SIZES: Final[tuple[Size, ...]] = (
    Size("Reversi, copy after 30 moves", "µs", "copies", "reversi", "copy", 1e6, 60, 10),
    Size("tic-tac-toe, copy after 4 moves", "µs", "copies", "tic_tac_toe", "copy", 1e6),
    Size("tic-tac-toe, whole tree of 549,946 nodes, equal positions once", "ms", "trees", "tic_tac_toe", "merged", 1e3),
    Size("Connect Four, every move solved with 12 empty cells", "ms", "solvers", "connect_four", "endings", 1e3),
    Size("restore a snapshot after 100 moves", "µs", "lives", "walk", "restore 100", 1e6),
    Size("restore a snapshot after 25,000 moves", "µs", "lives", "walk", "restore 25000", 1e6),
    Size("replay a record of 25,000 moves", "ms", "lives", "walk", "replay 25000", 1e3),
    Size("memory left by a move of Reversi", "bytes", "lives", "reversi", "weigh 0", 0),
    Size("memory left by a move of a long game", "bytes", "lives", "walk", "weigh 0", 0),
)
