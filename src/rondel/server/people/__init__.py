"""People: who somebody is, what they may do, and how much of it.

``principal`` is somebody, ``directory`` where all of them are stored, ``sessions`` in which browsers they are, ``cookie`` how a
browser says so; ``people`` puts them together for the addresses of the application.
"""
