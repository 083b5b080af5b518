"""Model of a planar snake for lanes: robot, world, kernels of one step."""
