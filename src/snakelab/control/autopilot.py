"""Autopilot: control of depth, heading and speed, or path following, with the propellers and joints of a robot.

Contents: gains and set points; the control loops for one robot; the autopilot with its parameters and checks.
The guidance law and the state estimate are in `control.guidance`, the allocation of thrust in
`control.thrust_allocation`.
"""

import math
import warnings
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any

import numpy as np
from annotated_types import Ge, Gt

from snakelab.control.guidance import (
    Bend,
    PathProgress,
    StateEstimate,
    WaypointPath,
    bends_of,
    estimate_state,
    follow_path,
    inertia_about_com,
    monitor_progress,
    progress_in,
    wrapped,
)
from snakelab.control.thrust_allocation import (
    Allocation,
    Thrusters,
    allocate,
    default_weights,
    thrust_matrix,
    thrusters_of,
)
from snakelab.errors import ControlError, SnakelabWarning
from snakelab.gaits.curve_fitting import CurveGait
from snakelab.gaits.gait import Gait, TableGait, check_gait
from snakelab.gaits.serpenoid import RollingGait, SerpenoidGait
from snakelab.parameters.arguments import FloatArray, instance, is_row, vector
from snakelab.parameters.declarations import (
    FIXED,
    LIVE,
    WITHIN_ONE_TURN,
    Angle,
    Choices,
    PositiveDuration,
    PositiveLength,
    Slider,
    Unit,
    check_declared,
)
from snakelab.parameters.display_registry import Displayed
from snakelab.physics.columns import MOTOR
from snakelab.physics.command import Command, Measurement, Reference, targets_at
from snakelab.physics.model import Model
from snakelab.physics.state import State, initial_state

# ----------------------------------------------------------------------------------------------------------------------
# Gains and set points of an autopilot
#
# Gains give accelerations, so that one set applies to robots of any mass.
# ----------------------------------------------------------------------------------------------------------------------

LoopGains = Annotated[
    tuple[float, float, float], Ge(0), Unit("1/s^2, 1/s^3, 1/s", in_message=False), Slider(0, 10, 0.1)
]


@dataclass(frozen=True)
class AutopilotGains:
    """Gains of the control loops of an autopilot.

    Each loop returns an acceleration; the inertia of the straight robot, with its added mass, converts it to a force.

    Args:
        depth: Proportional, integral and rate gain of the depth, shape (3,), [1/s^2, 1/s^3, 1/s].
        heading: The same for the heading.
        pitch: The same for the pitch, which is held at zero where the propellers can do so.
        speed: Proportional and integral gain of the forward speed, shape (2,), [1/s, 1/s^2].
        near: Integrals of depth, heading and pitch stop while their error is larger than this [m or rad].
        bend: Bending angle of each joint or soft section per heading error [rad/rad].
        bend_limit: Largest bending angle of each, added to the gait [rad].
        bend_time: Time constant of the bending angle, second order, critically damped [s].
        drift: Integral gain of the line of sight as a fraction of the speed; 1/4 makes the cross-track error critically
            damped [-].

    Source: gait offset from the heading error, and integral line of sight: Kelasidi, Liljeback, Pettersen,
    Gravdahl, Integral line-of-sight guidance for path following control of underwater snake robots: theory and experiments,
    2017.
    """

    depth: LoopGains = (2.0, 0.1, 1.8)
    heading: LoopGains = (3.0, 0.1, 2.4)
    pitch: LoopGains = (2.0, 0.0, 2.0)
    speed: Annotated[tuple[float, float], Ge(0), Unit("1/s, 1/s^2", in_message=False), Slider(0, 10, 0.1)] = (2.0, 1.0)
    near: Annotated[float, Gt(0), Unit("m or rad", in_message=False), Slider(0.01, 2, 0.01)] = 0.2
    bend: Annotated[float, Ge(0), Unit("rad/rad", in_message=False), Slider(0, 3, 0.01)] = 0.5
    bend_limit: Annotated[float, Ge(0), Unit("rad"), Slider(0, 1.5, 0.01)] = 0.5
    bend_time: PositiveDuration = 0.5
    drift: Annotated[float, Ge(0), Slider(0, 1, 0.01)] = 0.25

    def __post_init__(self) -> None:
        check_declared(self, ControlError)


@dataclass(frozen=True)
class SetPoints:
    """Set points and gains of the control loops of an autopilot.

    Attributes:
        heading: From x toward y [rad]; None uses the direction of the path, or the initial heading.
        speed: Forward speed over ground [m/s]; None for none.
        thrust: Constant forward thrust [N]; None for none.
        steer: "thrust", "bend" or "both".
        gains: Gains of the control loops.
    """

    heading: float | None
    speed: float | None
    thrust: float | None
    steer: str
    gains: AutopilotGains


