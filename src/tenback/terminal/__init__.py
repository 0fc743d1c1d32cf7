"""Games in a terminal."""
