"""What a simulated arena must keep to: the judge of a table, and those it has for parts of its promises."""
