"""Ratings: how strong people with accounts are at each game.

``rondel.rating`` computes new ratings, ``rating_log`` stores them and settles each round once,
``rating_worker`` settles rounds that have ended, ``leaderboard`` lists them. In a season everybody begins anew:
``season_dates`` says which part of a year it is, ``season_log`` counts its rounds, ``season_board`` lists its standings.
"""
