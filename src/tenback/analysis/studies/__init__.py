"""Studies: many games of bots, with what came out of them as data."""
