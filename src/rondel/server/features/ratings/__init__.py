"""Ratings: how strong people with accounts are at each game.

``rondel.rating`` computes new ratings, ``rating_log`` stores them and settles each round once,
``rating_worker`` settles rounds that have ended, ``leaderboard`` lists them.
"""
