"""Largest sizes of a part: squares and products of more would not be finite, or mean nothing."""

LONGEST = 1e6  # [m]
HEAVIEST = 1e9  # [kg]
LARGEST = 1e6  # displaced volume [m^3]
