"""Rules that run: the machine, the questions that suspend a rule, and running it again."""
