"""Runs tables: asks bots, writes the log, wakes listeners; and knows who people are."""
