"""Hosting: games whose rules nobody here has read, each table's in a process that can be killed.

``hosts`` are the referees of such games, ``process`` is one worker as the server sees it, ``worker`` what runs in it, ``wire``
what they say to each other. `rondel.server.confinement` is what keeps a worker in bounds.
"""
