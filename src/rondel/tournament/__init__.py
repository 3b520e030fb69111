"""Tournaments between bots: pairings, execution on several processes or machines, and standings.

``tournament`` runs the whole. ``entrant`` is a player with a name, ``pairing`` makes the line-ups, ``fixture`` is one scheduled
game, ``outcome`` its result. ``execution`` plays fixtures: in this process, on several processes or on a Ray cluster.
``ledger`` keeps outcomes in a file, so that an interrupted tournament resumes. ``standing`` counts points, ``rating`` estimates
strength, ``plot`` draws ratings, ``report`` writes the report.
"""

from rondel.tournament.entrant import Entrant
from rondel.tournament.execution.executor import Executor, Serial
from rondel.tournament.execution.processes import Processes
from rondel.tournament.ledger import Ledger
from rondel.tournament.outcome import Fault, Outcome
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
