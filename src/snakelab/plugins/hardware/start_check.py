"""Check of all servos of a robot before their torque is switched on."""

import shlex
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from snakelab.errors import HardwareError
from snakelab.parameters.arguments import FloatArray
from snakelab.plugins.hardware.serial_exchanges import more_patience
from snakelab.plugins.hardware.servo_bus import Bus, shared_id
from snakelab.plugins.hardware.servo_registers import range_of
from snakelab.plugins.hardware.supervision import RESOLUTION, STILL

if TYPE_CHECKING:
    from snakelab.plugins.hardware.robot_file import RobotFile


# Rounds in which the servos are read; each needs two equal readings.
ROUNDS = 12
# Largest difference between the supply voltage of a servo and the median of all, as a fraction of the median [-].
VOLTAGE_DIFFERENCE = 0.25
# Modes of FEETECH servos by the value of the register.
MODES = {1: "wheel mode", 2: "open-loop mode", 3: "step mode"}


@dataclass(frozen=True)
class Problem:
    """Reason why a servo must not get torque.

    Attributes:
        kind: Name of the reason; problems of the same kind are reported once, with all servos.
        ident: Id of the servo.
        text: Sentence for the user, with what to do.
        severe: False for a problem with which a run may continue without this servo, or with a warning.
    """

    kind: str
    ident: int
    text: str
    severe: bool = True


