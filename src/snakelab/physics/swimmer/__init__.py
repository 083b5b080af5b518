"""The planar underwater snake: its numbers, its joints, and one step in full matrices."""
