"""The ``rondel`` command. ``app`` is its surface; each other module does what one command asks for."""

from rondel.cli.app import main

__all__ = ["main"]
