"""Contacts of a robot with its world in MuJoCo: `ContactPairs`, all contacts of a model; `WorldWriter`, which writes them.

Their parameters are in `contact_parameters`.
"""

import xml.etree.ElementTree as ET
from dataclasses import dataclass, field

import numpy as np

from snakelab.parameters.arguments import FloatArray
from snakelab.physics.model import Model
from snakelab.plugins.mujoco.engine.contact_parameters import (
    IMPRATIO,
    MAX_COMPLIANCE,
    PairNumbers,
    Weights,
    friction_left_out,
    is_anisotropic,
    object_pairs,
    on_uneven_ground,
    pair_attributes,
    pair_numbers,
    representable_contact,
    resting_load,
    wheel_contact,
    wheels_left_out,
)
from snakelab.plugins.mujoco.engine.geoms import (
    PAIRS_ONLY,
    SkinGeom,
    is_followed,
    moved_skin_geoms,
    plane_name,
    resting_points,
    site_name,
    skin_geoms,
    skin_name,
    surface_fault,
    surface_names,
    write_bodies_of_link,
    write_object,
    write_plane,
    write_surface,
    write_wheel,
)
from snakelab.plugins.mujoco.robot_files.motion_export import pose, text
from snakelab.robots.link import Link, Wheel
from snakelab.worlds.contact_laws import Contact
from snakelab.worlds.force_law import CONTACT
from snakelab.worlds.free_bodies import FreeBody

# ----------------------------------------------------------------------------------------------------------------------
# Contact pairs: the capsules of a robot's skin with the surfaces of its world, and their parameters in MuJoCo
# ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ContactPairs:
    """Capsules of the skin in a world, and their contacts.

    Args:
        model: A model of rigid links.
        weights: Inverse masses of the straight robot.
        timestep: Length of the step [s].
        spinning_wheels: True if wheels are bodies that spin; else they are points with less friction along their roll.
        moved: True if each skin point has its own plane for each surface that `is_followed`, and of a robot with branches or in a
            world with free bodies for all, as `MujocoEngine` needs it.

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
        contacts = self.model.world.contacts
        resting, moving = [], []
        if contacts:
            aligned = any(is_anisotropic(contact) for contact in contacts)
            resting = skin_geoms(self.model, aligned, apart=on_uneven_ground(contacts) and not self.moved)
            for k, contact in enumerate(contacts):
                if self.is_moved(contact):
                    moving += moved_skin_geoms(self.model, k, is_anisotropic(contact))
        object.__setattr__(self, "contacts", contacts)
        object.__setattr__(self, "skin_geoms", (*resting, *moving))
        object.__setattr__(self, "resting", tuple(resting))

    def is_moved(self, contact: Contact) -> bool:
        """Return True if movable planes replace the contact's surface, one under each skin point.

        On a branch, rings and rims are not level: their lowest points are not those of balls.
        """
        own = self.model.robot.branches or self.model.world.objects
        return self.moved and (is_followed(contact.surface) or bool(own))

    def wheel(self, skin_geom: SkinGeom) -> Wheel | None:
        """Return the wheel of a capsule; None for the link's own skin."""
        if skin_geom.wheel is None:
            return None
        links = [part for part in self.model.robot.parts if isinstance(part, Link)]
        return links[skin_geom.link].fixed_wheels[skin_geom.wheel]

    def wheel_load(self) -> float:
        """Load of a wheel of the resting robot [N]."""
        n = sum(skin_geom.wheel is not None for skin_geom in self.skin_geoms)
        return float(self.model.stations["weight"].sum()) / n

    def numbers(self, skin_geom: SkinGeom, contact: Contact) -> PairNumbers | None:
        """Parameters of a capsule of the skin on a surface; None if its link is fixed in the world."""
        inverse_mass = float(self.weights.links[skin_geom.link])
        if inverse_mass <= 0.0:
            return None
        wheel = self.wheel(skin_geom)
        spins = wheel is not None and (self.spinning_wheels or wheel.friction is None)
        if wheel is not None and spins and wheel.friction is not None:  # it has a separate body
            inverse_mass = self.weights.at(skin_geom.link, (skin_geom.start + skin_geom.end) / 2)
        return pair_numbers(
            representable_contact(self._effective_contact(contact, skin_geom), self.moved),
            inverse_mass,
            self._load(skin_geom),
            skin_geom.fraction,
            self.timestep,
            1.0 if spins else MAX_COMPLIANCE,  # the rim of a wheel is much lighter than its link
            self._lightness(skin_geom, inverse_mass),
        )

    def _lightness(self, skin_geom: SkinGeom, inverse_mass: float) -> float:
        """Largest inverse mass at a capsule of a robot with branches, such as at a foot, relative to that of its link."""
        if not self.model.robot.branches or skin_geom.wheel is not None or self._free_body(skin_geom) is not None:
            return 1.0
        ends = skin_geom.start, skin_geom.end
        return max(1.0, *(self.weights.largest_at(skin_geom.link, end) / inverse_mass for end in ends))

    def _load(self, skin_geom: SkinGeom) -> float:
        """Load of a capsule of the resting robot [N]."""
        if skin_geom.wheel is not None:
            return self.wheel_load()
        if (body := self._free_body(skin_geom)) is not None:
            return resting_load(body, self.model.arrays.gravity)
        weight = float(self.model.stations["weight"][skin_geom.link])
        return weight / resting_points(self.resting, skin_geom.link)

    def _free_body(self, skin_geom: SkinGeom) -> FreeBody | None:
        """Return the free body of a capsule; None for those of the robot."""
        number = skin_geom.link - self.model.n_stations
        return self.model.world.objects[number] if number >= 0 else None

    def _effective_contact(self, contact: Contact, skin_geom: SkinGeom) -> Contact:
        """Contact of a capsule: that of a link with its own factor, that of a wheel along its axle, rolling across it."""
        wheel, body = self.wheel(skin_geom), self._free_body(skin_geom)
        if wheel is None or wheel.friction is None:  # the rim of a link has the factor of that link
            own = self.model.stations["friction"][skin_geom.link] if body is None else body.friction_factor
            factor = float(own)
            contact = contact if factor == 1.0 or contact.coulomb is None else contact.scaled(factor)
        if wheel is None or contact.friction is None:
            return contact
        if (
            wheel.friction is None and contact.coulomb is not None
        ):  # it spins with its link, and slips as its surface says
            return wheel_contact(contact, contact.coulomb.mu_tangential, False)
        return wheel_contact(contact, 0.0 if self.spinning_wheels else wheel.roll, self.spinning_wheels)


