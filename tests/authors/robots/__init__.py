"""Robot derby: see `rules`."""

from .advice import Robots

__all__ = ["Robots"]
