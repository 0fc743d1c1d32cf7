"""How the strong players think: whole turns, a value network over what they leave, lookahead."""
