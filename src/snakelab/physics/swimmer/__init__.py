"""The planar underwater snake: its parameters, its joints and its state."""
