"""Swarm: surround the other's empress, on a table without edges."""

from rondel.shelf.swarm.rules import Swarm

__all__ = ["Swarm"]
