"""Games as numbers, for programs that learn: encodings of what a role sees, and moves by number."""
