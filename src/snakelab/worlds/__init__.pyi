"""Public names of the package, imported at their first use."""

from .contact_laws import (
    Bearing as Bearing,
    FrictionPatch as FrictionPatch,
    RegionalFriction as RegionalFriction,
    Contact as Contact,
    SelfContact as SelfContact,
    SurfaceFriction as SurfaceFriction,
    grass as grass,
    gravel as gravel,
    rocks as rocks,
    sand as sand,
)
from .currents import Current as Current, CurrentMap as CurrentMap, Region as Region, UserCurrent as UserCurrent
from .external_wrench import Damper as Damper, ExternalWrench as ExternalWrench, UserWrench as UserWrench
from .fluid import Fluid as Fluid
from .friction import LinkFriction as LinkFriction, ViscousFriction as ViscousFriction
from .granular import (
    GranularMaterial as GranularMaterial,
    GranularMedium as GranularMedium,
    close_poppy_seed as close_poppy_seed,
    generic_grains as generic_grains,
    loose_poppy_seed as loose_poppy_seed,
)
from .gravity import Gravity as Gravity
from .force_law import UserLaw as UserLaw
from .lumped_fluid import (
    EllipsoidFluid as EllipsoidFluid,
    FluidEllipsoid as FluidEllipsoid,
    InertiaBoxFluid as InertiaBoxFluid,
    LumpedFluid as LumpedFluid,
)
from .free_bodies import (
    Ball as Ball,
    Capsule as Capsule,
    ConvexHull as ConvexHull,
    Cuboid as Cuboid,
    FreeBody as FreeBody,
)
from .world import Scenery as Scenery, World as World

__all__ = [
    "Ball",
    "Bearing",
    "Capsule",
    "Contact",
    "ConvexHull",
    "Cuboid",
    "Current",
    "CurrentMap",
    "Damper",
    "EllipsoidFluid",
    "ExternalWrench",
    "Fluid",
    "FluidEllipsoid",
    "FreeBody",
    "FrictionPatch",
    "GranularMaterial",
    "GranularMedium",
    "Gravity",
    "InertiaBoxFluid",
    "LinkFriction",
    "LumpedFluid",
    "Region",
    "RegionalFriction",
    "Scenery",
    "SelfContact",
    "SurfaceFriction",
    "UserCurrent",
    "UserLaw",
    "UserWrench",
    "ViscousFriction",
    "World",
    "close_poppy_seed",
    "generic_grains",
    "grass",
    "gravel",
    "loose_poppy_seed",
    "rocks",
    "sand",
]
