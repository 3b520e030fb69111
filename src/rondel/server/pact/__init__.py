"""What people settle at a table besides answering: clocks, offers, departures, and how a round ends."""

from rondel.server.pact.clocks import LAG, Clocks
from rondel.server.pact.offers import Offers
from rondel.server.pact.pact import Overdue, Pact
from rondel.server.pact.places import placed, sides_left

__all__ = ["LAG", "Clocks", "Offers", "Overdue", "Pact", "placed", "sides_left"]
