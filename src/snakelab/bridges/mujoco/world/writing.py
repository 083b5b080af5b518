"""Surfaces, skin and contact pairs into an MJCF document, and what of them MuJoCo cannot say."""

import xml.etree.ElementTree as ET
from dataclasses import dataclass, field, replace

import numpy as np

from snakelab.bridges.export import pose, text
from snakelab.bridges.mujoco.wheels import write_wheel
from snakelab.bridges.mujoco.world.numbers import (
    IMPRATIO,
    LEAST_SHARE,
    MOST_GIVING,
    WHEEL_GIVING,
    PairNumbers,
    coefficients,
    pair_numbers,
)
from snakelab.bridges.mujoco.world.skin import Feeler, feelers, moved_feelers, resting_points
from snakelab.bridges.mujoco.world.surfaces import (
    UNTOUCHED,
    is_followed,
    plane_name,
    surface_fault,
    surface_names,
    write_plane,
    write_surface,
)
from snakelab.bridges.mujoco.world.weights import Weights, on_uneven_ground
from snakelab.geometry.surfaces import Plane
from snakelab.physics.layout.tables import CONTACT
from snakelab.physics.model import Model
from snakelab.robots.parts import Link
from snakelab.types import FloatArray
from snakelab.worlds import Contact, LinkFriction, ViscousFriction
from snakelab.worlds.contact import BODY, FRAMES, WORLD
from snakelab.worlds.friction import PER_AXIS, SHAPES

SKIN_GROUP = "3"  # which viewers hide: the links' own shapes are there to look at
STATED = (LinkFriction, ViscousFriction)  # friction whose load is stated
MARGIN = 1e-3  # MuJoCo's width of the constant impedance, which plays no part [m]


