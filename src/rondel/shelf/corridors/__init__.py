"""Corridors: a race across the board, with walls in the way."""

from rondel.shelf.corridors.rules import Corridors

__all__ = ["Corridors"]
