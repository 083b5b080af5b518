"""World: the media that act on a robot."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import get_args

from snakelab.errors import WorldError
from snakelab.parameters.arguments import at_most, instance, instances
from snakelab.parameters.display import Displayed
from snakelab.worlds.contact import Contact
from snakelab.worlds.external_wrench import ExternalWrench, UserWrench
from snakelab.worlds.fluid import Fluid
from snakelab.worlds.friction import LinkFriction, ViscousFriction
from snakelab.worlds.granular import GranularMedium
from snakelab.worlds.gravity import Gravity, Scenery
from snakelab.worlds.law import UserLaw
from snakelab.worlds.lumped_fluid import InertiaBoxFluid, LumpedFluid

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
