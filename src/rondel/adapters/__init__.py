"""Other people's interfaces to our games, each an optional extra: nothing here is imported before it is asked for.

`rondel.adapters.pettingzoo` and `rondel.adapters.gymnasium` come with ``rondel[rl]``, `rondel.adapters.openspiel` with
``rondel[openspiel]``.
"""
