"""Worlds: tuples of media. A medium is its parameters and its law; it depends on shapes, poses and twists, not on robots."""

from snakelab.worlds.external_forces.external_wrench import ExternalWrench, UserWrench
from snakelab.worlds.fluid import Current, CurrentMap, Fluid, InertiaBoxFluid, LumpedFluid, Region, UserCurrent
from snakelab.worlds.gravity import Gravity
from snakelab.worlds.ground_friction.contact import Contact, SurfaceFriction
from snakelab.worlds.ground_friction.friction import LinkFriction, ViscousFriction
from snakelab.worlds.ground_friction.granular import (
    GranularMaterial,
    GranularMedium,
    close_poppy_seed,
    generic_grains,
    loose_poppy_seed,
)
from snakelab.worlds.scenery import Scenery
from snakelab.worlds.user_functions.user_law import UserLaw
from snakelab.worlds.world import World

__all__ = [
    "Contact",
    "Current",
    "CurrentMap",
    "ExternalWrench",
    "Fluid",
    "GranularMaterial",
    "GranularMedium",
    "Gravity",
    "InertiaBoxFluid",
    "LinkFriction",
    "LumpedFluid",
    "Region",
    "Scenery",
    "SurfaceFriction",
    "UserCurrent",
    "UserLaw",
    "UserWrench",
    "ViscousFriction",
    "World",
    "close_poppy_seed",
    "generic_grains",
    "loose_poppy_seed",
]
