"""Model of a robot in a world: tables for compiled loops.

Kernels read all their inputs from a few tables, whose columns are defined in `physics.columns`.
"""

import math
import warnings
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from snakelab.errors import SimulationError, SnakelabWarning, counted
from snakelab.geometry.surfaces import Pole
from snakelab.parameters.arguments import FloatArray, named_arguments
from snakelab.parameters.display_registry import Displayed
from snakelab.physics.capsules import self_contact_tables
from snakelab.physics.columns import SELF_CONTACT, ModelArrays
from snakelab.physics.coupling_assembly import Closure, closed_table, closure_of
from snakelab.physics.coupling_solve import coupling_address
from snakelab.physics.free_body_motion import object_tables
from snakelab.physics.model_tables import (
    chain_tables,
    check_sensors,
    check_user_laws,
    law_tables,
    name_stations,
    propeller_tables,
    rod_tables,
)
from snakelab.physics.plausibility import check_fluids, check_plausible, check_trim, supported_weight
from snakelab.physics.self_contact import contact_address
from snakelab.physics.skin_tables import (
    WHEEL,
    between_rings,
    corner_count,
    ridged,
    skin_tables,
    warn_of_passing,
    with_object_skin,
)
from snakelab.robots.robot import Robot
from snakelab.worlds.force_law import CONTACT, SELF_CONTACT_LAW
from snakelab.worlds.gravity import STANDARD_GRAVITY, pressing_gravity, total_gravity
from snakelab.worlds.world import World


