"""Sweeps: a scenario run over a grid, at random or on a Sobol sequence."""
