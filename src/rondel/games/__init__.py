"""The shipped games, each in a file or folder of its own; none knows another."""

CATALOGUE = {
    "reversi": "rondel.games.reversi:Reversi",
    "stones": "rondel.games.stones:Stones",
    "tic_tac_toe": "rondel.games.tic_tac_toe:TicTacToe",
}
"""Where each game is found, so that none is imported before it is played."""
