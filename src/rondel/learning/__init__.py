"""Games as numbers, for learning programs: encodings of a role's view, and numbered moves."""
