"""Limits of what a viewer may send."""

# Longest message [bytes].
MAX_BYTES = 65_536
