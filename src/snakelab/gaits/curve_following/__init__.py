"""Gaits that follow a curve: the curves, the nearest shapes of a body, and the gait."""
