"""Table talk: what players may say by which policy, and which remarks still stand (T1 to T7)."""
