"""Contacts of a robot with its world, and their parameters in MuJoCo."""

from dataclasses import dataclass, field

from snakelab.bridges.mujoco.contact_geoms.contact_parameters import (
    MAX_COMPLIANCE,
    WHEEL_COMPLIANCE,
    PairNumbers,
    pair_numbers,
)
from snakelab.bridges.mujoco.contact_geoms.friction import directed, turned, wheel_contact
from snakelab.bridges.mujoco.contact_geoms.inverse_masses import Weights, on_uneven_ground
from snakelab.bridges.mujoco.contact_geoms.skin import SkinGeom, moved_skin_geoms, resting_points, skin_geoms
from snakelab.bridges.mujoco.contact_geoms.surfaces import is_followed
from snakelab.physics.model import Model
from snakelab.robots.parts import Link
from snakelab.robots.parts.wheel import Wheel
from snakelab.worlds import Contact


@dataclass(frozen=True)
class ContactPairs:
    """Capsules of the skin in a world, and their contacts.

    Args:
        model: A model of rigid links.
        weights: Inverse masses of the straight robot.
        timestep: Length of the step [s].
        spinning_wheels: True if wheels are bodies that spin; else they are points with less friction along their roll.
        moved: True if each skin point has its own plane for each surface that `is_followed`, as `MujocoEngine` needs
            it.

    Attributes:
        contacts: Contacts of the world.
        skin_geoms: The skin's capsules, in the order of the geoms `skin_name`.
        resting: Those that touch geoms; the others have planes, and follow them in the order.
    """

    model: Model
    weights: Weights
    timestep: float
    spinning_wheels: bool = False
    moved: bool = False
    contacts: tuple[Contact, ...] = field(init=False)
    skin_geoms: tuple[SkinGeom, ...] = field(init=False)
    resting: tuple[SkinGeom, ...] = field(init=False)

    def __post_init__(self) -> None:
        contacts = tuple(medium for medium in self.model.world.media if isinstance(medium, Contact))
        resting, moving = [], []
        if contacts:
            aligned = any(directed(contact) for contact in contacts)
            resting = skin_geoms(self.model, aligned, apart=on_uneven_ground(contacts) and not self.moved)
            for k, contact in enumerate(contacts):
                if self.is_moved(contact):
                    moving += moved_skin_geoms(self.model, k, directed(contact))
        object.__setattr__(self, "contacts", contacts)
        object.__setattr__(self, "skin_geoms", (*resting, *moving))
        object.__setattr__(self, "resting", tuple(resting))

    def is_moved(self, contact: Contact) -> bool:
        """Return True if movable planes replace the contact's surface, one under each skin point."""
        return self.moved and is_followed(contact.surface)

    def wheel(self, skin_geom: SkinGeom) -> Wheel | None:
        """Return the wheel of a capsule; None for the link's own skin."""
        if skin_geom.wheel is None:
            return None
        links = [part for part in self.model.robot.parts if isinstance(part, Link)]
        return links[skin_geom.link].wheels[skin_geom.wheel]

    def wheel_load(self) -> float:
        """Load of a wheel of the resting robot [N]."""
        n = sum(skin_geom.wheel is not None for skin_geom in self.skin_geoms)
        return float(self.model.arrays.stations["weight"].sum()) / n

    def numbers(self, skin_geom: SkinGeom, contact: Contact) -> PairNumbers | None:
        """Parameters of a capsule of the skin on a surface; None if its link is fixed in the world."""
        inverse_mass = float(self.weights.links[skin_geom.link])
        if inverse_mass <= 0.0:
            return None
        spins = self.spinning_wheels and skin_geom.wheel is not None
        if spins:  # it has a separate body
            inverse_mass = self.weights.at(skin_geom.link, (skin_geom.start + skin_geom.end) / 2)
        return pair_numbers(
            turned(self._effective_contact(contact, skin_geom), self.moved),
            inverse_mass,
            self._load(skin_geom),
            skin_geom.fraction,
            self.timestep,
            WHEEL_COMPLIANCE if spins else MAX_COMPLIANCE,
        )

    def _load(self, skin_geom: SkinGeom) -> float:
        """Load of a capsule of the resting robot [N]."""
        if skin_geom.wheel is not None:
            return self.wheel_load()
        return float(self.model.arrays.stations["weight"][skin_geom.link]) / resting_points(
            self.resting, skin_geom.link
        )

    def _effective_contact(self, contact: Contact, skin_geom: SkinGeom) -> Contact:
        """Contact of a capsule: that of a wheel is along its axle, and rolls across it."""
        wheel = self.wheel(skin_geom)
        if wheel is None or contact.friction is None:
            return contact
        return wheel_contact(contact, 0.0 if self.spinning_wheels else wheel.friction, self.spinning_wheels)
