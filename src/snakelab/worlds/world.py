"""World: the media that act on a robot."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import get_args

from snakelab.errors import WorldError
from snakelab.notebook.registry import Displayed
from snakelab.types import at_most, instance, instances
from snakelab.worlds.external_forces.external_wrench import ExternalWrench, UserWrench
from snakelab.worlds.fluid import Fluid, InertiaBoxFluid, LumpedFluid
from snakelab.worlds.gravity import Gravity
from snakelab.worlds.ground_friction.contact import Contact
from snakelab.worlds.ground_friction.friction import LinkFriction, ViscousFriction
from snakelab.worlds.ground_friction.granular import GranularMedium
from snakelab.worlds.scenery import Scenery
from snakelab.worlds.user_functions.user_law import UserLaw

Medium = (
    Gravity
    | LinkFriction
    | ViscousFriction
    | UserLaw
    | Contact
    | Fluid
    | LumpedFluid
    | InertiaBoxFluid
    | GranularMedium
    | ExternalWrench
    | UserWrench
)

MAX_MEDIA = 1000


@dataclass(frozen=True)
class World(Displayed):
    """World: a tuple of media. An empty world is free space.

    Args:
        media: Gravity, friction, contact, fluids, granular media, external wrenches, user-defined laws. They act
            independently, and several of one kind are added.
        name: Name in titles.
        scenery: Appearance in the images of cameras; None for the default `Scenery`. It does not affect the motion.
    """

    media: Sequence[Medium] = field(default=())
    name: str = "world"
    scenery: Scenery | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "media", instances(self.media, "World media", get_args(Medium), WorldError))
        at_most(len(self.media), MAX_MEDIA, "World media", WorldError)
        if self.scenery is not None:
            instance(self.scenery, "World scenery", (Scenery,), WorldError)
