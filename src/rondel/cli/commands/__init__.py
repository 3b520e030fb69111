"""The commands: a module or package for each, with its options, its help and its code.

A command has its imports inside its functions, so that ``rondel --help`` is quick. For the same reason annotations
are evaluated with the module, without ``from __future__ import annotations``: Typer reads those of all commands at every
start, and would compile a text annotation twice. Types of rooms that are imported late are in quotes.
"""
