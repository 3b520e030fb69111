"""Chat at tables: one channel for players, one for spectators.

``wording`` limits what a line may hold, ``channels`` says who may read and write which, ``chat_log`` stores lines, ``chat``
puts them together. Chat lines are no rows of a table's move log: they have numbers of their own, make no answer stale and are
in no replay.
"""
