"""Kernels of one implicit time step of a block of lanes."""
