"""What simulate, compare and sweep share: their arguments, progress, Ctrl-C, and their answers."""
