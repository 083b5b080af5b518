"""Interaction with a live run: placement of goals and obstacles, driving and pulling.

In reading order: placement by a click, of obstacles and of free bodies; driving; pulling of a part or body; and motion of a
placed obstacle.
"""

import json
import math
import re
import time as clock
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from snakelab.control.autopilot import Autopilot
from snakelab.control.controller import Teleop, steered
from snakelab.errors import SimulationError, SnakelabError
from snakelab.gaits.cpg import CpgGait
from snakelab.gaits.gait import Gait
from snakelab.geometry.rotations import quat_log
from snakelab.geometry.surfaces import Block, Plane, Pole
from snakelab.geometry.terrain import Terrain
from snakelab.parameters.arguments import FloatArray
from snakelab.physics.model import Model
from snakelab.results.recording import Recording
from snakelab.sim.interventions import PlaceObject, Push, value_at
from snakelab.sim.simulation import Simulation
from snakelab.worlds.contact_laws import Contact
from snakelab.worlds.free_bodies import MAX_OBJECTS, Ball, Cuboid, FreeBody
from snakelab.worlds.gravity import STANDARD_GRAVITY
from snakelab.worlds.world import MEDIA_WITH_OBJECTS, World

# ----------------------------------------------------------------------------------------------------------------------
# Placement by a click: the goal and the waypoints of a controller, posts and blocks
# ----------------------------------------------------------------------------------------------------------------------

NAME = re.compile(r"(post|block)_(\d+)")
MAX_OBSTACLES = 50
# Distance of removed obstacles and of the spare block from the origin, beyond the extent of any run [m].
REMOVED_DISTANCE = 1000.0


def placeable(controller: Any) -> list[str]:
    """Return what of a controller can be placed: "goal", "waypoints"."""
    waypoints = [] if getattr(controller, "waypoints", None) is None else ["waypoints"]
    return [*(["goal"] if hasattr(controller, "goal") else []), *waypoints]


def placed_goals(simulation: Simulation) -> dict[str, list[list[float]]]:
    """Return the present goal and waypoints as points of the world."""
    controller, height = simulation.controller, float(simulation["com_position"][2])
    targets = {}
    for name in placeable(controller):
        value = getattr(controller, name)
        points = value if name == "waypoints" else [] if value is None else [value]
        targets[name] = [[*map(float, point), height][:3] for point in points]
    return targets


def set_goal(simulation: Simulation, point: list[float]) -> None:
    """Set the goal of the controller."""
    if "goal" not in placeable(simulation.controller):
        raise SimulationError(f"a {type(simulation.controller).__name__} has no goal")
    simulation.set("controller.goal", tuple(point[:2]))


def add_waypoint(simulation: Simulation, point: list[float], first: bool) -> None:
    """Add a waypoint at the height of the last one, or of the robot; as the first one it replaces all others."""
    if "waypoints" not in placeable(simulation.controller):
        raise SimulationError(f"a {type(simulation.controller).__name__} has no waypoints")
    present = tuple(tuple(map(float, point)) for point in simulation.controller.waypoints)  # type: ignore[union-attr]
    last = present[-1] if present else (0.0, 0.0, float(simulation["com_position"][2]))
    added = (point[0], point[1], *last[2:])
    simulation.set("controller.waypoints", (added,) if first else (*present, added))


def obstacles(simulation: Simulation) -> list[dict[str, Any]]:
    """Return the obstacles that were placed, as plain data."""
    return [_plain(one) for one in _obstacles_of(simulation) if not _is_away(one)]


def place(simulation: Simulation, kind: str, point: list[float]) -> str:
    """Place a post or a block on the ground at a point; return its name."""
    placed = _obstacles_of(simulation)
    own = [one for one in placed if one.name.startswith(kind)]
    spare = next((one for one in own if _is_away(one)), None)
    if spare is None and len(placed) >= MAX_OBSTACLES:
        raise SimulationError(f"there are {MAX_OBSTACLES} obstacles already; move or remove one")
    name = f"{kind}_{len(own) + 1}" if spare is None else spare.name
    simulation.place_obstacle(_obstacle(kind, name, point, body_radius(simulation)))
    return name


def move_towards(simulation: Simulation, name: str, point: list[float], maximum: float) -> bool:
    """Move an obstacle towards a point by at most a distance [m]; return True if it has arrived."""
    old = obstacle_named(simulation, name)
    centre = np.array(_centre(old))
    shift = np.array([point[0], point[1], centre[2]]) - centre
    length = float(np.linalg.norm(shift))
    if length < 1e-6:
        return True
    simulation.place_obstacle(_at(old, centre + shift * min(1.0, maximum / length)))
    return length <= maximum


