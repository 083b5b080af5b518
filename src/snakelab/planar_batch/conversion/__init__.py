"""Conversion of an engine's robot, world and state to the batch model."""
