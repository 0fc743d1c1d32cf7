"""One table's life: seats, options, fair deals, commands in, events out. No clock, no I/O."""
