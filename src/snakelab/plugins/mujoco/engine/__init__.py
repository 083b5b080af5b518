"""MuJoCo as engine of a simulation."""
