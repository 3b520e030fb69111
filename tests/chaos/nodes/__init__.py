"""Chaos for several nodes: real servers on one PostgreSQL and one bus, with a link before each that can be cut.

The players (`travellers`) behave as the page does: they ping where nothing comes, and go to another node when that is silent.
Needs PostgreSQL, and for some figures a Valkey or Redis; where there is none, the tests are skipped and say so.
"""
