"""Planar worlds, under water and on land: walls, posts, currents, ground friction, contact law, and sampling on a grid."""

from snakelab.planar_batch.world.contact_law import WallLaw
from snakelab.planar_batch.world.current import PipeCurrent, UniformCurrent
from snakelab.planar_batch.world.ground_friction import GroundFriction
from snakelab.planar_batch.world.planar_world import PlanarWorld, Surroundings

__all__ = ["GroundFriction", "PipeCurrent", "PlanarWorld", "Surroundings", "UniformCurrent", "WallLaw"]
