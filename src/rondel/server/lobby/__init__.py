"""The lobby: which tables are open to sit down at or to watch, and which of one's own wait.

``queries`` finds them in the store, ``service`` lists them page by page, ``feed`` broadcasts changes to subscribers, ``terms``
checks what a host chooses for a new table.
"""
