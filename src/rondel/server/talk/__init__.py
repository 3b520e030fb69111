"""Talk: the chat at tables, that of who plays and that of who looks on.

``wording`` is what a line may hold, ``channels`` who may read and write which, ``book`` keeps what was said, ``talk`` puts them
together, ``addresses`` has it over HTTP. Chat is no row of a table's log: it has numbers of its own, makes no answer stale and
is in no replay.
"""
