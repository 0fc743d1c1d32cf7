"""What games and moves are worth: figures as people read them, and pictures of them."""
