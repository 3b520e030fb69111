"""History: rounds that were played, replayed and exported.

``table_actions`` reads from the log what people did besides answering; ``replay`` plays a round again for a viewer, ``branch``
plays it on from one of its positions, ``round_export`` is the round as a file. ``reader`` runs them beside the rules.
"""
