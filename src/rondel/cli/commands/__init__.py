"""The commands: a module for each, or a package; it holds the options, the help, and what the command does.

A command imports what it works with inside its functions, so that ``rondel --help`` is quick. For the same reason annotations
are evaluated here with the module, without ``from __future__ import annotations``: Typer reads those of all commands at every
start, and would compile each twice where it is a text. Types of rooms that are imported late stand in quotes.
"""
