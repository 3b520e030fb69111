"""Games that come with translations: a sound one, and one with a text too many."""
