"""Control loops of an autopilot for one robot."""

import math
import warnings
from dataclasses import dataclass
from typing import Any

import numpy as np

from snakelab.control.autopilot.bending import Bend
from snakelab.control.autopilot.gains import SetPoints
from snakelab.control.autopilot.guidance import wrapped
from snakelab.control.autopilot.path_following import (
    PathProgress,
    WaypointPath,
    follow_path,
    monitor_progress,
    progress_in,
)
from snakelab.control.autopilot.state_estimate import StateEstimate, estimate_state
from snakelab.control.propellers.allocation import Allocation, allocate, default_weights
from snakelab.control.propellers.thrusters import Thrusters
from snakelab.errors import SnakelabWarning
from snakelab.physics.command import Command, Measurement, Reference
from snakelab.physics.model import Model
from snakelab.physics.model_tables.tables import MOTOR
from snakelab.physics.state import State
from snakelab.physics.targets import targets_at
from snakelab.types import FloatArray

# Weights of surge, sway, heave, roll, pitch and yaw in the allocation of thrust: depth and heading have priority.
PRIORITY = np.array([0.5, 0.1, 1.0, 0.1, 0.3, 1.0])
UNCONTROLLED = 0.1  # weight of an axis without a reference value
SURGE, HEAVE, PITCH, YAW = 0, 2, 4, 5
# Forward thrust is at its limit if the propellers are saturated and more than this fraction of the surge force is missing.
SHORT = 0.01


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
        ahead *= max(self._least_speed(), math.cos(error))  # turn first
        errors = np.array([0.0, 0.0 if height is None else height - estimate.position[2], error, estimate.pitch])
        if self.set_points.speed is not None:
            errors[0] = ahead - float(estimate.velocity @ forward)
        desired = self.inertia * self._accelerations(estimate, errors, integrals)
        if height is None:
            desired[HEAVE], weights[HEAVE] = 0.0, UNCONTROLLED
        if self.set_points.thrust is not None:
            desired[SURGE] = ahead
        elif self.set_points.speed is None:
            desired[SURGE], weights[SURGE] = 0.0, UNCONTROLLED
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

    def _least_speed(self) -> float:
        """Fraction of the speed that the robot keeps in a turn: steering by bending needs forward speed."""
        return 1.0 if self.set_points.steer == "bend" else 0.0

    def _at_limit(self, allocation: Allocation, surge: float) -> bool:
        """Return True if the robot cannot go faster: also if only a gait or a constant thrust drives it."""
        if self.set_points.speed is None:
            return True
        return allocation.saturated and allocation.missing[SURGE] > SHORT * abs(surge)

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