def remove(simulation: Simulation, name: str) -> None:
    """Move an obstacle out of the world."""
    obstacle = obstacle_named(simulation, name)
    place = np.array([REMOVED_DISTANCE, REMOVED_DISTANCE, _centre(obstacle)[2]])
    simulation.place_obstacle(_at(obstacle, place))


def with_spare_block(world: World, radius: float) -> World:
    """Return a world with a distant block, so that blocks can be placed during the run."""
    block = _obstacle("block", "block_1", [REMOVED_DISTANCE, REMOVED_DISTANCE, 0.0], radius)
    return replace(world, media=[*world.media, block])


def body_radius(simulation: Simulation) -> float:
    """Return the largest radius of the body [m]."""
    rings = simulation.model.rings
    return float(max((ring["radius"] for ring in rings), default=0.03)) or 0.03  # of a body without a skin


def has_edges(model: Model) -> bool:
    """Return True if the world has a surface with edges, so that blocks can be placed."""
    return any(contact.surface.edged for contact in model.world.contacts)


def without_far(recording: Recording) -> Recording:
    """Return a recording without the surfaces that stand too far away to be drawn."""
    surfaces = json.loads(recording.dataset.attrs.get("surfaces", "[]"))
    kept = [
        one for one in surfaces if max(map(abs, one.get("centre") or one.get("point") or [0.0])) < REMOVED_DISTANCE / 2
    ]
    if len(kept) == len(surfaces):
        return recording
    return replace(recording, dataset=recording.dataset.assign_attrs(surfaces=json.dumps(kept)))


def _obstacle(kind: str, name: str, point: list[float], radius: float) -> Contact:
    x, y, z = point
    if kind == "post":
        return Contact(Pole(1.5 * radius, (x, y, z)), name=name)
    size = 4.0 * radius
    return Contact(Block((size, size, size), (x, y, z + size / 2)), name=name)


def _obstacles_of(simulation: Simulation) -> list[Contact]:
    return [contact for contact in simulation.model.world.contacts if NAME.fullmatch(contact.name)]


def obstacle_named(simulation: Simulation, name: str) -> Contact:
    """Return a placed obstacle.

    Raises:
        SimulationError: if there is none with this name.
    """
    obstacle = next((one for one in _obstacles_of(simulation) if one.name == name), None)
    if obstacle is None:
        raise SimulationError(f"there is no obstacle {name!r}")
    return obstacle


def _centre(one: Contact) -> tuple[float, ...]:
    surface = one.surface
    assert isinstance(surface, (Block, Pole))
    return tuple(map(float, surface.centre if isinstance(surface, Block) else surface.point))


def _at(one: Contact, centre: np.ndarray) -> Contact:
    key = "centre" if isinstance(one.surface, Block) else "point"
    surface = replace(one.surface, **{key: tuple(centre.tolist())})  # type: ignore[arg-type]
    return replace(one, surface=surface)


def _is_away(one: Contact) -> bool:
    return max(map(abs, _centre(one))) > REMOVED_DISTANCE / 2


def _plain(one: Contact) -> dict[str, Any]:
    surface = one.surface
    size = list(surface.size) if isinstance(surface, Block) else surface.radius  # type: ignore[union-attr]
    return {"name": one.name, "kind": one.name.split("_")[0], "centre": list(_centre(one)), "size": size}


# ----------------------------------------------------------------------------------------------------------------------
# Free bodies: those of the world, and spare ones far away, which are placed by a click and removed again
#
# A world has its free bodies from the beginning of a run on, so that a run starts again to get spare ones.
# ----------------------------------------------------------------------------------------------------------------------

BODIES: dict[str, type] = {"ball": Ball, "box": Cuboid}
N_SPARE = 3  # further ones of a kind with one start
SPARE_DENSITY = 300.0  # of bodies that are placed, so light that snakes push them [kg/m^3]


def bodies(simulation: Simulation) -> list[str]:
    """Return the names of the free bodies that are not removed or spare."""
    names, places = simulation.model.object_names, simulation.state.objects
    return [name for i, name in enumerate(names) if not _is_far(places[3 * i : 3 * i + 3])]


def spare_bodies(simulation: Simulation) -> dict[str, int]:
    """Return how many free bodies of each kind can be placed."""
    return {kind: len(_spare(simulation, kind)) for kind in BODIES}


