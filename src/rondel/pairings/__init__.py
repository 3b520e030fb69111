"""Pairings: who meets whom in the next round, and who is ahead.

Pure functions over scorecards, used by tournaments of bots and by those of people: ``dutch`` pairs a Swiss tournament by FIDE's
rules, ``berger`` a round robin, ``knock_out`` a knock-out, ``arena`` whoever waits, ``pods`` tables of any number of seats;
``placings`` holds tournaments at tables of more than two players, or of teams.
``tie_breaks`` orders equal scores, ``trf`` writes a tournament in FIDE's exchange format.
"""
