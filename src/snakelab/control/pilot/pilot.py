"""The pilot: what a person asks for, and whether a robot can do it."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from snakelab.control.pilot.bending import bends_of
from snakelab.control.pilot.fix import inertia_about_com
from snakelab.control.pilot.gains import PilotGains
from snakelab.control.pilot.helm import Helm
from snakelab.control.pilot.voyage import Chart
from snakelab.control.thrusters import thrust_matrix, thrusters_of
from snakelab.errors import ControlError
from snakelab.gaits.curve.gait import CurveGait
from snakelab.gaits.gait import Gait
from snakelab.gaits.rolling import RollingGait
from snakelab.gaits.serpenoid import SerpenoidGait
from snakelab.gaits.table import TableGait
from snakelab.physics.command import Command, Measurement
from snakelab.physics.model import Model
from snakelab.physics.state import initial_state
from snakelab.types import FloatArray, choice, instance, is_row, number, vector
from snakelab.worlds import Fluid, LumpedFluid

STEER = ("thrust", "bend", "both")
# A propeller pushes in a direction if its lever is more than this [m], or its share of thrust [-].
LEVER = 1e-3
HEAVE, YAW = 2, 5


@dataclass(frozen=True)
class Pilot:
    """Holds depth, heading and speed, or follows waypoints, with whatever propellers and joints the robot has.

    Each loop asks for an acceleration, the robot's inertia makes a force or a moment of it, and `allocate` shares these among
    the propellers. Integrals stop while the propellers are at their limits. Waypoints are followed by integral line of sight.

    Args:
        depth: Below the water's surface, or below z = 0 where no fluid has one [m]; without it the depth is that of the
            waypoints, or free.
        heading: From x toward y [rad]; without it and without waypoints the heading at the start.
        speed: Forward, over ground [m/s].
        thrust: Constant forward push of the propellers in place of a speed [N].
        waypoints: Points to pass one after the other, shape (n, 3), [m]; at the last one it stops and stays.
        lookahead: How far ahead on the line it looks [m]; None takes two lengths of the robot.
        radius: A waypoint is passed at this distance [m], and it turns back to one that it missed; None takes half a length of
            the robot.
        steer: "thrust" turns by propellers, "bend" by bending joints and soft sections toward the turn, or "both".
        joints: A gait of the joints under it: a swimmer needs no propellers.
        gains: PilotGains.
        period: Control period [s].
        patience: After how long without coming nearer to a waypoint the recording's notes tell it [s].

    A robot with sensors needs a `PoseSensor` and, where it has joints, `Encoders` among them.

    What it did stands in the attribute `notes` of the recording: which waypoint it passed when and how near, and where it made
    no progress.
    """

    depth: float | None = None
    heading: float | None = None
    speed: float | None = None
    thrust: float | None = None
    waypoints: Sequence[Sequence[float]] = ()
    lookahead: float | None = None
    radius: float | None = None
    steer: str = "thrust"
    joints: SerpenoidGait | TableGait | RollingGait | CurveGait | Gait | None = None
    gains: PilotGains = field(default_factory=PilotGains)
    period: float = 0.1
    patience: float = 20.0

    def __post_init__(self) -> None:
        for key, unit in (("heading", "rad"), ("speed", "m/s"), ("thrust", "N")):
            if getattr(self, key) is not None:
                number(getattr(self, key), f"Pilot {key}", ControlError, unit=unit)
        if self.depth is not None:
            number(self.depth, "Pilot depth", ControlError, least=0, unit="m")
        for key, unit in (("lookahead", "m"), ("radius", "m"), ("period", "s"), ("patience", "s")):
            if getattr(self, key) is not None:
                number(getattr(self, key), f"Pilot {key}", ControlError, above=0, unit=unit)
        choice(self.steer, "Pilot steer", STEER, ControlError)
        instance(self.gains, "Pilot gains", (PilotGains,), ControlError)
        joints: object = self.joints
        if joints is not None and (isinstance(joints, type) or not isinstance(joints, Gait)):
            raise ControlError(f"Pilot joints must be a gait, got {joints!r}; write SerpenoidGait(...)")
        self._check_together()

    def _check_together(self) -> None:
        if self.speed is not None and self.thrust is not None:
            raise ControlError(
                f"Pilot speed and thrust exclude each other, got {self.speed:g} m/s and {self.thrust:g} N"
            )
        if len(self.points()) and self.heading is not None:
            raise ControlError("Pilot heading and waypoints exclude each other: waypoints say where to head")
        if len(self.points()) and min(self.speed or 0.0, self.thrust or 0.0) < 0:
            raise ControlError("Pilot waypoints are followed forward: speed and thrust must not be negative")

    def points(self) -> FloatArray:
        """The waypoints, shape (n, 3), [m]."""
        points: list[FloatArray] = []
        given: object = self.waypoints
        if not is_row(given):
            raise ControlError(f"Pilot waypoints must be a list of points, got {given!r}; write [(5, 0, -2)]")
        for i, point in enumerate(given):
            points.append(vector(point, f"Pilot waypoints[{i}] (x, y, z)", ControlError, size=3, unit="m"))
        return np.array(points).reshape(-1, 3)

    def for_model(self, model: Model) -> Helm:
        """The pilot at the helm of one robot.

        Raises:
            ControlError: if the robot has not what the pilot needs.
        """
        points, bends = self.points(), bends_of(model) if self.steer != "thrust" else ()
        matrix = thrust_matrix(model, initial_state(model))
        levers = np.abs(matrix).max(axis=1, initial=0.0) > LEVER
        self._check_propellers(model, bool(levers[YAW]), bool(bends))
        height = None if self.depth is None else _surface(model, 0.0) - self.depth
        chart = self._chart(model, points, height is None and bool(levers[HEAVE]))
        self._check_depth(model, chart, bool(levers[HEAVE]))
        place = np.array([0.0, 0.0, height or 0.0]) if height is not None or not len(points) else points[0]
        return Helm(
            self,
            self.period,
            model,
            initial_state(model),
            np.diag(inertia_about_com(model, place)).copy(),
            thrusters_of(model),
            matrix,
            bends,
            None if self.joints is None else self.joints.reference(model),
            chart,
            height,
        )

    def _chart(self, model: Model, points: FloatArray, deep: bool) -> Chart:
        """The chart of its voyage."""
        length, drift = model.robot.length, self.gains.drift
        radius = length / 2 if self.radius is None else self.radius
        lookahead = 2 * length if self.lookahead is None else self.lookahead
        return Chart(points, deep, radius, lookahead, drift, self.speed, self.period, self.patience)

    def start(self, model: Model, time: float) -> tuple[Command, Any]:
        """See `Controller`."""
        return self.for_model(model).start(model, time)

    def command(self, measurement: Measurement, memory: Any) -> tuple[Command, Any]:
        """Not without a robot: `for_model` gives what answers."""
        raise ControlError("a Pilot must know its robot: call for_model(model) first, as simulate does")

    def _check_propellers(self, model: Model, yaw: bool, bends: bool) -> None:
        name, n = model.robot.name, len(model.robot.propellers)
        if model.robot.base == "fixed":
            raise ControlError(f"a Pilot moves a robot, and {name!r} is fixed; use base='floating'")
        if n == 0 and (self.speed is not None or self.thrust is not None):
            raise ControlError(f"Pilot speed and thrust need propellers, and {name!r} has none; leave them out")
        if self.steer != "bend" and not yaw and not (self.steer == "both" and bends):
            found = "its propellers cannot turn it" if n else "it has no propellers"
            raise ControlError(
                f"Pilot steer={self.steer!r} cannot turn {name!r}: {found}; write steer='bend', or add a Propeller "
                "beside its axis"
            )
        if self.steer == "bend" and not bends:
            raise ControlError(
                f"Pilot steer='bend' cannot turn {name!r}: no joint or soft section has an actuator that holds a bend; use "
                "Servo(kp=...), Prescribed(), or Pneumatic(...) with springs"
            )

    def _check_depth(self, model: Model, chart: Chart, heave: bool) -> None:
        surface, points = _surface(model, math.inf), chart.points
        if len(points) and points[:, 2].max() > surface:
            i = int(points[:, 2].argmax())
            raise ControlError(
                f"Pilot waypoints[{i}] is {points[i, 2] - surface:g} m above the surface at z = {surface:g} m; write a z below it"
            )
        if self.depth is not None and not heave:
            raise ControlError(
                f"Pilot depth needs a propeller that pushes up or down, and {model.robot.name!r} has none; add "
                "Propeller(..., direction='z')"
            )
        if len(points) and self.depth is None and not heave and np.ptp(points[:, 2]) > chart.radius:
            raise ControlError(
                f"Pilot waypoints differ by {np.ptp(points[:, 2]):g} m in depth, and {model.robot.name!r} has no propeller that "
                "pushes up or down"
            )


def _surface(model: Model, otherwise: float) -> float:
    """Height of the free surface, of the highest where there are several [m]; `otherwise` where there is none."""
    fluids = [medium for medium in model.world.media if isinstance(medium, (Fluid, LumpedFluid))]
    return max((fluid.surface for fluid in fluids if fluid.surface is not None), default=otherwise)
