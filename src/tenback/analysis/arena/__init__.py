"""Bots against the game and against each other: who sits where, how it went, who is stronger."""
