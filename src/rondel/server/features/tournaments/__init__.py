"""Tournaments between people. The stored rows are all of a tournament: ``competition`` derives from them, purely, the
standings and what happens next. ``tournament_log`` reads and writes the rows, ``tournament_worker`` lets each tournament go
on, on whatever node looks first, and ``tournaments`` carries out requests.
"""