def allows_bodies(world: World) -> bool:
    """Return True if free bodies move in all media of a world, and one of them carries bodies."""
    return all(isinstance(medium, MEDIA_WITH_OBJECTS) for medium in world.media) and bool(
        world.contacts or world.fluids
    )


def place_body(simulation: Simulation, kind: str, point: list[float]) -> str:
    """Place a spare ball or box on the ground at a point; return its name."""
    spare = _spare(simulation, kind)
    if not spare:
        raise SimulationError(
            f"there is no further {kind}; press the button again to restart the run with {N_SPARE} more"
        )
    body = next(body for body in simulation.model.world.objects if body.name == spare[0])
    # it drops by a thousandth of its height
    simulation.place_object(body.name, (point[0], point[1], point[2] + 0.501 * body.shape.extents[2]), (0.0, 0.0, 0.0))
    return body.name


def remove_body(simulation: Simulation, name: str) -> None:
    """Place a free body out of the world, at rest."""
    i = simulation.model.object_names.index(name)
    simulation.place_object(
        name, (REMOVED_DISTANCE + 10.0 * i, REMOVED_DISTANCE, float(simulation.state.objects[3 * i + 2]))
    )


def placed_body(simulation: Simulation, name: str) -> PlaceObject:
    """Return the event that gives a free body its present place and velocity."""
    names, state = simulation.model.object_names, simulation.state.objects
    i, n = names.index(name), len(names)
    quat = tuple(float(x) for x in state[3 * n + 4 * i : 3 * n + 4 * i + 4])
    velocity = state[7 * n + 6 * i : 7 * n + 6 * i + 6].tolist()
    return PlaceObject(name, state[3 * i : 3 * i + 3].tolist(), tuple(quat_log(quat)), velocity[:3], velocity[3:])


def with_spare_bodies(world: World, kind: str, radius: float) -> World:
    """Return a world with further distant balls or boxes, so that they can be placed during the run.

    Raises:
        SimulationError: if it would have too many.
    """
    shape = Ball(1.5 * radius) if kind == "ball" else Cuboid((4.0 * radius,) * 3)
    if len(world.objects) + N_SPARE > MAX_OBJECTS:
        raise SimulationError(
            f"the world has {len(world.objects)} free bodies; with {N_SPARE} more there would be more than {MAX_OBJECTS}"
        )
    names, objects = {body.name for body in world.objects}, list(world.objects)
    level = max((_level(contact) for contact in world.contacts), default=0.0) + 0.501 * shape.extents[2]
    numbers = (k for k in range(1, MAX_OBJECTS + 1) if f"{kind}_{k}" not in names)
    for _ in range(N_SPARE):
        place = (REMOVED_DISTANCE + 10.0 * len(objects), REMOVED_DISTANCE, level)
        objects.append(FreeBody(shape, None, place, density=SPARE_DENSITY, name=f"{kind}_{next(numbers)}"))
    return replace(world, objects=objects)


def _spare(simulation: Simulation, kind: str) -> list[str]:
    present = bodies(simulation)
    own = [body.name for body in simulation.model.world.objects if isinstance(body.shape, BODIES[kind])]
    return [name for name in own if name not in present]


def _is_far(place: Any) -> bool:
    return float(np.abs(place[:2]).max()) > REMOVED_DISTANCE / 2


def _level(contact: Contact) -> float:
    """Greatest height of a ground [m]; 0 for other surfaces."""
    surface = contact.surface
    if isinstance(surface, Terrain):
        return float(surface.heights.max())
    return float(surface.point[2]) if isinstance(surface, Plane) else 0.0


# ----------------------------------------------------------------------------------------------------------------------
# Driving of a run by an operator's input: speed and turn of a gait, set points of an autopilot, thrust of propellers
# ----------------------------------------------------------------------------------------------------------------------

# Transition to a changed value [s].
TRANSITION = 0.5


