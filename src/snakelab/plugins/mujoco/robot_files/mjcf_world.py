"""Fluid, spinning wheels, surfaces and contact pairs of an MJCF document."""

import math
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from snakelab.errors import RobotError
from snakelab.geometry.sections import Lump, as_one, disc
from snakelab.parameters.arguments import FloatArray
from snakelab.plugins.mujoco.engine.contacts import (
    IMPRATIO,
    MARGIN,
    ContactPairs,
    friction_left_out,
    wheels_left_out,
)
from snakelab.plugins.mujoco.engine.geoms import (
    UNTOUCHED,
    SkinGeom,
    plane_name,
    site_name,
    skin_name,
    surface_fault,
    surface_names,
    write_plane,
    write_surface,
)
from snakelab.plugins.mujoco.robot_files.exporting import pose, text
from snakelab.robots.link import Link, Wheel
from snakelab.worlds.contact import Contact
from snakelab.worlds.law import CONTACT
from snakelab.worlds.lumped_fluid import InertiaBoxFluid

# ----------------------------------------------------------------------------------------------------------------------
# Fluid of MuJoCo's options: density, viscosity and wind, on the inertia box of every body
# ----------------------------------------------------------------------------------------------------------------------


def fluid_of(m: Any, members: Sequence[int], n_links: int) -> tuple[tuple[InertiaBoxFluid, ...], list[str]]:
    """Return the medium of a compiled model, and sentences on omitted properties.

    Args:
        m: The `mujoco.MjModel`.
        members: The robot's bodies.
        n_links: Number of links made from them.
    """
    density, viscosity, wind = float(m.opt.density), float(m.opt.viscosity), m.opt.wind.tolist()
    if not density and not viscosity:
        return (), []
    shaped = [g for g in range(m.ngeom) if m.geom_bodyid[g] in set(members) and m.geom_fluid[g, 0] > 0]
    if shaped:
        return (), [
            f"the fluid: density {density:g}, viscosity {viscosity:g}, wind {wind}, on geoms with fluidshape=ellipsoid"
        ]
    sentences = []
    heavy = sum(m.body_mass[i] > 0 for i in members)
    if heavy > n_links:
        sentences.append(
            f"drag of {heavy} bodies apart: bodies that are one link here are one inertia box in the fluid"
        )
    return (InertiaBoxFluid(density, viscosity, (wind[0], wind[1], wind[2])),), sentences


def write_fluid(root: ET.Element, fluid: InertiaBoxFluid) -> None:
    """Write density, viscosity and wind into the `option` element of an MJCF document."""
    option = root.find("option")
    assert option is not None
    option.set("density", text(fluid.density))
    option.set("viscosity", text(fluid.viscosity))
    option.set("wind", text(*fluid.wind))


# ----------------------------------------------------------------------------------------------------------------------
# Spinning wheels: a body for each, with a hinge along its axle, taken out of its link
#
# A wheel without a specified mass is a disc of steel, 5 mm wide: 38 g at a radius of 18 mm, as in the published model
# files of Liu, Zang and Gao, Bio-Inspired Multimodal Motion Gait Control of Snake Robots with Environmental Adaptability
# Based on ROS, 2024. Its friction along the roll is that of its bearing: a constant moment, of the load that a wheel of
# the resting robot carries.
# ----------------------------------------------------------------------------------------------------------------------

WIDTH, DENSITY = 0.005, 7557.0  # [m], [kg/m^3]


def lump_of(wheel: Wheel) -> Lump:
    """Mass, centre from the tail end of its link, and inertia about it, of a wheel in its link."""
    if wheel.mass:
        return wheel.lump()
    mass = DENSITY * math.pi * wheel.radius**2 * WIDTH
    return mass, wheel.centre(), disc(mass, wheel.radius, WIDTH, wheel.direction())


