"""Bots at open tables: which are to answer, when their answers leave, and the processes in which they search."""