@dataclass
class Driving:
    """Input of an operator to one run.

    Attributes:
        until: Wall time at which the input ends without another order [s]; None without input.
        nominal: Values at an input of 1 by their paths: the speed or the thrusts before the run was driven.
        timeout: Time without orders after which an input to a robot ends [s].
        patience: The same for a simulation: the orders of a page that draws slowly come late [s].
        heading_step: Change of an autopilot's heading per order [rad].
        depth_step: Change of its depth per order [m].
    """

    until: float | None = None
    nominal: dict[str, float] = field(default_factory=dict)
    timeout: float = 0.5
    patience: float = 2.0
    heading_step: float = 0.05
    depth_step: float = 0.03

    def drive(self, simulation: Simulation, forward: float, turn: float, rise: float) -> None:
        """Apply the input of one order, from -1 to 1.

        Args:
            simulation: The run.
            forward: Of the gait's speed, of an autopilot's speed or thrust, or of the thrusts of a gait.
            turn: Turn of the gait, or change of an autopilot's heading; positive to the left.
            rise: Change of an autopilot's depth; positive upward.

        Raises:
            SimulationError: if the controller cannot be driven.
        """
        robot = getattr(simulation.engine, "driver", None) is not None
        self.until = clock.perf_counter() + (self.timeout if robot else self.patience)
        controller = simulation.controller
        if isinstance(controller, Autopilot):
            self._steer(simulation, controller, turn, rise)
            self._scale(simulation, [f"controller.{name}" for name in ("speed", "thrust")], forward)
        elif has_thrust(controller):
            n = len(controller.thrust)  # type: ignore[union-attr]
            self._scale(simulation, [f"controller.thrust.{i}" for i in range(n)], forward)
        else:
            if not isinstance(controller, Teleop):
                self._begin(simulation)
            set_changed(simulation, "controller.forward", forward)
            if can_turn(simulation.controller):
                set_changed(simulation, "controller.turn", turn)

    def stop_if_over(self, simulation: Simulation, periods: int = 1) -> None:
        """Set the input to zero when its orders have ended; an autopilot keeps its heading and depth."""
        if self.until is None or clock.perf_counter() < self.until:
            return
        self.until = None
        if isinstance(simulation.controller, Teleop):
            set_changed(simulation, "controller.forward", 0.0)
            if can_turn(simulation.controller):
                set_changed(simulation, "controller.turn", 0.0)
        else:
            for path in self.nominal:
                set_changed(simulation, path, 0.0)

    def _begin(self, simulation: Simulation) -> None:
        controller = simulation.controller
        gait = controller.gait if isinstance(controller, CpgGait) else controller
        if not isinstance(gait, Gait):
            name = type(controller).__name__
            if hasattr(controller, "goal"):
                raise SimulationError(f"a {name} plans its own motion; set its goal, or change to a gait")
            raise SimulationError(f"a {name} cannot be driven; change to a gait first")
        simulation.change_controller(Teleop(gait), TRANSITION)
        simulation.advance(simulation.period)

    def _steer(self, simulation: Simulation, controller: Autopilot, turn: float, rise: float) -> None:
        """Change heading and depth of an autopilot; waypoints determine the heading themselves."""
        if turn and not len(controller.points()):
            set_changed(simulation, "controller.heading", (controller.heading or 0.0) + self.heading_step * turn)
        if rise:
            depth = controller.depth if controller.depth is not None else -float(simulation["com_position"][2])
            set_changed(simulation, "controller.depth", max(0.0, depth - self.depth_step * rise))

    def _scale(self, simulation: Simulation, paths: list[str], forward: float) -> None:
        """Set values to a fraction of those before the run was driven forward or backward."""
        if not self.nominal:
            if not forward:
                return
            values = {path: value_at({"controller": simulation.controller}, path) for path in paths}
            self.nominal = {path: float(value) for path, value in values.items() if value}
            if not self.nominal:
                raise SimulationError("speed and thrust are zero; set one of them in the form first")
        limit = -1.0 if not has_points(simulation.controller) else 0.0
        for path, value in self.nominal.items():
            set_changed(simulation, path, max(forward, limit) * value)


def has_thrust(controller: object) -> bool:
    """Return True for a gait with constant commands of propellers."""
    return isinstance(controller, Gait) and len(getattr(controller, "thrust", ())) > 0


def can_turn(controller: object) -> bool:
    """Return True for a driven gait that steers; without it a turn of the input has no effect."""
    if not isinstance(controller, Teleop):
        return False
    try:
        return steered(controller.gait, controller.full_turn) is not None
    except SnakelabError:  # a gait of the table that does not steer
        return False


def has_points(controller: object) -> bool:
    """Return True for an autopilot that follows waypoints, which it cannot do backward."""
    return isinstance(controller, Autopilot) and len(controller.points()) > 0


def set_changed(simulation: Simulation, path: str, value: float) -> None:
    """Set a parameter, unless it has this value within 0.01."""
    before = value_at({"controller": simulation.controller}, path)
    if before is None or abs(before - value) > 0.01 or value == 0.0 != before:
        simulation.set(path, value, TRANSITION)


