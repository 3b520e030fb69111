"""The lobby: which tables there are to sit down at or look on, and which of one's own wait.

``listing`` finds them in the store, ``lobby`` shows them page by page, ``feed`` tells those who follow it what has changed,
``addresses`` has it over HTTP.
"""
