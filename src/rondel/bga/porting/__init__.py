"""A machine as a game of Rondel: names on both sides, sketch and skeleton."""
