"""Planar worlds under water: walls with a pipe, posts, and currents, made ready for the lanes."""

from snakelab.planar_batch.world.contact_law import WallLaw
from snakelab.planar_batch.world.current import PipeCurrent, UniformCurrent
from snakelab.planar_batch.world.planar_world import PlanarWorld
from snakelab.planar_batch.world.surroundings import Surroundings

__all__ = ["PipeCurrent", "PlanarWorld", "Surroundings", "UniformCurrent", "WallLaw"]
