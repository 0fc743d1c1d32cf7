"""The search bots: they find whole turns, value the afterstates with a network and look ahead."""
