"""The workbench of ``rondel dev``: one game whose rules are being written, served to its author.

``source`` lists the files that are watched, ``workbench`` loads their rules and replaces those of an open table,
``diagnosis`` says what is wrong and where, ``trees`` and ``tree_api`` show the tree of a game.
"""
