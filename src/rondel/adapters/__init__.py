"""Adapters to other projects' interfaces, each imported only on demand.

`rondel.adapters.three_methods` seats players with three methods, `rondel.adapters.stones` those written for Stones. The others
are optional extras: `rondel.adapters.pettingzoo`, `rondel.adapters.gymnasium` and `rondel.adapters.vector` come with
``rondel[rl]``, `rondel.adapters.openspiel` with ``rondel[openspiel]``.
"""
