"""Training a network: its tables and weights, the session, and the evaluation on fresh deals."""

SHIPPED, NOTHING = "shipped", "nothing"
"""What a training can start from besides the file of a network."""
