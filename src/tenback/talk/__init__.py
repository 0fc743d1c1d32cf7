"""Table talk: what may be said under which policy, and what of it still stands (T1 to T7)."""