@dataclass
class WorldWriter:
    """Writes what the robot touches, and where.

    Args:
        model: A model of rigid links.
        root: The document.
        weights: Of the straight robot.
        timestep: [s].
        spinning_wheels: Whether wheels are bodies that spin; else they are points that rub less along their roll.
        moved: Whether each skin point has a plane of its own for each surface that `is_followed`, as `MujocoEngine` needs it.

    Attributes:
        feelers: The skin's capsules, in the order of the geoms `skin_name`.
        resting: Those that touch geoms; the others have planes, and stand behind them.
        wheels: Bodies of wheels, each with that of its link: they go in last, so that their joints come last.
        left_out: What the elements do not say.
    """

    model: Model
    root: ET.Element
    weights: Weights
    timestep: float
    spinning_wheels: bool = False
    moved: bool = False
    left_out: list[str] = field(default_factory=list)
    feelers: list[Feeler] = field(default_factory=list)
    wheels: list[tuple[ET.Element, ET.Element]] = field(default_factory=list)
    resting: list[Feeler] = field(default_factory=list)

    @property
    def rubs(self) -> bool:
        """Whether there is friction at the links' centres, which `MujocoEngine` applies there."""
        return any(isinstance(medium, STATED) for medium in self.model.world.media)

    def __post_init__(self) -> None:
        contacts = [medium for medium in self.model.world.media if isinstance(medium, Contact)]
        if contacts:
            aligned = any(directed(contact) for contact in contacts)
            self.feelers = feelers(self.model, aligned, apart=on_uneven_ground(contacts) and not self.moved)
            self.resting = self.feelers
            for k, contact in enumerate(contacts):
                if self.moved and is_followed(contact.surface):
                    self.feelers = self.feelers + moved_feelers(self.model, k, directed(contact))

    def write(self, world: ET.Element) -> None:
        """All surfaces and pairs; the skin comes with the bodies, see `write_skin`."""
        laws = [
            name
            for name, law in zip(self.model.law_names, self.model.arrays.laws, strict=True)
            if law["code"] == CONTACT
        ]
        contacts = [medium for medium in self.model.world.media if isinstance(medium, Contact)]
        if not contacts:
            return
        self.root.find("option").attrib.update({"cone": "elliptic", "impratio": text(IMPRATIO)})  # type: ignore[union-attr]
        assets = ET.SubElement(self.root, "asset")
        pairs = ET.SubElement(self.root, "contact")
        for number, feeler in enumerate(self.feelers):
            if feeler.contact is not None:
                write_plane(world, number)
                self._pairs(pairs, number, [plane_name(number)], contacts[feeler.contact])
        for name, contact in zip(laws, contacts, strict=True):
            if self.moved and is_followed(contact.surface):
                continue
            if fault := surface_fault(contact.surface):
                self.left_out.append(f"surface of {name}: MuJoCo has no geom like {fault}")
                continue
            write_surface(world, assets, name, contact.surface)
            self.left_out += friction_left_out(contact, name, self.moved)
            self.left_out += wheels_left_out(self.model, contact, name, self.spinning_wheels, self.moved)
            geoms = surface_names(name, contact.surface)
            for number in range(len(self.resting)):
                self._pairs(pairs, number, geoms, contact)

    def write_skin(self, body: ET.Element, link: int, p: FloatArray, R: FloatArray) -> None:
        """The skin of one link, whose centre of mass stands at p, turned by R, in the body; its site where it rubs by itself."""
        if self.rubs:
            ET.SubElement(body, "site", {"name": site_name(link), "group": SKIN_GROUP, **pose(p, R)})
        for number, feeler in enumerate(self.feelers):
            if feeler.link != link:
                continue
            start, end, within = p + R @ feeler.start, p + R @ feeler.end, body
            if self.spinning_wheels and feeler.wheel is not None:
                within, start, end = self._wheel(body, feeler, p, R)
            shape = {"type": "sphere", "pos": text(*start)}
            if not np.array_equal(start, end):
                shape = {"type": "capsule", "fromto": text(*start, *end)}
            geom = {"name": skin_name(number), **shape, "size": text(feeler.radius), "group": SKIN_GROUP, **UNTOUCHED}
            ET.SubElement(within, "geom", geom)

    def _wheel(
        self, body: ET.Element, feeler: Feeler, p: FloatArray, R: FloatArray
    ) -> tuple[ET.Element, FloatArray, FloatArray]:
        """The body of a wheel, and the ends of its skin there."""
        assert feeler.wheel is not None
        wheel = self._part(feeler.link).wheels[feeler.wheel]
        middle = (feeler.start + feeler.end) / 2
        spinning = write_wheel(wheel, self.model.skin_names[feeler.points[0]], p + R @ middle, R, self._wheel_load())
        self.wheels.append((body, spinning))
        return spinning, feeler.start - middle, feeler.end - middle

    def add_wheels(self) -> None:
        """Put the wheels into their links, behind the rest of the chain."""
        for link, wheel in self.wheels:
            link.append(wheel)

    def _part(self, link: int) -> Link:
        links = [part for part in self.model.robot.parts if isinstance(part, Link)]
        return links[link]

    def _wheel_load(self) -> float:
        """That a wheel of the resting robot carries [N]."""
        n = sum(feeler.wheel is not None for feeler in self.feelers)
        return float(self.model.arrays.slices["weight"].sum()) / n

    def _felt(self, contact: Contact, feeler: Feeler) -> Contact:
        """The contact as a feeler has it: a wheel's capsule lies along its axle, and rolls across that."""
        if feeler.wheel is None or contact.friction is None:
            return contact
        return wheel_contact(
            contact,
            0.0 if self.spinning_wheels else self._part(feeler.link).wheels[feeler.wheel].friction,
            self.spinning_wheels,
        )

    def numbers(self, number: int, contact: Contact) -> PairNumbers | None:
        """The numbers of a capsule of the skin on a surface; None where its link is fixed in the world."""
        feeler = self.feelers[number]
        contact = turned(self._felt(contact, feeler), self.moved)
        inverse_mass = float(self.weights.links[feeler.link])
        if inverse_mass <= 0.0:
            return None
        if self.spinning_wheels and feeler.wheel is not None:  # which has a body of its own
            inverse_mass = self.weights.at(feeler.link, (feeler.start + feeler.end) / 2)
        load = float(self.model.arrays.slices["weight"][feeler.link]) / resting_points(self.resting, feeler.link)
        if feeler.wheel is not None:
            load = self._wheel_load()
        spins = self.spinning_wheels and feeler.wheel is not None
        most = WHEEL_GIVING if spins else MOST_GIVING
        return pair_numbers(contact, inverse_mass, load, feeler.share, self.timestep, most)

    def _pairs(self, pairs: ET.Element, number: int, geoms: list[str], contact: Contact) -> None:
        """A pair of a capsule of the skin with each geom of a surface."""
        numbers = self.numbers(number, contact)
        if numbers is None:
            return
        pair = {
            "geom2": skin_name(number),
            "condim": "3" if numbers.friction else "1",
            "solref": text(*numbers.solref),
            "solimp": text(numbers.impedance, numbers.impedance, MARGIN),
        }
        if numbers.friction:
            pair |= {"friction": text(*numbers.friction), "solreffriction": text(*numbers.solreffriction)}
        for geom in geoms:
            ET.SubElement(pairs, "pair", {"geom1": geom, **pair})


