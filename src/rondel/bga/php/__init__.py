"""PHP as the reader sees it: syntax trees, values, and what operators and functions make of values."""
