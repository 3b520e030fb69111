"""History: rounds that were played, replayed and exported.

``table_actions`` reads from the log what players did besides moves; ``replay`` replays a round for a viewer, ``branch`` plays
it on from one of its positions, ``round_export`` makes a file of it. ``reader`` runs them beside the rules.
"""
