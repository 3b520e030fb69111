"""The shipped games, each in a file or folder of its own; none knows another."""

CATALOGUE = {
    "amazons": "rondel.shelf.amazons:Amazons",
    "battleship": "rondel.shelf.battleship:Battleship",
    "breakthrough": "rondel.shelf.breakthrough:Breakthrough",
    "cant_stop": "rondel.shelf.cant_stop:CantStop",
    "chess": "rondel.shelf.chess:Chess",
    "connect_four": "rondel.shelf.connect_four:ConnectFour",
    "draughts": "rondel.shelf.draughts:Draughts",
    "go": "rondel.shelf.go:Go",
    "gomoku": "rondel.shelf.gomoku:Gomoku",
    "harvest_wheel": "rondel.shelf.harvest_wheel:HarvestWheel",
    "hearts": "rondel.shelf.hearts:Hearts",
    "hex": "rondel.shelf.hex:Hex",
    "kuhn_poker": "rondel.shelf.kuhn_poker:KuhnPoker",
    "leduc_poker": "rondel.shelf.leduc_poker:LeducPoker",
    "liars_dice": "rondel.shelf.liars_dice:LiarsDice",
    "lines_of_action": "rondel.shelf.lines_of_action:LinesOfAction",
    "nine_mens_morris": "rondel.shelf.nine_mens_morris:NineMensMorris",
    "reversi": "rondel.shelf.reversi:Reversi",
    "seed_swap": "rondel.shelf.seed_swap:SeedSwap",
    "shephy": "rondel.shelf.shephy:Shephy",
    "spades": "rondel.shelf.spades:Spades",
    "stones": "rondel.shelf.stones:Stones",
    "texas_holdem": "rondel.shelf.texas_holdem:TexasHoldem",
    "tic_tac_toe": "rondel.shelf.tic_tac_toe:TicTacToe",
}
"""Where each game is found, so that none is imported before it is played."""
