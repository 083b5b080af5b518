"""Contacts of a robot with its world, and their parameters in MuJoCo."""

from dataclasses import dataclass, field

from snakelab.bridges.mujoco.contact_geoms.contact_parameters import (
    MAX_GIVING,
    WHEEL_GIVING,
    PairNumbers,
    pair_numbers,
)
from snakelab.bridges.mujoco.contact_geoms.friction import directed, turned, wheel_contact
from snakelab.bridges.mujoco.contact_geoms.inverse_masses import Weights, on_uneven_ground
from snakelab.bridges.mujoco.contact_geoms.skin import Feeler, feelers, moved_feelers, resting_points
from snakelab.bridges.mujoco.contact_geoms.surfaces import is_followed
from snakelab.physics.model import Model
from snakelab.robots.parts import Link
from snakelab.robots.parts.wheel import Wheel
from snakelab.worlds import Contact


@dataclass(frozen=True)
class Grip:
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
        feelers: The skin's capsules, in the order of the geoms `skin_name`.
        resting: Those that touch geoms; the others have planes, and follow them in the order.
    """

    model: Model
    weights: Weights
    timestep: float
    spinning_wheels: bool = False
    moved: bool = False
    contacts: tuple[Contact, ...] = field(init=False)
    feelers: tuple[Feeler, ...] = field(init=False)
    resting: tuple[Feeler, ...] = field(init=False)

    def __post_init__(self) -> None:
        contacts = tuple(medium for medium in self.model.world.media if isinstance(medium, Contact))
        resting, moving = [], []
        if contacts:
            aligned = any(directed(contact) for contact in contacts)
            resting = feelers(self.model, aligned, apart=on_uneven_ground(contacts) and not self.moved)
            for k, contact in enumerate(contacts):
                if self.is_moved(contact):
                    moving += moved_feelers(self.model, k, directed(contact))
        object.__setattr__(self, "contacts", contacts)
        object.__setattr__(self, "feelers", (*resting, *moving))
        object.__setattr__(self, "resting", tuple(resting))

    def is_moved(self, contact: Contact) -> bool:
        """Return True if movable planes replace the contact's surface, one under each skin point."""
        return self.moved and is_followed(contact.surface)

    def wheel(self, feeler: Feeler) -> Wheel | None:
        """Return the wheel of a capsule; None for the link's own skin."""
        if feeler.wheel is None:
            return None
        links = [part for part in self.model.robot.parts if isinstance(part, Link)]
        return links[feeler.link].wheels[feeler.wheel]

    def wheel_load(self) -> float:
        """Load of a wheel of the resting robot [N]."""
        n = sum(feeler.wheel is not None for feeler in self.feelers)
        return float(self.model.arrays.stations["weight"].sum()) / n

    def numbers(self, feeler: Feeler, contact: Contact) -> PairNumbers | None:
        """Parameters of a capsule of the skin on a surface; None if its link is fixed in the world."""
        inverse_mass = float(self.weights.links[feeler.link])
        if inverse_mass <= 0.0:
            return None
        spins = self.spinning_wheels and feeler.wheel is not None
        if spins:  # it has a separate body
            inverse_mass = self.weights.at(feeler.link, (feeler.start + feeler.end) / 2)
        return pair_numbers(
            turned(self._felt(contact, feeler), self.moved),
            inverse_mass,
            self._load(feeler),
            feeler.fraction,
            self.timestep,
            WHEEL_GIVING if spins else MAX_GIVING,
        )

    def _load(self, feeler: Feeler) -> float:
        """Load of a capsule of the resting robot [N]."""
        if feeler.wheel is not None:
            return self.wheel_load()
        return float(self.model.arrays.stations["weight"][feeler.link]) / resting_points(self.resting, feeler.link)

    def _felt(self, contact: Contact, feeler: Feeler) -> Contact:
        """Contact of a capsule: that of a wheel is along its axle, and rolls across it."""
        wheel = self.wheel(feeler)
        if wheel is None or contact.friction is None:
            return contact
        return wheel_contact(contact, 0.0 if self.spinning_wheels else wheel.friction, self.spinning_wheels)
