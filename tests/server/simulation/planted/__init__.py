"""Planted bugs: what would be wrong if one line of the server were. The simulation must find each of them.

Each is a function that breaks the server for a test; its docstring says how such a bug gets in.
"""

from tests.server.simulation.planted import answers, nodes, seats, terms
from tests.server.simulation.planted.bugs import GATHERED, PLANTED

__all__ = ["GATHERED", "PLANTED", "answers", "nodes", "seats", "terms"]
