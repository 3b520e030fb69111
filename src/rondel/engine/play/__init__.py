"""One game in progress: the machine that runs its rules, questions and their answers, the log, and undo."""
