"""The ``rondel`` command. ``commands`` is its surface; each other module does what one command asks for."""

from rondel.cli.app import main

__all__ = ["main"]