def without_wheels(link: Link, name: str) -> Link:
    """Return the link without the discs of its wheels.

    Raises:
        RobotError: if the link is not as heavy as its wheels.
    """
    problem = (
        f"{name} cannot have wheels that spin: they exceed its mass and inertia; "
        "increase those of the link, specify the mass of its wheels, or omit spinning_wheels"
    )
    taken = [(-mass, centre, -inertia) for mass, centre, inertia in map(lump_of, link.wheels)]
    if link.whole_mass + sum(mass for mass, _, _ in taken) <= 0.0:
        raise RobotError(problem)
    mass, com, inertia = as_one([(link.whole_mass, link.com_point(), link.inertia_matrix()), *taken])
    try:
        return replace(link, mass=mass, com=tuple(com.tolist()), inertia=inertia, wheels=())
    except RobotError:
        raise RobotError(problem) from None


def write_wheel(wheel: Wheel, name: str, p: FloatArray, R: FloatArray, load: float) -> ET.Element:
    """Write the body of a wheel, for insertion into its link's body; its contact geometry is written by its skin.

    Args:
        wheel: The wheel.
        name: Name of its body and its joint.
        p, R: Its centre and its link's axes in the link's body.
        load: Load of the wheel [N].
    """
    (mass, _, inertia), axle = lump_of(wheel), wheel.direction()
    body = ET.Element("body", {"name": name, **pose(p, R)})
    loss = wheel.friction * load * wheel.radius
    joint = {"name": name, "type": "hinge", "axis": text(*axle), **({"frictionloss": text(loss)} if loss else {})}
    ET.SubElement(body, "joint", joint)
    axes = _axes(axle)
    # not `fullinertia`: for a thin disc with A + B = C, MuJoCo rejects values that differ by rounding
    across, spin = float(axes[:, 0] @ inertia @ axes[:, 0]), float(axle @ inertia @ axle)
    across = max(across, spin / 2)
    place = pose(np.zeros(3), axes)
    ET.SubElement(body, "inertial", {"mass": text(mass), "diaginertia": text(across, across, spin), **place})
    return body


def _axes(axle: FloatArray) -> FloatArray:
    """Axes of which the third is the axle, as columns, shape (3, 3)."""
    first = np.cross(axle, np.eye(3)[np.argmin(np.abs(axle))])
    first /= np.linalg.norm(first)
    return np.column_stack([first, np.cross(axle, first), axle])


# ----------------------------------------------------------------------------------------------------------------------
# Writing of surfaces, skin and contact pairs into an MJCF document
# ----------------------------------------------------------------------------------------------------------------------

SKIN_GROUP = "3"  # hidden by viewers, which show the shapes of the links


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

    def write_skin(self, body: ET.Element, link: int, p: FloatArray, R: FloatArray) -> None:
        """Write the skin of one link, with centre of mass p and axes R in the body, and its site for friction."""
        if self.friction:
            ET.SubElement(body, "site", {"name": site_name(link), "group": SKIN_GROUP, **pose(p, R)})
        for number, skin_geom in enumerate(self.contact_pairs.skin_geoms):
            if skin_geom.link != link:
                continue
            start, end, within = p + R @ skin_geom.start, p + R @ skin_geom.end, body
            if self.contact_pairs.spinning_wheels and (wheel := self.contact_pairs.wheel(skin_geom)) is not None:
                within, start, end = self._wheel(body, wheel, skin_geom, p, R)
            shape = {"type": "sphere", "pos": text(*start)}
            if not np.array_equal(start, end):
                shape = {"type": "capsule", "fromto": text(*start, *end)}
            geom = {
                "name": skin_name(number),
                **shape,
                "size": text(skin_geom.radius),
                "group": SKIN_GROUP,
                **UNTOUCHED,
            }
            ET.SubElement(within, "geom", geom)

    def _wheel(
        self, body: ET.Element, wheel: Wheel, skin_geom: SkinGeom, p: FloatArray, R: FloatArray
    ) -> tuple[ET.Element, FloatArray, FloatArray]:
        """Write the body of a wheel, and the ends of its skin there."""
        middle = (skin_geom.start + skin_geom.end) / 2
        name = self.contact_pairs.model.skin_names[skin_geom.points[0]]
        spinning = write_wheel(wheel, name, p + R @ middle, R, self.contact_pairs.wheel_load())
        self.wheels.append((body, spinning))
        return spinning, skin_geom.start - middle, skin_geom.end - middle

    def add_wheels(self) -> None:
        """Insert the wheels into their links, after the rest of the chain."""
        for link, wheel in self.wheels:
            link.append(wheel)