def skin_name(number: int) -> str:
    """Name of a capsule of the skin."""
    return f"skin/{number}"


def site_name(link: int) -> str:
    """Name of the site at a link's centre of mass, in the link's axes."""
    return f"centre/{link}"


def directed(contact: Contact) -> bool:
    """Whether friction differs along and across the body."""
    along, across = coefficients(contact)
    return along != across


def turned(contact: Contact, moved: bool) -> Contact:
    """The contact as MuJoCo can hold it: on anything but a plane its friction has no direction, and takes the greater number.

    Args:
        contact: The contact.
        moved: Whether surfaces that are no planes and `is_followed` have planes.
    """
    rubs, surface = contact.friction, contact.surface
    plane = isinstance(surface, Plane) or (moved and is_followed(surface))
    if rubs is None or not directed(contact) or (plane and rubs.frame != FRAMES[WORLD]):
        return contact
    return replace(contact, friction=replace(rubs, mu_tangential=max(coefficients(contact)), mu_normal=None))


def wheel_contact(contact: Contact, roll: float, spins: bool) -> Contact:
    """The contact of a wheel, along its axle and along its roll; of one that spins the same both ways."""
    rubs = contact.friction
    assert rubs is not None
    across = rubs.mu_tangential if rubs.mu_normal is None else rubs.mu_normal
    own = replace(rubs, mu_tangential=across, mu_normal=None if spins else roll, mu_backward=None, frame=FRAMES[BODY])
    return replace(contact, friction=own)


def wheels_left_out(model: Model, contact: Contact, name: str, spins: bool, moved: bool) -> list[str]:
    """Sentences on what MuJoCo's wheels are not."""
    parts = [part for part in model.robot.parts if isinstance(part, Link)]
    wheels = {wheel.friction for part in parts for wheel in part.wheels}
    if spins or not wheels or contact.friction is None:
        return []
    least = min(wheels)
    own = wheel_contact(contact, least, spins)
    if turned(own, moved) is not own:
        return [f"the roll of the wheels on {name}: MuJoCo's friction has a direction on a Plane only"]
    if coefficients(own)[1] != least:
        return [f"friction of the wheels on {name} along their roll below {LEAST_SHARE:.2g} of that across"]
    return []


def friction_left_out(contact: Contact, name: str, moved: bool) -> list[str]:
    """Sentences on what MuJoCo's friction is not."""
    rubs = contact.friction
    if rubs is None:
        return []
    said = []
    if rubs.mu_backward not in (None, rubs.mu_tangential):
        said.append(f"backward friction of {name}: MuJoCo's is the same both ways")
    if not directed(contact):
        return said
    if turned(contact, moved) is not contact:
        said.append(f"direction of friction of {name}: MuJoCo's follows the body's axis on a Plane only")
        return said
    if coefficients(contact) != (rubs.mu_tangential, rubs.mu_normal):
        said.append(f"friction of {name} below {LEAST_SHARE:.2g} of that across the body, which MuJoCo cannot hold")
    if rubs.numbers()[4] == PER_AXIS:
        said.append(f"shape {SHAPES[PER_AXIS]!r} of the friction of {name}: MuJoCo's is elliptic")
    return said
