"""The rules of the whole family, exact and immutable. Standard library only."""
