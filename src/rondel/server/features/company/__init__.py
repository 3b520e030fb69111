"""Company: whom accounts follow and block.

``relations`` stores who follows and blocks whom, ``presence`` who is online. ``circle`` is the list of an account's people,
``admission`` keeps blocked people from the tables of the one who has blocked them.
"""
