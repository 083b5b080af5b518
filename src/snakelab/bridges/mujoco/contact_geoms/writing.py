"""Writing of surfaces, skin and contact pairs into an MJCF document."""

import xml.etree.ElementTree as ET
from dataclasses import dataclass, field

import numpy as np

from snakelab.bridges.mujoco.contact_geoms.contact_pairs import ContactPairs
from snakelab.bridges.mujoco.contact_geoms.contact_parameters import IMPRATIO, MARGIN
from snakelab.bridges.mujoco.contact_geoms.friction import STATED, friction_left_out, wheels_left_out
from snakelab.bridges.mujoco.contact_geoms.skin import SkinGeom, site_name, skin_name
from snakelab.bridges.mujoco.contact_geoms.surfaces import (
    UNTOUCHED,
    plane_name,
    surface_fault,
    surface_names,
    write_plane,
    write_surface,
)
from snakelab.bridges.mujoco.mjcf_export.wheels import write_wheel
from snakelab.bridges.robot_files.export import pose, text
from snakelab.robots.parts.wheel import Wheel
from snakelab.types import FloatArray
from snakelab.worlds import Contact
from snakelab.worlds.law import CONTACT

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
        return any(isinstance(medium, STATED) for medium in self.contact_pairs.model.world.media)

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
