"""Plans, or conditional moves: if they play this, I play that.

``plan`` is the value, and what is left of it after each answer; ``planner`` has them kept and told to who has made them, and to
nobody else; ``addresses`` has that over HTTP. They lie in the seat of who has made them, and its room answers by them.
"""
