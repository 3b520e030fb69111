"""Which games are like which: what the page names as "More like this" beside a game.

Who makes a library knows this, and not the author of one game, so it is no part of the rules. Of games that are not named here
the page says those of the same family.
"""

from __future__ import annotations

from typing import Final

LIKE: Final[dict[str, tuple[str, str, str]]] = {
    "amazons": ("go", "corridors", "lines_of_action"),
    "backgammon": ("cant_stop", "yacht", "mancala"),
    "banqi": ("xiangqi", "draughts", "breakthrough"),
    "battleship": ("wolves_in_town", "liars_dice", "banqi"),
    "breakthrough": ("draughts", "lines_of_action", "corridors"),
    "cant_stop": ("yacht", "liars_dice", "backgammon"),
    "chess": ("shogi", "xiangqi", "draughts"),
    "connect_four": ("gomoku", "ultimate_tic_tac_toe", "reversi"),
    "corridors": ("amazons", "hex", "breakthrough"),
    "crazy_eights": ("gin_rummy", "hearts", "seed_swap"),
    "dots_and_boxes": ("go", "reversi", "corridors"),
    "draughts": ("chess", "breakthrough", "nine_mens_morris"),
    "fireworks": ("wolves_in_town", "spades", "seed_swap"),
    "gin_rummy": ("crazy_eights", "texas_holdem", "seed_swap"),
    "go": ("hex", "amazons", "reversi"),
    "gomoku": ("connect_four", "ultimate_tic_tac_toe", "hex"),
    "harvest_wheel": ("seed_swap", "cant_stop", "fireworks"),
    "hearts": ("spades", "skat", "crazy_eights"),
    "hex": ("y", "go", "lines_of_action"),
    "kuhn_poker": ("leduc_poker", "texas_holdem", "liars_dice"),
    "leduc_poker": ("kuhn_poker", "texas_holdem", "liars_dice"),
    "liars_dice": ("texas_holdem", "cant_stop", "wolves_in_town"),
    "lines_of_action": ("hex", "breakthrough", "swarm"),
    "mancala": ("backgammon", "reversi", "nine_mens_morris"),
    "nine_mens_morris": ("draughts", "mancala", "gomoku"),
    "reversi": ("go", "connect_four", "dots_and_boxes"),
    "seed_swap": ("harvest_wheel", "fireworks", "crazy_eights"),
    "shephy": ("solitaire", "yacht", "seed_swap"),
    "shogi": ("chess", "xiangqi", "draughts"),
    "skat": ("hearts", "spades", "gin_rummy"),
    "solitaire": ("shephy", "yacht", "crazy_eights"),
    "spades": ("hearts", "skat", "fireworks"),
    "stones": ("mancala", "dots_and_boxes", "reversi"),
    "swarm": ("lines_of_action", "hex", "amazons"),
    "texas_holdem": ("liars_dice", "gin_rummy", "leduc_poker"),
    "tic_tac_toe": ("ultimate_tic_tac_toe", "connect_four", "gomoku"),
    "ultimate_tic_tac_toe": ("connect_four", "gomoku", "tic_tac_toe"),
    "wolves_in_town": ("fireworks", "liars_dice", "battleship"),
    "xiangqi": ("chess", "shogi", "banqi"),
    "y": ("hex", "go", "lines_of_action"),
    "yacht": ("cant_stop", "liars_dice", "solitaire"),
}
"""For each shipped game those that a player of it may like, the most alike first."""


def like(game: str) -> tuple[str, ...]:
    """The names of the games that are like the game of that name; none for a game that is not shipped.

    >>> like("hex"), like("my_game")
    (('y', 'go', 'lines_of_action'), ())
    """
    return LIKE.get(game, ())
