"""Planar worlds under water: walls with a pipe, posts and currents, their contact law, and their sampling on a grid."""

from snakelab.planar_batch.world.contact_law import WallLaw
from snakelab.planar_batch.world.current import PipeCurrent, UniformCurrent
from snakelab.planar_batch.world.planar_world import PlanarWorld, Surroundings

__all__ = ["PipeCurrent", "PlanarWorld", "Surroundings", "UniformCurrent", "WallLaw"]
