"""Limits of what a viewer may send."""

# Longest message [bytes].
MOST_BYTES = 65_536
