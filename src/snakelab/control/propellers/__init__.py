"""Thrust of a robot's propellers: their table, and the allocation of a desired force and moment."""
