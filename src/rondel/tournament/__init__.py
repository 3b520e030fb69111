"""Tournaments: who plays whom, on how many processes or machines, and what it says of how strong they are.

``tournament`` is the whole; ``entrant`` is who takes part, ``pairing`` who meets whom, ``fixture`` a game that is to be played.
``job`` plays fixtures, and ``executor`` has them played: in this process, on ``processes`` (each a ``worker``), or on a Ray
``cluster``. ``outcome`` is what came of one, ``ledger`` keeps them in a file. ``standing`` counts points, ``rating`` estimates
strength, ``plot`` draws it, and ``report`` tells all of it.
"""

from rondel.tournament.entrant import Entrant
from rondel.tournament.executor import Executor, Serial
from rondel.tournament.ledger import Ledger
from rondel.tournament.outcome import Fault, Outcome
from rondel.tournament.processes import Processes
from rondel.tournament.report import Report
from rondel.tournament.standing import Standing, standings
from rondel.tournament.tournament import Tournament, contest

__all__ = [
    "Entrant",
    "Executor",
    "Fault",
    "Ledger",
    "Outcome",
    "Processes",
    "Report",
    "Serial",
    "Standing",
    "Tournament",
    "contest",
    "standings",
]
