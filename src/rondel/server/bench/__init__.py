"""The bench: one game whose rules are being written, served to its author (``rondel dev``).

``source`` is the files that are watched, ``bench`` has their rules and puts new ones in place of the old at an open table,
``trouble`` says what is wrong and where, ``addresses`` tells the page.
"""