# ----------------------------------------------------------------------------------------------------------------------
# Writing of surfaces, skin and contact pairs into an MJCF document
# ----------------------------------------------------------------------------------------------------------------------


@dataclass
class WorldWriter:
    """Writer of the robot's contacts.

    Args:
        contact_pairs: Contacts of the robot.
        root: The document.

    Attributes:
        wheels: Bodies of wheels, each with that of its link: they are inserted last, so that their joints come last.
        left_out: Omitted contents.
    """

    contact_pairs: ContactPairs
    root: ET.Element
    left_out: list[str] = field(default_factory=list)
    wheels: list[tuple[ET.Element, ET.Element]] = field(default_factory=list)

    @property
    def friction(self) -> bool:
        """Return True if friction acts at the links' centres, where `MujocoEngine` applies it."""
        return bool(self.contact_pairs.model.world.centre_frictions)

    def write(self, world: ET.Element) -> None:
        """Write all surfaces and pairs; the skin is written with the bodies, see `write_skin`."""
        if not self.contact_pairs.contacts:
            return
        self.root.find("option").attrib.update({"cone": "elliptic", "impratio": text(IMPRATIO)})  # type: ignore[union-attr]
        assets = ET.SubElement(self.root, "asset")
        pairs = ET.SubElement(self.root, "contact")
        self._moved_planes(world, pairs)
        self._surfaces(world, assets, pairs)
        if self.contact_pairs.model.robot.branches and not self.contact_pairs.moved:
            self.left_out.append(
                "the rings and rims of the skin: they touch as balls, which lie lower where they are not level"
            )

    def _moved_planes(self, world: ET.Element, pairs: ET.Element) -> None:
        """Write a plane under each skin point that is moved with it, and their pair."""
        for number, skin_geom in enumerate(self.contact_pairs.skin_geoms):
            if skin_geom.contact is not None:
                write_plane(world, number)
                self._pairs(pairs, number, [plane_name(number)], self.contact_pairs.contacts[skin_geom.contact])

    def _surfaces(self, world: ET.Element, assets: ET.Element, pairs: ET.Element) -> None:
        """Write surfaces as geoms, and a pair of each with all of the skin in contact with geoms."""
        contact_pairs, model = self.contact_pairs, self.contact_pairs.model
        laws = [name for name, law in zip(model.law_names, model.arrays.laws, strict=True) if law["code"] == CONTACT]
        for name, contact in zip(laws, contact_pairs.contacts, strict=True):
            if contact_pairs.is_moved(contact):
                continue
            if fault := surface_fault(contact.surface):
                self.left_out.append(f"surface of {name}: MuJoCo has no geom like {fault}")
                continue
            write_surface(world, assets, name, contact.surface)
            self.left_out += friction_left_out(contact, name, contact_pairs.moved)
            self.left_out += wheels_left_out(model, contact, name, contact_pairs.spinning_wheels, contact_pairs.moved)
            geoms = surface_names(name, contact.surface)
            for number in range(len(contact_pairs.resting)):
                self._pairs(pairs, number, geoms, contact)

    def _pairs(self, pairs: ET.Element, number: int, geoms: list[str], contact: Contact) -> None:
        """Write a pair of a capsule of the skin with each geom of a surface."""
        numbers = self.contact_pairs.numbers(self.contact_pairs.skin_geoms[number], contact)
        if numbers is None:
            return
        pair = {"geom2": skin_name(number), **pair_attributes(numbers)}
        for geom in geoms:
            ET.SubElement(pairs, "pair", {"geom1": geom, **pair})

    def write_skin(self, body: ET.Element, link: int, p: FloatArray, R: FloatArray) -> None:
        """Write the skin of one link, with centre of mass p and axes R in the body, and its site for friction."""
        if self.friction:
            ET.SubElement(body, "site", {"name": site_name(link), "group": "3", **pose(p, R)})
        if self.contact_pairs.moved and self.contact_pairs.model.world.objects:
            write_bodies_of_link(body, self.contact_pairs.model, link, p, R)
        for number, skin_geom in enumerate(self.contact_pairs.skin_geoms):
            if skin_geom.link != link:
                continue
            start, end, within = p + R @ skin_geom.start, p + R @ skin_geom.end, body
            wheel = self.contact_pairs.wheel(skin_geom) if self.contact_pairs.spinning_wheels else None
            if wheel is not None and wheel.friction is not None:
                within, start, end = self._wheel(body, wheel, skin_geom, p, R)
            shape = {"type": "sphere", "pos": text(*start)}
            if not np.array_equal(start, end):
                shape = {"type": "capsule", "fromto": text(*start, *end)}
            geom = {
                "name": skin_name(number),
                **shape,
                "size": text(skin_geom.radius),
                "group": "3",  # hidden by viewers, which show the shapes of the links
                **PAIRS_ONLY,
            }
            ET.SubElement(within, "geom", geom)

    def _wheel(
        self, body: ET.Element, wheel: Wheel, skin_geom: SkinGeom, p: FloatArray, R: FloatArray
    ) -> tuple[ET.Element, FloatArray, FloatArray]:
        """Write the body of a wheel, once for all surfaces, and return the ends of its skin there."""
        middle = (skin_geom.start + skin_geom.end) / 2
        name = self.contact_pairs.model.skin_names[skin_geom.points[0]]
        spinning = next((wheel for _, wheel in self.wheels if wheel.get("name") == name), None)
        if spinning is None:
            spinning = write_wheel(wheel, name, p + R @ middle, R, self.contact_pairs.wheel_load())
            self.wheels.append((body, spinning))
        return spinning, skin_geom.start - middle, skin_geom.end - middle

    def write_objects(self, world: ET.Element) -> None:
        """Write the free bodies with their skin, and their pairs with the robot and with each other."""
        model = self.contact_pairs.model
        if not model.world.objects or not self.contact_pairs.moved:
            return
        for i, free_body in enumerate(model.world.objects):
            body = write_object(self.root, world, free_body)
            self.write_skin(body, model.n_stations + i, np.zeros(3), np.eye(3))
        if (pairs := self.root.find("contact")) is None:
            self.root.find("option").attrib.update({"cone": "elliptic", "impratio": text(IMPRATIO)})  # type: ignore[union-attr]
            pairs = ET.SubElement(self.root, "contact")
        for pair in object_pairs(model, self.contact_pairs.weights, self.contact_pairs.timestep):
            ET.SubElement(pairs, "pair", {"geom1": pair.first, "geom2": pair.second, **pair_attributes(pair.numbers)})

    def add_wheels(self) -> None:
        """Insert the wheels into their links, after the rest of the chain."""
        for link, wheel in self.wheels:
            link.append(wheel)
