"""What people settle at a table besides answering: clocks, offers, departures, and how a round begins and ends."""

from rondel.server.pact.clocks import LAG, Clocks
from rondel.server.pact.offers import Offers
from rondel.server.pact.pact import PLAIN, Overdue, Pact, plain
from rondel.server.pact.parley import Parley, Settling
from rondel.server.pact.places import placed, sides_left

__all__ = ["LAG", "PLAIN", "Clocks", "Offers", "Overdue", "Pact", "Parley", "Settling", "placed", "plain", "sides_left"]
