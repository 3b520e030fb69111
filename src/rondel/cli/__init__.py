"""The ``rondel`` command. ``commands`` has a module for each command; beside it is what several of them share."""

from rondel.cli.app import main

__all__ = ["main"]
