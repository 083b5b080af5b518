"""A pilot at the helm of one robot: what it works out once, and what it answers each period."""

import math
import warnings
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from snakelab.control.allocation import Allocation, allocate, default_weights
from snakelab.control.pilot.bending import Bend
from snakelab.control.pilot.fix import Fix, take_fix
from snakelab.control.pilot.guidance import wrapped
from snakelab.control.pilot.voyage import Chart, Voyage, judged, sail
from snakelab.control.thrusters import Thrusters
from snakelab.errors import SnakelabWarning
from snakelab.physics.command import Command, Measurement, Reference
from snakelab.physics.layout.tables import MOTOR
from snakelab.physics.model import Model
from snakelab.physics.state import State
from snakelab.physics.targets import targets_at
from snakelab.types import FloatArray

if TYPE_CHECKING:
    from snakelab.control.pilot.pilot import Pilot

# How much surge, sway, heave, roll, pitch and yaw count where the propellers cannot give all: depth and heading first.
PRIORITY = np.array([0.5, 0.1, 1.0, 0.1, 0.3, 1.0])
UNASKED = 0.1
SURGE, HEAVE, PITCH, YAW = 0, 2, 4, 5
# Thrust is full if the propellers are at a limit and this share of the wanted surge is missing.
SHORT = 0.01


