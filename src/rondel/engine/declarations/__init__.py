"""What an author declares: states, actions, options, facts, results, statistics and migrations."""
