"""What `train` and `difficulty` share: tables to play at, the training itself, figures to tell."""