# ----------------------------------------------------------------------------------------------------------------------
# Pull of a part or a free body to a point by a spring and a damper, at most five times the weight
# ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Pull:
    """Pull of a part or a free body to a point.

    Attributes:
        part: Name of the part or free body.
        target: Point, world axes, shape (3,), [m].
        until: Wall time at which it ends without renewal [s].
    """

    part: str
    target: FloatArray
    until: float


@dataclass
class Pulling:
    """The present pull of a run, if there is one.

    Attributes:
        pull: The pull; None without one.
        timeout: Time after which it ends without renewal [s].
    """

    pull: Pull | None = None
    timeout: float = 0.5

    def begin(self, simulation: Simulation, part: str, target: list[float]) -> None:
        """Pull a part or a free body to a point until `end`, or until the pull has not been renewed for half a second.

        Raises:
            SimulationError: if the robot has no such part, nor the world such a body.
        """
        model = simulation.model
        if part not in (*model.robot.part_names, *model.object_names):
            bodies = ", and the world no such free body" if model.object_names else ""
            raise SimulationError(f"{model.robot.name!r} has no part {part!r}{bodies}")
        self.pull = Pull(part, np.array(target), clock.perf_counter() + self.timeout)

    def end(self) -> None:
        """End the pull."""
        self.pull = None

    def apply(self, simulation: Simulation, periods: int) -> None:
        """Schedule the force of the pull for the next control periods."""
        pull = self.pull
        if pull is None:
            return
        if clock.perf_counter() > pull.until:
            self.end()
            return
        simulation.schedule(push_of(simulation, pull, periods * simulation.period))


def push_of(simulation: Simulation, pull: Pull, duration: float, length: float = 0.2, max_weights: float = 5.0) -> Push:
    """Return the spring and damper of a pull, implicit in the steps of the run; in the plane for a planar robot.

    Args:
        simulation: The run.
        pull: The pull.
        duration: Duration of the push [s].
        length: Distance at which the force of the spring is the weight of the robot, or of the free body [m].
        max_weights: Largest force in weights of the robot or body [-].
    """
    model = simulation.model
    of_robot = pull.part in model.robot.part_names
    mass = model.mass if of_robot else mass_of(model, pull.part)
    weight = mass * STANDARD_GRAVITY
    stiffness = weight / length
    target = pull.target.copy()
    if of_robot and model.robot.base == "planar":
        target[2] = simulation["com_position"][2]
    return Push(
        pull.part,
        duration=duration,
        at=simulation.time,
        target=tuple(target.tolist()),
        stiffness=stiffness,
        damping=2.0 * float(np.sqrt(stiffness * mass)),  # critical for the mass of the robot or body
        max_force=max_weights * weight,
    )


def mass_of(model: Model, name: str) -> float:
    """Return the mass of a free body [kg]."""
    return next(body.total_mass for body in model.world.objects if body.name == name)


# ----------------------------------------------------------------------------------------------------------------------
# Motion of a placed obstacle towards the pointer, at a limited speed
# ----------------------------------------------------------------------------------------------------------------------


@dataclass
class ObstacleMover:
    """The obstacle that is being moved, if there is one.

    Attributes:
        moving: Name of the obstacle and the point that it moves to [m]; None without one.
        speed: Largest speed of the obstacle [m/s].
        interval: Time between two events [s].
    """

    moving: tuple[str, list[float]] | None = None
    speed: float = 0.5
    interval: float = 0.06
    _next: float = 0.0

    def begin(self, name: str, point: list[float]) -> None:
        """Move an obstacle to a point from now on."""
        self.moving = (name, point)

    def end(self) -> None:
        """End the motion of the obstacle."""
        self.moving = None

    def apply(self, simulation: Simulation, periods: int = 1) -> None:
        """Move the obstacle by one step if the last step is long enough ago.

        Raises:
            SimulationError: if it would intersect the robot; it is then not moved.
        """
        now = clock.perf_counter()
        if self.moving is None or now < self._next:
            return
        self._next = now + self.interval
        self.move(simulation, self.speed * self.interval)

    def move(self, simulation: Simulation, maximum: float = math.inf) -> None:
        """Move the obstacle by at most a distance [m].

        Raises:
            SimulationError: if it would intersect the robot; it is then not moved.
        """
        if self.moving is None:
            return
        try:
            if move_towards(simulation, *self.moving, maximum):
                self.end()
        except SimulationError:
            self.end()
            raise