@dataclass(frozen=True, repr=False)
class Model(Displayed):
    """Model of a robot in a world as arrays. Build it with `build_model`.

    Attributes:
        robot, world: Robot and world from which it was built.
        arrays: Arrays for the kernels.
        coordinate_names: One name for each coordinate, base to tip.
        station_names: One name for each station.
        law_names: One name for each force law.
        skin_names: One name for each skin point; empty if the world has no surfaces.
        rest: Shape of `initial_state` of a robot with loops or gears: the closed one that is nearest to the straight one, shape
            (n_coordinates,); None for zeros.
    """

    robot: Robot
    world: World
    arrays: ModelArrays
    coordinate_names: tuple[str, ...]
    station_names: tuple[str, ...]
    law_names: tuple[str, ...]
    skin_names: tuple[str, ...] = ()
    rest: FloatArray | None = None

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Restore a copy; the address of the kernel of couplings is that of this process."""
        self.__dict__.update(state)
        if len(self.arrays.couplings):
            _set_address(self.arrays)

    def __repr__(self) -> str:
        laws = ", ".join(self.law_names) or "no forces of the world"
        return (
            f"<Model {self.robot.name!r}: {counted(len(self.robot.parts), 'part')}, {counted(self.n_coordinates, 'coordinate')}, "
            f"{self.robot.base} base, {self.mass:g} kg; {laws}>"
        )

    @property
    def n_coordinates(self) -> int:
        """Coordinates of the shape [-]."""
        return len(self.arrays.coordinates)

    @property
    def n_commands(self) -> int:
        """Commands: one for each coordinate, then one for each propeller [-]."""
        return len(self.arrays.coordinates) + len(self.arrays.propellers)

    @property
    def n_stations(self) -> int:
        """Stations of the robot, which carry its mass [-]; those of free bodies follow them in `arrays`."""
        return len(self.arrays.stations) - len(self.world.objects)

    @property
    def parts(self) -> np.ndarray:
        """Records of the parts of the robot, without free bodies."""
        return self.arrays.parts[: len(self.arrays.parts) - len(self.world.objects)]

    @property
    def stations(self) -> np.ndarray:
        """Records of the stations of the robot, without free bodies."""
        return self.arrays.stations[: self.n_stations]

    @property
    def chain(self) -> ModelArrays:
        """Arrays of the robot without free bodies, for kinematics."""
        return self.arrays._replace(parts=self.parts, stations=self.stations) if self.world.objects else self.arrays

    @property
    def rings(self) -> np.ndarray:
        """Records of the rings of the skin of the robot, without free bodies."""
        return self.arrays.rings[self.arrays.rings["station"] < self.n_stations]

    @property
    def object_names(self) -> tuple[str, ...]:
        """Names of the free bodies."""
        return tuple(body.name for body in self.world.objects)

    @property
    def n_media_laws(self) -> int:
        """Laws of media [-]; those of free bodies, then that of couplings, follow them in `law_names`."""
        return len(self.law_names) - 2 * bool(self.world.objects) - bool(self.robot.coupling_names)

    @property
    def driven(self) -> np.ndarray:
        """Mask of the motion-driven coordinates, shape (n_coordinates,), bool."""
        return self.arrays.coordinates["driven"] != 0

    @cached_property
    def closure(self) -> Closure:
        """Gaps of gears and loops as functions of the coordinates."""
        own = self.arrays.couplings[self.arrays.couplings["kind"] != SELF_CONTACT]
        return closure_of(self.robot, self.parts, self.stations, own)

    @cached_property
    def lines(self) -> np.ndarray:
        """Indices of the coordinates that follow soft sections: the elongations of actuators on lines of their own."""
        return np.flatnonzero(self.arrays.coordinates["section"] >= 0)

    def following(self, values: FloatArray) -> FloatArray:
        """Return coordinates or rates, shape (..., nv), with those that follow soft sections set from the sections."""
        if not len(self.lines):
            return values
        table, followed = self.arrays.coordinates[self.lines], values.copy()
        own = values[..., table["section"][:, None] + np.arange(3)]
        followed[..., self.lines] = (own * table["line"]).sum(axis=-1)
        return followed

    def leading(self, targets: FloatArray) -> FloatArray:
        """Return targets, shape (..., nv), with prescribed lengths replaced by those of the nearest shapes of their sections."""
        led = [j for j in self.lines if self.driven[j]]
        if not led:
            return targets
        table, nearest_to = self.arrays.coordinates[led], targets.copy()
        places = table["section"][:, None] + np.arange(3)
        nearest_to[..., places.ravel()] = 0.0
        for j, own, share in zip(led, places, table["share"], strict=True):
            nearest_to[..., own] += targets[..., j, None] * share
        return self.following(nearest_to)

    @property
    def mass(self) -> float:
        """Total mass of the robot [kg]."""
        return float(self.stations["mass"].sum())


def check_model(model: object, name: str) -> None:
    """Raise SimulationError unless it is a Model; `name` is the caller, for the message."""
    if not isinstance(model, Model):
        raise SimulationError(f"{name} takes a Model, got a {type(model).__name__}; write build_model(robot, world)")


def check_open(model: Model, name: str) -> None:
    """Raise SimulationError for a model with couplings; `name` is the caller, which supports independent coordinates only."""
    check_model(model, name)
    if names := model.robot.coupling_names:
        given = ", ".join(f"{key}=()" for key in ("gears", "loops", "cables") if getattr(model.robot, key))
        raise SimulationError(
            f"{name} supports independent coordinates only, and robot {model.robot.name!r} has the couplings {', '.join(names)}; "
            f"write dataclasses.replace(robot, {given}) for the open chain, or simulate it"
        )


def check_alone(model: Model, name: str) -> None:
    """Raise SimulationError for a model with free bodies; `name` is the caller, which supports the robot alone."""
    check_model(model, name)
    if names := model.object_names:
        raise SimulationError(
            f"{name} supports a robot without objects, and the world has {', '.join(names)}; write World(..., objects=()), or "
            "simulate it"
        )


def check_chain(model: Model, name: str) -> None:
    """Raise SimulationError for a model with branches; `name` is the caller, which supports chains only."""
    check_model(model, name)
    if branches := model.robot.branches:
        raise SimulationError(
            f"{name} supports chains only, and robot {model.robot.name!r} has the branches "
            f"{', '.join(branch.name for branch in branches)}; write Robot(..., branches=()) for the trunk, or simulate it"
        )


def check_independent(model: Model, name: str) -> None:
    """Raise SimulationError for a model with couplings, or with coordinates that follow soft sections."""
    check_open(model, name)
    if len(model.lines):
        raise SimulationError(
            f"{name} supports independent coordinates only, and {model.coordinate_names[model.lines[0]]!r} of robot "
            f"{model.robot.name!r} follows its section; write SoftSection(...) without angles, of which three lengths are the "
            "coordinates"
        )


def with_skin_of(old: Model, new: Model) -> Model:
    """Return the new model, without points between the rings of the robot if the old one had none.

    Poles may be placed during the run. The skin of free bodies, which is not recorded, is that of the new world.
    """
    edged = any(contact.surface.edged for contact in new.world.contacts)
    edge = between_rings(new.arrays.rings)
    if edged or not edge.any() or between_rings(old.arrays.rings).any():
        return new
    rings, keep = new.arrays.rings[~edge].copy(), ~np.repeat(edge, new.arrays.rings["n_points"])
    rings["first"] = np.cumsum(rings["n_points"]) - rings["n_points"]
    arrays = new.arrays._replace(rings=rings, points=np.ascontiguousarray(new.arrays.points[keep]))
    return replace(new, arrays=arrays, skin_names=tuple(np.array(new.skin_names)[keep[: len(new.skin_names)]].tolist()))


@named_arguments
def build_model(robot: Robot, world: World | None = None) -> Model:
    """Build the model of a robot in a world.

    Args:
        robot: The robot.
        world: The world; None for free space.

    Raises:
        SimulationError: if an argument has the wrong type.
        RobotError: if the motion of the chain is not determined, for example because parts have no mass.
    """
    if not isinstance(robot, Robot):
        raise SimulationError(
            f"build_model takes a Robot, got {_short(robot)}; write build_model(Robot([...]), World([...]))"
        )
    world = World() if world is None else world
    if not isinstance(world, World):
        raise SimulationError(f"build_model takes a World, got {_short(world)}; write World([...])")
    parts, stations, coordinates, names = chain_tables(robot)
    chain = parts, stations
    if world.objects:
        parts, stations = object_tables(world.objects, parts, stations)
    stated = total_gravity(world.media)
    gravity = np.zeros(3) if stated is None else stated
    stations["weight"] = stations["mass"] * (STANDARD_GRAVITY if stated is None else np.linalg.norm(gravity))
    _check_ground(robot, world, gravity)
    check_user_laws(world, robot)
    couplings, rest = closed_table(robot, *chain, coordinates)
    laws, parameters, law_names = law_tables(world, robot)
    if world.self_contact is not None or world.objects:
        shape = np.zeros(len(coordinates)) if rest is None else rest
        # not the friction of surfaces; free bodies are last
        own = np.flatnonzero((laws["code"] == SELF_CONTACT_LAW) & (np.roll(laws["code"], 1) != CONTACT))
        places = (
            int(own[0]) if world.self_contact is not None else -1,
            int(own[-2]) if world.objects else -1,
            len(parameters),
            int(couplings["n_rows"].sum()),
        )
        tables = self_contact_tables(robot, world, (parts, stations), shape, places)
        couplings, parameters = np.append(couplings, tables.record), np.append(parameters, tables.numbers)
        _warn_of_overlaps(tables.overlaps)
    surfaces = [contact.surface for contact in world.contacts]
    station_names = name_stations(robot)
    check_sensors(robot, station_names)
    thinnest = min((float(surface.radius) for surface in surfaces if isinstance(surface, Pole)), default=math.inf)
    warn_of_passing(robot, thinnest)
    rings, points, skin_names = skin_tables(
        robot,
        station_names,
        any(surface.edged for surface in surfaces),
        bool(surfaces),
        thinnest,
    )
    n_robot = len(stations) - len(world.objects)
    other = rings["kind"] != WHEEL
    rings["friction"][other] = stations["friction"][rings["station"][other]]
    own_rings, own_points = rings, points
    if world.objects and surfaces:
        narrow = any(surface.edged or isinstance(surface, Pole) or ridged(surface) for surface in surfaces)
        n_corners = max(map(corner_count, surfaces))
        rings, points = with_object_skin(world.objects, (rings, points, skin_names), n_robot, narrow, n_corners)
    base = {"floating": np.arange(6), "planar": np.array([0, 1, 5]), "fixed": np.arange(0)}[robot.base]
    propellers, curves = propeller_tables(robot)
    arrays = ModelArrays(
        parts,
        stations,
        coordinates,
        laws,
        parameters,
        gravity,
        base,
        rings,
        points,
        propellers,
        curves,
        couplings,
        robot.from_head,
        rod_tables(robot),
    )
    if len(couplings):
        _set_address(arrays)
    check_fluids(world)
    check_trim(robot, world, gravity)
    check_plausible(robot, world, gravity, own_rings, own_points, supported_weight(robot, world, gravity))
    return Model(robot, world, arrays, names, station_names, law_names, skin_names, rest)


def _set_address(arrays: ModelArrays) -> None:
    """Write the address of the kernel of couplings in this process."""
    address = contact_address if arrays.couplings["kind"][-1] == SELF_CONTACT else coupling_address
    arrays.couplings["address"] = address(arrays)


def _warn_of_overlaps(names: list[str]) -> None:
    """Warn of parts that overlap in the rest shape, and so do not touch each other in any."""
    if not names:
        return
    more = f" and {counted(len(names) - 3, 'further pair')}" if len(names) > 3 else ""
    warnings.warn(
        f"SelfContact ignores {', '.join(names[:3])}{more}, which overlap in the rest shape; make the links longer or thinner if "
        "they should touch, or list them in ignore=[...] to omit this warning",
        SnakelabWarning,
        stacklevel=4,
    )


def _check_ground(robot: Robot, world: World, gravity: np.ndarray) -> None:
    """Warn if the ground of friction at the links does not support the robot, or has no normal force."""
    grounds = [law for law in world.centre_frictions if law.normal_acceleration(STANDARD_GRAVITY) is not None]
    name = type(grounds[0]).__name__ if grounds else ""
    if grounds and robot.base == "floating" and gravity.any():
        warnings.warn(
            f"this robot is not supported: its base is floating, and it falls through the ground of {name}; "
            "use base='planar'",
            SnakelabWarning,
            stacklevel=4,
        )
    if pressing_gravity(world.media) == 0.0 and any(
        ground.normal_acceleration(STANDARD_GRAVITY) != ground.normal_acceleration(0.0) for ground in grounds
    ):
        warnings.warn(
            f"{name} carries no load and gives no force: the world's gravity {gravity.tolist()} does not press on its "
            f"ground, the xy plane; write {name}(gravity=9.81), or leave Gravity out",
            SnakelabWarning,
            stacklevel=4,
        )


def _short(value: object) -> str:
    """The value, or its type if the text would be long."""
    return text if len(text := repr(value)) < 60 else f"a {type(value).__name__}"
