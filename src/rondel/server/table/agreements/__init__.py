"""What players agree on at a table besides moves: offers, departures, and how a round begins and ends."""

from rondel.server.table.agreements.negotiation import Negotiation, Settling
from rondel.server.table.agreements.offers import Offers
from rondel.server.table.agreements.table_state import PLAIN, Overdue, Standstill, TableState, plain
from rondel.server.table.final_ranks import placed, sides_left
from rondel.server.table.time_controls import LAG, Clocks

__all__ = [
    "LAG",
    "PLAIN",
    "Clocks",
    "Negotiation",
    "Offers",
    "Overdue",
    "Settling",
    "Standstill",
    "TableState",
    "placed",
    "plain",
    "sides_left",
]