class StartCheck:
    """Check of the servos of a robot before any torque: everything is read twice, and nothing is written.

    Args:
        bus: Bus of the servos.
        robot: Robot file.

    Attributes:
        read: Servos that were read completely, shape (n,), bool.
        q: Joint angles, shape (n,), NaN for a servo that was not read [rad].
        least_voltage: Lower limit of the supply that each servo has, shape (n,), NaN for one that was not read [V].
    """

    def __init__(self, bus: Bus, robot: "RobotFile") -> None:
        self.bus, self.robot, self.ids, n = bus, robot, robot.ids, len(robot.ids)
        self._names = (*bus.configuration, *bus.condition)
        self._values = np.full((n, len(self._names)), np.nan)
        self.read, self.q = np.zeros(n, dtype=bool), np.full(n, np.nan)
        self.least_voltage = np.full(n, np.nan)

    def run(self) -> list[str]:
        """Read the servos, and return warnings.

        Raises:
            HardwareError: if the torque must not be switched on; one line with the command that mends it.
        """
        self._read_all()
        if not self.read.any() and not any(map(self.bus.statistics.shared, self.ids)):
            raise HardwareError(
                f"no servo of {self.robot.origin} answers at {self.robot.baud} baud; check power and cable, and find the "
                f"baud rate with snakelab bus scan {target_of(self.robot)}"
            )
        self.q = self.robot.calibration.to_joint(self._column("present_position"))
        self.least_voltage = self._column("least_voltage")
        problems = [*self._unread(), *self._wrong_settings(), *self._outside(), *self._faults(), *self._voltages()]
        final = [problem for problem in problems if problem.severe or self.robot.safety.at_fault == "stop"]
        if final:
            raise HardwareError(f"{self.robot.origin}: {one_line(final)}")
        return [problem.text for problem in problems] + self._differences()

    def _column(self, name: str) -> FloatArray:
        return self._values[:, self._names.index(name)]

    def _read_all(self) -> None:
        """Read all servos until two readings agree: the settings exactly, the angles nearly."""
        bus, n = self.bus, len(self.ids)
        agreed = np.zeros((n, 2), dtype=bool)
        for round_ in range(ROUNDS):
            for k, names in enumerate((bus.configuration, bus.condition)):
                left = np.flatnonzero(~agreed[:, k])
                if not len(left):
                    continue
                columns = slice(0, len(names)) if k == 0 else slice(len(bus.configuration), None)
                patience = more_patience(bus, round_ // 3)
                new, old = bus.sync_read([self.ids[i] for i in left], names, patience), self._values[left, columns]
                tolerance = np.zeros(len(names))
                if k == 1:
                    tolerance[:] = np.inf
                    tolerance[names.index("present_position")] = STILL
                same = (np.abs(new - old) <= tolerance).all(axis=1)
                whole = np.isfinite(new).all(axis=1)
                self._values[left[whole], columns] = new[whole]
                agreed[left[whole & same], k] = True
            self.read[:] = agreed.all(axis=1)
            if self.read.all():
                return
            if round_ in (2, 3):
                for i in np.flatnonzero(~self.read):
                    with suppress(HardwareError):  # a request to this servo alone shows if its answers are damaged
                        bus.ping(self.ids[i])
        self._values[~self.read] = np.nan

    def _unread(self) -> list[Problem]:
        """Return a problem for each servo that could not be read, or whose id several have."""
        found = [Problem("shared", one, shared_id(one)) for one in self.ids if self.bus.statistics.answers_twice(one)]
        known = {problem.ident for problem in found}
        unread = [ident for ident, read in zip(self.ids, self.read, strict=True) if not read]
        for ident in [one for one in unread if one not in known]:
            missing = (
                f"servo {ident} does not answer; check its cable and id with snakelab bus scan {target_of(self.robot)}, or "
                "remove it from ids"
            )
            if self.bus.statistics.shared(ident):
                found.append(Problem("shared", ident, shared_id(ident), severe=True))
            else:
                found.append(Problem("missing", ident, missing, severe=False))
        return found

    def _wrong_settings(self) -> list[Problem]:
        """Return a problem for each servo that would not move to its goal."""
        bus, file, found = self.bus, target_of(self.robot), []
        mode, low, high = (self._column(name) for name in ("mode", "lower_limit", "upper_limit"))
        ends = np.sort(self.robot.calibration.to_servo(self.robot.limits.T), axis=0)
        right = bus.position_modes
        for i in np.flatnonzero(self.read).tolist():
            ident = self.ids[i]
            if "byte_order" in self._names and self._column("byte_order")[i] != 0:
                found.append(Problem("series", ident, f"servo {ident} is of the SCS series, which is not supported"))
            elif mode[i] not in right:
                name = MODES.get(int(mode[i]), f"mode {mode[i]:g}") if right == (0,) else f"mode {mode[i]:g}"
                command = f"snakelab bus write {file} {ident} mode {right[0]}"
                text = f"servo {ident} is in {name}, not in position mode; type: {command}"
                found.append(Problem("mode", ident, text))
            elif mode[i] in bus.limited_modes and low[i] != high[i]:  # equal limits mean none
                own = f"servo {ident} limits itself to {low[i]:+.3g} to {high[i]:+.3g} rad"
                least, most = range_of(bus.table, multi_turn=False)
                if low[i] < least - RESOLUTION or high[i] > most + RESOLUTION or low[i] > high[i]:
                    text = (
                        f"{own}, which is no part of its range {least:+.3g} to {most:+.3g} rad, so that it may not limit itself; "
                        f"type: snakelab bus set-limits {file} {ident}"
                    )
                    found.append(Problem("range", ident, text))
                elif self.robot.multi_turn:
                    several = (
                        f"mode {right[1]}"
                        if len(right) > 1
                        else f"lower_limit {least:.4f}, then upper_limit {least:.4f}"
                    )
                    text = (
                        f"{own}, and {self.robot.origin} has multi_turn: true; remove it and narrow limits, or set the servo to "
                        f"several turns: snakelab bus write {file} {ident} {several}"
                    )
                    found.append(Problem("turns", ident, text))
                elif low[i] > ends[0, i] + RESOLUTION or high[i] < ends[1, i] - RESOLUTION:
                    text = (
                        f"{own}, and the limits of the robot file are {ends[0, i]:+.3g} to {ends[1, i]:+.3g} rad of the servo; "
                        f"narrow these, or type: snakelab bus set-limits {file} {ident}"
                    )
                    found.append(Problem("limits", ident, text))
        return found

    def _outside(self) -> list[Problem]:
        return [] if self.robot.safety.outside_limits == "return" else outside(self.robot, self.q)

    def _faults(self) -> list[Problem]:
        """Return a problem for each servo that reports a fault."""
        found, status = [], self._column("status")
        for i in np.flatnonzero(self.read).tolist():
            ident = self.ids[i]
            if bits := int(status[i]) | self.bus.faults.get(ident, 0):
                text = (
                    f"servo {ident} reports: {fault_text(self.bus.fault_names, bits)}; check it with snakelab bus watch "
                    f"{target_of(self.robot)}, and switch its supply off and on"
                )
                found.append(Problem("fault", ident, text, severe=False))
        return found

    def _voltages(self) -> list[Problem]:
        """Return a problem for each servo whose supply voltage is below its own limit, or differs from the others."""
        found, voltage, middle = [], self._column("present_voltage"), 0.0
        low = self._column("least_voltage")
        if self.read.any():
            middle = float(np.median(voltage[self.read]))
        for i in np.flatnonzero(self.read).tolist():
            ident, advice = self.ids[i], "check supply and cable: snakelab bus watch"
            if voltage[i] < low[i] - 0.05:
                range_ = f"its own lower limit is {low[i]:g} V"
            elif abs(voltage[i] - middle) > VOLTAGE_DIFFERENCE * middle:
                range_ = f"the median of all servos is {middle:g} V"
            else:
                continue
            text = f"servo {ident} measures a supply voltage of {voltage[i]:g} V, and {range_}; {advice} {target_of(self.robot)}"
            found.append(Problem("voltage", ident, text, severe=False))
        return found

    def _differences(self) -> list[str]:
        """Return a warning if the servos differ in model, and one if the voltage is above their own limit."""
        found, rows = [], np.flatnonzero(self.read)
        models, voltage, high = (self._column(name)[rows] for name in ("model", "present_voltage", "largest_voltage"))
        if (models != models[0]).any():
            other = int(np.argmax(models != models[0]))
            found.append(
                f"servo {self.ids[rows[other]]} is of model {models[other]:g}, and others are of model {models[0]:g}: "
                "check that their ranges and directions are equal"
            )
        if (above := (high > 0.0) & (voltage > high + 0.05)).any():
            other = int(np.argmax(above))
            found.append(
                f"servo {self.ids[rows[other]]} measures a supply voltage of {voltage[other]:g} V, and its own upper limit is "
                f"{high[other]:g} V; check the supply"
            )
        return found


def outside(robot: "RobotFile", q: FloatArray) -> list[Problem]:
    """Return a problem for each joint that stands outside its limits.

    Args:
        robot: Robot file.
        q: Joint angles, shape (n,); NaN is ignored [rad].
    """
    low, high = robot.limits.T
    found = []
    for i in np.flatnonzero((q < low - RESOLUTION) | (q > high + RESOLUTION)).tolist():
        ident = robot.ids[i]
        text = (
            f"servo {ident}: the joint stands at {q[i]:+.3g} rad, outside of its limits {low[i]:+.3g} to {high[i]:+.3g} rad; "
            f"move it by hand, correct zero in the robot file, or type: snakelab bus return {target_of(robot)}"
        )
        found.append(Problem("outside", ident, text))
    return found


def target_of(robot: "RobotFile") -> str:
    """Return the robot file, or without one the port, as an argument of a command."""
    return shlex.quote(robot.origin if robot.origin.endswith((".yaml", ".yml")) else robot.port)


def one_line(problems: Sequence[Problem]) -> str:
    """Return problems in one line: the first of each kind, with the other servos of this kind."""
    parts = []
    for kind in dict.fromkeys(problem.kind for problem in problems):
        of_kind = [problem for problem in problems if problem.kind == kind]
        others = ", ".join(str(problem.ident) for problem in of_kind[1:])
        parts.append(of_kind[0].text + (f" (the same of {others})" if others else ""))
    return "; ".join(parts)


def fault_text(fault_names: Sequence[str], bits: int) -> str:
    """Return the names of the faults that a servo reports."""
    names = [name for k, name in enumerate(fault_names) if bits >> k & 1]
    return ", ".join(names) or f"fault {bits}"
