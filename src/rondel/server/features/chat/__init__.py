"""Chat at tables: one channel for players, one for spectators.

``wording`` limits the text of a line, ``channels`` says who may read and write which channel, ``chat_log`` stores lines,
``chat`` puts them together. Chat lines are not rows of a table's log: they have numbers of their own, make no answer stale and
are in no replay.
"""
