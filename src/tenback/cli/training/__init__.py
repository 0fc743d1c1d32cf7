"""What `train` and `difficulty` share: tables to play at, the training itself, figures to tell."""

SHIPPED, NOTHING = "shipped", "nothing"
"""What a training can start from besides the file of a network."""
