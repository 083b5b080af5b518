"""Planar worlds under water: walls with a pipe, posts, and currents, made ready for the lanes."""

from snakelab.worlds.planar.current import PipeCurrent, UniformCurrent
from snakelab.worlds.planar.planar_world import PlanarWorld
from snakelab.worlds.planar.surroundings import Surroundings
from snakelab.worlds.planar.wall_law import WallLaw

__all__ = ["PipeCurrent", "PlanarWorld", "Surroundings", "UniformCurrent", "WallLaw"]
