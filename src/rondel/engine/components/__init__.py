"""What lies on the table: props, tokens, containers, and the journal of every write to them."""
