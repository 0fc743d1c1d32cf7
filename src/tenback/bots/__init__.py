"""Who plays. A bot receives a view and answers with a move; it never sees a game."""
