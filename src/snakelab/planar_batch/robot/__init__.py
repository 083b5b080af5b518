"""Planar swimming robot of the batch model: its links, the law of its joints, and its state."""
