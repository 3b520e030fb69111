"""The shipped games, each in a file or folder of its own; none knows another."""

CATALOGUE = {
    "battleship": "rondel.games.battleship:Battleship",
    "cant_stop": "rondel.games.cant_stop:CantStop",
    "chess": "rondel.games.chess:Chess",
    "connect_four": "rondel.games.connect_four:ConnectFour",
    "gomoku": "rondel.games.gomoku:Gomoku",
    "harvest_wheel": "rondel.games.harvest_wheel:HarvestWheel",
    "hearts": "rondel.games.hearts:Hearts",
    "kuhn_poker": "rondel.games.kuhn_poker:KuhnPoker",
    "leduc_poker": "rondel.games.leduc_poker:LeducPoker",
    "liars_dice": "rondel.games.liars_dice:LiarsDice",
    "nine_mens_morris": "rondel.games.nine_mens_morris:NineMensMorris",
    "reversi": "rondel.games.reversi:Reversi",
    "seed_swap": "rondel.games.seed_swap:SeedSwap",
    "shephy": "rondel.games.shephy:Shephy",
    "stones": "rondel.games.stones:Stones",
    "tic_tac_toe": "rondel.games.tic_tac_toe:TicTacToe",
}
"""Where each game is found, so that none is imported before it is played."""
