"""Stepwise simulation of many rows of one planar snake by the batch model: `LaneBatch`."""