@dataclass(frozen=True)
class Helm:
    """A pilot with its robot; a `Controller`.

    Attributes:
        pilot: What is asked for.
        period: Control period [s].
        model: The robot in its world.
        rest: A state of it.
        inertia: About the centre of mass, with added mass: three masses and three moments, shape (6,), [kg, kg m^2].
        thrusters: Its propellers.
        matrix: Their wrenches on the straight robot about its centre of mass, along its axes, shape (6, m).
        bends: What it bends; none where it steers by thrust.
        gait: The joints' reference; None holds them straight.
        chart: Of its waypoints.
        height: z to hold [m]; None takes it from the waypoints.
    """

    pilot: "Pilot"
    period: float
    model: Model
    rest: State
    inertia: FloatArray
    thrusters: Thrusters
    matrix: FloatArray
    bends: tuple[Bend, ...]
    gait: Reference | None
    chart: Chart
    height: float | None

    def start(self, model: Model, time: float) -> tuple[Command, dict[str, Any]]:
        """Joints where their gait has them, propellers still."""
        memory = {"integrals": np.zeros(4), "bend": np.zeros(2), "heading": None, "voyage": dict(vars(Voyage()))}
        return self._command(time, np.zeros(2), np.zeros(len(self.thrusters.slices)), np.array([0.0, 0.0, 1.0])), memory

    def command(self, measurement: Measurement, memory: dict[str, Any]) -> tuple[Command, dict[str, Any]]:
        """Fix, orders, wanted wrench, propellers, bend; see `Controller`."""
        fix = take_fix(self.model, self.rest, measurement)
        voyage = Voyage(**memory["voyage"])
        kept = fix.heading if memory["heading"] is None else memory["heading"]
        heading, height, ahead = kept, self.height, self.pilot.speed or self.pilot.thrust or 0.0
        if len(self.chart.points):
            voyage = sail(self.chart, fix, voyage)
            heading, ahead = voyage.heading, 0.0 if voyage.arrived else ahead
            height = voyage.height if self.chart.deep else height
        error = wrapped((heading if self.pilot.heading is None else self.pilot.heading) - fix.heading)
        integrals, thrust, full = self._thrust(fix, error, height, ahead, memory["integrals"])
        if len(self.chart.points):
            was, voyage = voyage.told, judged(self.chart, fix, voyage, full)
            if voyage.told and not was:
                warnings.warn(voyage.notes[-1], SnakelabWarning, stacklevel=2)
        bend = self._bend(error, memory["bend"])
        memory = {"integrals": integrals, "bend": bend, "heading": kept, "voyage": dict(vars(voyage))}
        return self._command(fix.time + self.period, bend, thrust, fix.attitude[2]), memory

    def notes(self, memory: dict[str, Any]) -> list[str]:
        """What the pilot did, one line each."""
        return list(memory["voyage"]["notes"])

    # ---- loops -----------------------------------------------------------------------------------------------------
    def _thrust(
        self, fix: Fix, error: float, height: float | None, ahead: float, integrals: FloatArray
    ) -> tuple[FloatArray, FloatArray, bool]:
        """Integrals of the errors of speed, depth, heading and pitch, commands of the propellers, and whether they give all."""
        forward, weights = fix.forward, PRIORITY.copy()
        ahead *= max(self._least_way(), math.cos(error))  # turn first
        errors = np.array([0.0, 0.0 if height is None else height - fix.position[2], error, fix.pitch])
        if self.pilot.speed is not None:
            errors[0] = ahead - float(fix.velocity @ forward)
        wanted = self.inertia * self._accelerations(fix, errors, integrals)
        if height is None:
            wanted[HEAVE], weights[HEAVE] = 0.0, UNASKED
        if self.pilot.thrust is not None:
            wanted[SURGE] = ahead
        elif self.pilot.speed is None:
            wanted[SURGE], weights[SURGE] = 0.0, UNASKED
        if self.pilot.steer == "bend":
            wanted[YAW] = 0.0
        given = self._allocated(fix, wanted, weights)
        stuck = given.saturated & (given.missing[[SURGE, HEAVE, YAW, PITCH]] * errors > 0)
        far = np.abs(errors) > np.array([math.inf, 1.0, 1.0, 1.0]) * self.pilot.gains.near
        return (
            np.where(stuck | far, integrals, integrals + self.period * errors),
            self.thrusters.commands(given.thrust),
            self._full(given, wanted[SURGE]),
        )

    def _accelerations(self, fix: Fix, errors: FloatArray, integrals: FloatArray) -> FloatArray:
        """What the loops want along the heading, the left and the vertical, linear and angular, shape (6,)."""
        gains, wanted = self.pilot.gains, np.zeros(6)
        left = np.array([-fix.forward[1], fix.forward[0], 0.0])
        wanted[SURGE] = gains.speed[0] * errors[0] + gains.speed[1] * integrals[0]
        for axis, (p, i, d), k, rate in (
            (HEAVE, gains.depth, 1, fix.velocity[2]),
            (YAW, gains.heading, 2, fix.turning[2]),
        ):
            wanted[axis] = p * errors[k] + i * integrals[k] - d * rate
        p, i, d = gains.pitch
        wanted[PITCH] = p * fix.pitch + i * integrals[3] - d * float(fix.turning @ left)
        return wanted

    def _allocated(self, fix: Fix, wanted: FloatArray, weights: FloatArray) -> Allocation:
        """Thrusts for a wrench about the centre of mass along the heading, the left and the vertical.

        The levers are those of the straight robot in its mean attitude: at the bent shape the tail's thrust seems a good lever,
        and bends a soft body further the more it is used.
        """
        c, s = fix.forward[:2]
        turn = np.array([[c, s, 0.0], [-s, c, 0.0], [0.0, 0.0, 1.0]]) @ fix.attitude
        matrix = np.kron(np.eye(2), turn) @ self.matrix
        return allocate(
            matrix, wanted, self.thrusters.least, self.thrusters.greatest, weights * default_weights(matrix)
        )

    def _least_way(self) -> float:
        """Share of its speed that the robot keeps in a turn: who turns by bending turns by its way through the water."""
        return 1.0 if self.pilot.steer == "bend" else 0.0

    def _full(self, given: Allocation, surge: float) -> bool:
        """Whether nothing is left to go faster: also where nothing but a gait or a constant thrust drives the robot."""
        if self.pilot.speed is None:
            return True
        return given.saturated and given.missing[SURGE] > SHORT * abs(surge)

    def _bend(self, error: float, now: FloatArray) -> FloatArray:
        """Bend of each part and its rate at the end of the period: of second order, critically damped, exact."""
        gains = self.pilot.gains
        backward = min(self.pilot.speed or 0.0, self.pilot.thrust or 0.0) < 0
        goal = float(np.clip(gains.bend * error, -gains.bend_limit, gains.bend_limit)) * (-1 if backward else 1)
        w, t = 1 / gains.bend_time, self.period
        off, slope = now[0] - goal, now[1] + (now[0] - goal) / gains.bend_time
        fade = math.exp(-w * t)
        return np.array([goal + (off + slope * t) * fade, (slope - w * (off + slope * t)) * fade])

    def _command(self, time: float, bend: FloatArray, thrust: FloatArray, up: FloatArray) -> Command:
        """The gait at a time with the bend on top, and the propellers' commands."""
        nv, table = self.model.n_coordinates, self.model.arrays.coordinates
        values = np.zeros((3, nv)) if self.gait is None else targets_at(self.gait, time)[:, :nv]
        for part in self.bends:
            own = slice(part.first, part.first + part.n)
            values[0, own] += part.targets(bend[0], up)
            values[1, own] += part.targets(bend[1], up) * (not part.pushes)
        pushes = table["force_floor"] == 0.0
        most = np.where(pushes, table["force_limit"] / np.where(table["gain"] == 0, 1.0, table["gain"]), math.inf)
        target = np.clip(values[0], np.where(pushes, 0.0, -math.inf), most)
        moving = table["actuator"] != MOTOR
        return Command(target, values[1] * moving, values[2] * moving, thrust=thrust)
