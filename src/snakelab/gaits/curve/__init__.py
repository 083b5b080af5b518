"""Gaits that follow a curve: the curves, the shapes of a body that come nearest to them, and the gait."""
