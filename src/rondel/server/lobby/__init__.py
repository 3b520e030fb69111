"""The lobby: the public tables, and one's own tables.

``queries`` finds them in the store, ``service`` lists them page by page, ``feed`` broadcasts changes to subscribers, ``terms``
checks the terms of a new table.
"""