# ----------------------------------------------------------------------------------------------------------------------
# Control loops of an autopilot for one robot
# ----------------------------------------------------------------------------------------------------------------------

# Weights of surge, sway, heave, roll, pitch and yaw in the allocation of thrust: depth and heading have priority.
PRIORITY = np.array([0.5, 0.1, 1.0, 0.1, 0.3, 1.0])
SURGE, HEAVE, PITCH, YAW = 0, 2, 4, 5  # rows of a wrench


@dataclass(frozen=True)
class AutopilotController:
    """A `Controller`: an autopilot for one model.

    Attributes:
        set_points: Set points and gains of the control loops.
        period: Control period [s].
        model: The robot in its world.
        rest: State of the straight robot at rest.
        inertia: Diagonal of the inertia about the centre of mass, with added mass, shape (6,), [kg, kg m^2].
        thrusters: The propellers.
        matrix: Wrench per thrust on the straight robot about its centre of mass, in its axes, shape (6, m).
        bends: Joints and soft sections that bend; empty for steering by thrust.
        gait: Reference of the joints; None holds them straight.
        path: Waypoints and parameters of path following.
        height: Reference z [m]; None uses that of the waypoints.
    """

    set_points: SetPoints
    period: float
    model: Model
    rest: State
    inertia: FloatArray
    thrusters: Thrusters
    matrix: FloatArray
    bends: tuple[Bend, ...]
    gait: Reference | None
    path: WaypointPath
    height: float | None

    def start(self, model: Model, time: float) -> tuple[Command, dict[str, Any]]:
        """Return the command and the memory at the start: joints on their gait, propellers off."""
        memory = {
            "integrals": np.zeros(4),
            "bend": np.zeros(2),
            "heading": None,
            "progress": dict(vars(PathProgress())),
        }
        return self._command(
            time, np.zeros(2), np.zeros(len(self.thrusters.stations)), np.array([0.0, 0.0, 1.0])
        ), memory

    def command(self, measurement: Measurement, memory: dict[str, Any]) -> tuple[Command, dict[str, Any]]:
        """Return the command of one cycle and the new memory; see `Controller`."""
        estimate = estimate_state(self.model, self.rest, measurement)
        progress = progress_in(memory)
        initial_heading = estimate.heading if memory["heading"] is None else memory["heading"]
        heading, height, ahead = initial_heading, self.height, self.set_points.speed or self.set_points.thrust or 0.0
        if len(self.path.points):
            progress = follow_path(self.path, estimate, progress)
            heading, ahead = progress.heading, 0.0 if progress.arrived else ahead
            height = progress.height if self.path.use_depth else height
        error = wrapped((heading if self.set_points.heading is None else self.set_points.heading) - estimate.heading)
        integrals, thrust, full = self._thrust(estimate, error, height, ahead, memory["integrals"])
        if len(self.path.points):
            reported, progress = progress.reported, monitor_progress(self.path, estimate, progress, full)
            if progress.reported and not reported:
                warnings.warn(progress.notes[-1], SnakelabWarning, stacklevel=2)
        bend = self._bend(error, memory["bend"])
        memory = {"integrals": integrals, "bend": bend, "heading": initial_heading, "progress": dict(vars(progress))}
        return self._command(estimate.time + self.period, bend, thrust, estimate.attitude[2]), memory

    def notes(self, memory: dict[str, Any]) -> list[str]:
        """Events of the run, one line each: passed and missed waypoints, missing progress."""
        return list(progress_in(memory).notes)

    # ---- loops -----------------------------------------------------------------------------------------------------
    def _thrust(
        self, estimate: StateEstimate, error: float, height: float | None, ahead: float, integrals: FloatArray
    ) -> tuple[FloatArray, FloatArray, bool]:
        """Return the integrals of the errors of speed, depth, heading and pitch; the commands of the propellers; and True if the
        forward thrust is at its limit."""
        forward, weights = estimate.forward, PRIORITY.copy()
        # turn first; steering by bending needs forward speed
        ahead *= 1.0 if self.set_points.steer == "bend" else max(0.0, math.cos(error))
        errors = np.array([0.0, 0.0 if height is None else height - estimate.position[2], error, estimate.pitch])
        if self.set_points.speed is not None:
            errors[0] = ahead - float(estimate.velocity @ forward)
        desired = self.inertia * self._accelerations(estimate, errors, integrals)
        if height is None:
            desired[HEAVE], weights[HEAVE] = 0.0, 0.1  # an axis without a reference value
        if self.set_points.thrust is not None:
            desired[SURGE] = ahead
        elif self.set_points.speed is None:
            desired[SURGE], weights[SURGE] = 0.0, 0.1
        if self.set_points.steer == "bend":
            desired[YAW] = 0.0
        allocation = self._allocate(estimate, desired, weights)
        saturated = allocation.saturated & (allocation.missing[[SURGE, HEAVE, YAW, PITCH]] * errors > 0)
        large = np.abs(errors) > np.array([math.inf, 1.0, 1.0, 1.0]) * self.set_points.gains.near
        return (
            np.where(saturated | large, integrals, integrals + self.period * errors),
            self.thrusters.commands(allocation.thrust),
            self._at_limit(allocation, desired[SURGE]),
        )

    def _accelerations(self, estimate: StateEstimate, errors: FloatArray, integrals: FloatArray) -> FloatArray:
        """Desired accelerations, linear and angular, along the heading, the left and the vertical, shape (6,)."""
        gains, desired = self.set_points.gains, np.zeros(6)
        left = np.array([-estimate.forward[1], estimate.forward[0], 0.0])
        desired[SURGE] = gains.speed[0] * errors[0] + gains.speed[1] * integrals[0]
        for axis, (p, i, d), k, rate in (
            (HEAVE, gains.depth, 1, estimate.velocity[2]),
            (YAW, gains.heading, 2, estimate.angular_velocity[2]),
        ):
            desired[axis] = p * errors[k] + i * integrals[k] - d * rate
        p, i, d = gains.pitch
        desired[PITCH] = p * estimate.pitch + i * integrals[3] - d * float(estimate.angular_velocity @ left)
        return desired

    def _allocate(self, estimate: StateEstimate, desired: FloatArray, weights: FloatArray) -> Allocation:
        """Allocate a wrench about the centre of mass, along the heading, the left and the vertical, to the propellers.

        The lever arms are those of the straight robot in its mean attitude. Those of the bent shape would make use of
        the thrust at the tail, which bends a soft body further.
        """
        c, s = estimate.forward[:2]
        rotation = np.array([[c, s, 0.0], [-s, c, 0.0], [0.0, 0.0, 1.0]]) @ estimate.attitude
        matrix = np.kron(np.eye(2), rotation) @ self.matrix
        return allocate(
            matrix, desired, self.thrusters.minimum, self.thrusters.maximum, weights * default_weights(matrix)
        )

    def _at_limit(self, allocation: Allocation, surge: float) -> bool:
        """Return True if the robot cannot go faster: also if only a gait or a constant thrust drives it."""
        if self.set_points.speed is None:
            return True
        return allocation.saturated and allocation.missing[SURGE] > 0.01 * abs(surge)  # fraction of the force

    def _bend(self, error: float, now: FloatArray) -> FloatArray:
        """Bending angle of each part and its rate after one period: exact response of a critically damped second-order system."""
        gains = self.set_points.gains
        backward = min(self.set_points.speed or 0.0, self.set_points.thrust or 0.0) < 0
        goal = float(np.clip(gains.bend * error, -gains.bend_limit, gains.bend_limit)) * (-1 if backward else 1)
        w, t = 1 / gains.bend_time, self.period
        offset, slope = now[0] - goal, now[1] + (now[0] - goal) / gains.bend_time
        decay = math.exp(-w * t)
        return np.array([goal + (offset + slope * t) * decay, (slope - w * (offset + slope * t)) * decay])

    def _command(self, time: float, bend: FloatArray, thrust: FloatArray, up: FloatArray) -> Command:
        """Command with the gait at a time plus the bending angle, and the commands of the propellers."""
        nv, table = self.model.n_coordinates, self.model.arrays.coordinates
        values = np.zeros((3, nv)) if self.gait is None else targets_at(self.gait, time)[:, :nv]
        for part in self.bends:
            rows = slice(part.first, part.first + part.n)
            values[0, rows] += part.targets(bend[0], up)
            values[1, rows] += part.targets(bend[1], up) * (not part.nonnegative)
        nonnegative = table["force_floor"] == 0.0
        upper = np.where(nonnegative, table["force_limit"] / np.where(table["gain"] == 0, 1.0, table["gain"]), math.inf)
        target = np.clip(values[0], np.where(nonnegative, 0.0, -math.inf), upper)
        has_rate = table["actuator"] != MOTOR
        return Command(target, values[1] * has_rate, values[2] * has_rate, thrust=thrust)


# ----------------------------------------------------------------------------------------------------------------------
# Autopilot: reference values and parameters, and the checks that a robot can follow them
# ----------------------------------------------------------------------------------------------------------------------

STEER = ("thrust", "bend", "both")


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
    heading: Annotated[Angle, WITHIN_ONE_TURN] | None = None
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
        if self.joints is not None:
            check_gait(self.joints, "Autopilot joints", "SerpenoidGait(...)", ControlError)
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
        # lever arm [m], or direction cosine [-], of a propeller that acts on an axis
        levers = np.abs(matrix).max(axis=1, initial=0.0) > 1e-3
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
    return max((fluid.surface for fluid in model.world.fluids if fluid.surface is not None), default=otherwise)
