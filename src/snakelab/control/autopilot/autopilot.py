"""Autopilot: reference values and parameters, and the checks that a robot can follow them."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any

import numpy as np
from annotated_types import Ge

from snakelab.control.autopilot.bending import bends_of
from snakelab.control.autopilot.controller import AutopilotController
from snakelab.control.autopilot.gains import AutopilotGains, SetPoints
from snakelab.control.autopilot.path_following import WaypointPath
from snakelab.control.autopilot.state_estimate import inertia_about_com
from snakelab.control.propellers.thrusters import thrust_matrix, thrusters_of
from snakelab.errors import ControlError
from snakelab.gaits.curve_following.gait import CurveGait
from snakelab.gaits.gait import Gait
from snakelab.gaits.rolling import RollingGait
from snakelab.gaits.serpenoid import SerpenoidGait
from snakelab.gaits.table import TableGait
from snakelab.notebook.registry import Displayed
from snakelab.parameter_declarations.check import check_declared
from snakelab.parameter_declarations.marks import FIXED, LIVE, Choices, Slider, Unit
from snakelab.parameter_declarations.quantities import Angle, PositiveDuration, PositiveLength
from snakelab.physics.command import Command, Measurement
from snakelab.physics.model import Model
from snakelab.physics.state import initial_state
from snakelab.types import FloatArray, instance, is_row, vector
from snakelab.worlds import Fluid, LumpedFluid

STEER = ("thrust", "bend", "both")
# A propeller acts on an axis if its lever arm [m], or its direction cosine [-], is greater than this.
LEVER = 1e-3
HEAVE, YAW = 2, 5


@dataclass(frozen=True)
class Autopilot(Displayed):
    """Control of depth, heading and speed, or path following, with the propellers and joints of the robot.

    Each control loop returns an acceleration. The inertia of the robot converts it to a force or a moment, which `allocate`
    distributes to the propellers. Integrals stop while the propellers are saturated. Waypoints are followed by integral
    line-of-sight guidance.

    Args:
        depth: Depth below the free surface, or below z = 0 if no fluid has one [m]. None uses the depth of the waypoints;
            without waypoints the depth is not controlled.
        heading: Heading, from x toward y [rad]. None uses the direction of the path; without waypoints, the initial
            heading.
        speed: Forward speed over ground [m/s].
        thrust: Constant forward thrust, instead of a speed [N].
        waypoints: Points to pass in order, shape (n, 3), [m]. The robot stops at the last one.
        lookahead: Look-ahead distance on the line [m]. None uses twice the length of the robot.
        radius: Distance at which a waypoint counts as passed [m]. The robot turns back to a missed waypoint. None uses half
            the length of the robot.
        steer: Steering by propellers ("thrust"), by bending of joints and soft sections ("bend"), or "both".
        joints: Gait to which the bending angles are added; with it a robot can swim without propellers.
        gains: Gains of the control loops.
        period: Control period [s].
        patience: Time without progress toward a waypoint after which a note is recorded and a warning is issued [s].

    A robot with sensors needs a `PoseSensor` and, if it has joints, `Encoders`.

    The attribute `notes` of the recording lists the waypoints passed, with time and distance, those missed, and the times
    without progress.
    """

    depth: Annotated[float, Ge(0), Unit("m"), Slider(0, 10, 0.01)] | None = None
    heading: Angle | None = None
    speed: Annotated[float, Unit("m/s"), Slider(-1, 1, 0.01)] | None = None
    thrust: Annotated[float, Unit("N"), Slider(-50, 50, 0.1)] | None = None
    waypoints: Sequence[Sequence[float]] = ()
    lookahead: PositiveLength | None = None
    radius: PositiveLength | None = None
    steer: Annotated[str, Choices(STEER), LIVE] = "thrust"
    joints: SerpenoidGait | TableGait | RollingGait | CurveGait | Gait | None = None
    gains: AutopilotGains = field(default_factory=AutopilotGains)
    period: Annotated[PositiveDuration, FIXED] = 0.1
    patience: Annotated[PositiveDuration, Slider(1, 120, 1), FIXED] = 20.0

    def __post_init__(self) -> None:
        check_declared(self, ControlError)
        instance(self.gains, "Autopilot gains", (AutopilotGains,), ControlError)
        joints: object = self.joints
        if joints is not None and (isinstance(joints, type) or not isinstance(joints, Gait)):
            raise ControlError(f"Autopilot joints must be a gait, got {joints!r}; write SerpenoidGait(...)")
        self._check_together()

    def _check_together(self) -> None:
        if self.speed is not None and self.thrust is not None:
            raise ControlError(
                f"Autopilot speed and thrust exclude each other, got {self.speed:g} m/s and {self.thrust:g} N"
            )
        if len(self.points()) and self.heading is not None:
            raise ControlError(
                "Autopilot heading and waypoints exclude each other: the waypoints determine the heading"
            )
        if len(self.points()) and min(self.speed or 0.0, self.thrust or 0.0) < 0:
            raise ControlError("Autopilot waypoints are followed forward: speed and thrust must not be negative")

    def points(self) -> FloatArray:
        """Waypoints, shape (n, 3), [m]."""
        points: list[FloatArray] = []
        given: object = self.waypoints
        if not is_row(given):
            raise ControlError(f"Autopilot waypoints must be a list of points, got {given!r}; write [(5, 0, -2)]")
        for i, point in enumerate(given):
            points.append(vector(point, f"Autopilot waypoints[{i}] (x, y, z)", ControlError, size=3, unit="m"))
        return np.array(points).reshape(-1, 3)

    def for_model(self, model: Model) -> AutopilotController:
        """Return the controller of this autopilot for one model.

        Raises:
            ControlError: if the robot lacks an actuator that the autopilot needs.
        """
        points, bends = self.points(), bends_of(model) if self.steer != "thrust" else ()
        matrix = thrust_matrix(model, initial_state(model))
        levers = np.abs(matrix).max(axis=1, initial=0.0) > LEVER
        self._check_propellers(model, bool(levers[YAW]), bool(bends))
        height = None if self.depth is None else _surface(model, 0.0) - self.depth
        path = self._path(model, points, height is None and bool(levers[HEAVE]))
        self._check_depth(model, path, bool(levers[HEAVE]))
        position = np.array([0.0, 0.0, height or 0.0]) if height is not None or not len(points) else points[0]
        return AutopilotController(
            SetPoints(self.heading, self.speed, self.thrust, self.steer, self.gains),
            self.period,
            model,
            initial_state(model),
            np.diag(inertia_about_com(model, position)).copy(),
            thrusters_of(model),
            matrix,
            bends,
            None if self.joints is None else self.joints.reference(model),
            path,
            height,
        )

    def _path(self, model: Model, points: FloatArray, use_depth: bool) -> WaypointPath:
        """Waypoints and parameters of path following for one model."""
        length, drift = model.robot.length, self.gains.drift
        radius = length / 2 if self.radius is None else self.radius
        lookahead = 2 * length if self.lookahead is None else self.lookahead
        return WaypointPath(points, use_depth, radius, lookahead, drift, self.speed, self.period, self.patience)

    def start(self, model: Model, time: float) -> tuple[Command, Any]:
        """See `Controller`."""
        return self.for_model(model).start(model, time)

    def command(self, measurement: Measurement, memory: Any) -> tuple[Command, Any]:
        """Raise ControlError: call `for_model` first."""
        raise ControlError("an Autopilot needs a model: call for_model(model) first, as simulate does")

    def _check_propellers(self, model: Model, yaw: bool, bends: bool) -> None:
        name, n = model.robot.name, len(model.robot.propellers)
        if model.robot.base == "fixed":
            raise ControlError(f"an Autopilot needs a mobile base, and {name!r} is fixed; use base='floating'")
        if n == 0 and (self.speed is not None or self.thrust is not None):
            raise ControlError(f"Autopilot speed and thrust need propellers, and {name!r} has none; omit them")
        if self.steer != "bend" and not yaw and not (self.steer == "both" and bends):
            reason = "its propellers cannot turn it" if n else "it has no propellers"
            raise ControlError(
                f"Autopilot steer={self.steer!r} cannot turn {name!r}: {reason}; write steer='bend', or add a Propeller "
                "off its axis"
            )
        if self.steer == "bend" and not bends:
            raise ControlError(
                f"Autopilot steer='bend' cannot turn {name!r}: no joint or soft section can be held at a bending angle; use "
                "Servo(kp=...), Prescribed(), or Pneumatic(...) with springs"
            )

    def _check_depth(self, model: Model, path: WaypointPath, heave: bool) -> None:
        surface, points = _surface(model, math.inf), path.points
        if len(points) and points[:, 2].max() > surface:
            i = int(points[:, 2].argmax())
            above = points[i, 2] - surface
            raise ControlError(
                f"Autopilot waypoints[{i}] is {above:g} m above the surface at z = {surface:g} m; write a smaller z"
            )
        if self.depth is not None and not heave:
            raise ControlError(
                f"Autopilot depth needs a vertical propeller, and {model.robot.name!r} has none; add "
                "Propeller(..., direction='z')"
            )
        if len(points) and self.depth is None and not heave and np.ptp(points[:, 2]) > path.radius:
            raise ControlError(
                f"Autopilot waypoints differ by {np.ptp(points[:, 2]):g} m in depth, and {model.robot.name!r} has no "
                "vertical propeller"
            )


def _surface(model: Model, otherwise: float) -> float:
    """Height of the highest free surface [m]; `otherwise` if there is none."""
    fluids = [medium for medium in model.world.media if isinstance(medium, (Fluid, LumpedFluid))]
    return max((fluid.surface for fluid in fluids if fluid.surface is not None), default=otherwise)
