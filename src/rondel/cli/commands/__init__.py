"""The surface of the command: a module for each of its commands, with its options and its help.

What a command does is in the module of its name on the floor above, imported when it is called, so that ``rondel --help`` is
quick. For the same reason annotations are evaluated here with the module, without ``from __future__ import annotations``: Typer
reads all of them at every start, and would compile each twice where it is a text.
"""
