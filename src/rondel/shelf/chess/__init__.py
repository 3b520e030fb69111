"""Chess, and the ways it is written.

`Chess`                            the rules                    rules.py
                                   how the pieces move          pieces.py, steps.py
                                   and look                     faces.py
                                   what bots think of them      judgement.py
                                   and searches, millions of    evaluation.py
                                   times
`from_fen`, `to_fen`               positions                    fen.py
`from_pgn`, `to_pgn`, `tags_of`    games                        pgn.py
                                   moves in algebraic notation  notation.py
"""

from rondel.shelf.chess.fen import from_fen, to_fen
from rondel.shelf.chess.pgn import from_pgn, tags_of, to_pgn
from rondel.shelf.chess.rules import Chess

__all__ = ["Chess", "from_fen", "from_pgn", "tags_of", "to_fen", "to_pgn"]
