"""Driver of the thrusters and pressure regulators of a robot, within the limits of its file.

In reading order: `OutputReading`; `Limited` commands; `Outputs`, the chips of a robot; and `OutputDriver`, which gives
signals and reads them back.
"""

import math
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, NamedTuple, TypeVar

import numpy as np

from snakelab.errors import HardwareError
from snakelab.parameters.arguments import FloatArray
from snakelab.plugins.hardware.hardware_run import check_running, stop_with_error
from snakelab.plugins.hardware.i2c import I2cLine, MeasuringChip, Message, PulseChip, VoltageChip
from snakelab.plugins.hardware.output_file import OutputFile
from snakelab.plugins.hardware.readings import Mode
from snakelab.plugins.hardware.servo_bus import Guard, guard_process
from snakelab.system import held_interrupts

# ----------------------------------------------------------------------------------------------------------------------
# Readings, and commands within the limits
# ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class OutputReading:
    """Commands, and what was read back; NaN for what the devices do not measure.

    Attributes:
        time: Time of the reading [s].
        thrust: Commanded thrusts within the limits, shape (n_thrusters,), [N].
        pulse: Pulses as the chip holds them, shape (n_thrusters,), [s].
        pressure: Commanded pressures within the limits, shape (n_regulators,), [Pa].
        signal: Signals as the chips hold them, shape (n_regulators,), [V].
        measured: Measured pressures, shape (n_regulators,), [Pa].
    """

    time: float
    thrust: FloatArray
    pulse: FloatArray
    pressure: FloatArray
    signal: FloatArray
    measured: FloatArray


# Recorded variables: field of `OutputReading`, unit, description, dimension.
RECORDED = {
    "thruster_command": ("thrust", "N", "commanded thrust within the limits", "thruster"),
    "thruster_pulse": ("pulse", "s", "pulse read back from the chip", "thruster"),
    "pressure_command": ("pressure", "Pa", "commanded pressure within the limits", "regulator"),
    "pressure_signal": ("signal", "V", "signal read back from the chip", "regulator"),
    "measured_pressure": ("measured", "Pa", "pressure measured by the regulator", "regulator"),
}


class Limited:
    """Commands of one kind within their range and their largest rate.

    Args:
        limits: Smallest and largest values, shape (n, 2).
        slew: Largest rate [1/s].
        kind, unit: Words for messages, such as "thruster" and "N".
        on_limit: Called with a key and a text when the range changes a command.

    Attributes:
        value: Last command, shape (n,); 0 at first.
        clipped: Number of commands that the range or the rate has changed [-].
    """

    def __init__(
        self, limits: FloatArray, slew: float, kind: str, unit: str, on_limit: Callable[[str, str], object]
    ) -> None:
        self.limits, self.slew, self.kind, self.unit, self.on_limit = limits, slew, kind, unit, on_limit
        self.value, self.clipped = np.zeros(len(limits)), 0
        self._rounding = 1e-9 * float(np.abs(limits).max(initial=0.0))

    def allowed(self, target: FloatArray, rise: float, duration: float) -> FloatArray:
        """Return a target within the limits.

        Args:
            target: Shape (n,).
            rise: Factor after a start, from 0 to 1 [-].
            duration: Time since the last command [s].
        """
        inside = np.clip(target, self.limits[:, 0], self.limits[:, 1])
        if ((excess := np.abs(inside - target)) > self._rounding).any():
            i, unit = int(np.argmax(excess)), self.unit
            self.on_limit(
                f"{self.kind} {i}",
                f"{self.kind} {i + 1}: the command {target[i]:.4g} {unit} is limited to {inside[i]:.4g} {unit} (limits)",
            )
        reach = self.slew * duration
        made = self.value + np.clip(rise * inside - self.value, -reach, reach)
        self.clipped += bool((np.abs(made - rise * target) > self._rounding).any())
        self.value = made
        return made


# ----------------------------------------------------------------------------------------------------------------------
# Chips of one robot
# ----------------------------------------------------------------------------------------------------------------------

ATTEMPTS = 3  # of each transfer
Chip = PulseChip | VoltageChip | MeasuringChip
T = TypeVar("T")


class ReadBack(NamedTuple):
    """Outputs as the chips hold them.

    Attributes:
        running: True if the chip of the thrusters gives pulses at its rate.
        pulse: Shape (n_thrusters,), [s].
        signal: Shape (n_regulators,), [V].
    """

    running: bool
    pulse: FloatArray
    signal: FloatArray


class Outputs:
    """Chips that drive the thrusters and regulators of one robot.

    Args:
        line: I2C line.
        robot: Robot file.

    Attributes:
        pulses: Chip of the thrusters; None without thrusters.
        voltages: Chips of the regulators.
        monitors: Chips that measure the pressures.
        last: Time of the last answer of each chip, by its name [s].
    """

    def __init__(self, line: I2cLine, robot: OutputFile) -> None:
        self.line, self.robot = line, robot
        thrusters, regulators = robot.thrusters, robot.regulators
        self.pulses: PulseChip | None = None
        self.voltages, self.monitors = list[VoltageChip](), list[MeasuringChip]()
        if thrusters is not None:
            form = thrusters.form
            self.pulses = PulseChip(line, form.address, form.pulse_rate, form.oscillator)
        if regulators is not None:
            monitor = regulators.form.monitor
            self.voltages = [VoltageChip(line, one, regulators.form.supply) for one in regulators.form.addresses]
            self.monitors = [MeasuringChip(line, one) for one in (() if monitor is None else monitor.addresses)]
        self.last = {str(chip): line.clock.now() for chip in self.chips}

    @property
    def chips(self) -> list[Chip]:
        """All chips."""
        return [*([] if self.pulses is None else [self.pulses]), *self.voltages, *self.monitors]

    def ask(self, chip: Chip, action: Callable[[], T]) -> T:
        """Return the result of an action that talks to a chip, after up to three attempts.

        Raises:
            HardwareError: if the chip does not answer.
        """
        reason = ""
        for _ in range(ATTEMPTS):
            try:
                made = action()
            except OSError as problem:
                reason = problem.strerror or str(problem)
                continue
            self.last[str(chip)] = self.line.clock.now()
            return made
        raise HardwareError(
            f"{chip} does not answer on {self.line.name} ({reason}); check its wiring, power and address"
        )

    def begin(self) -> None:
        """Let the chip of the thrusters give neutral pulses."""
        if (chip := self.pulses) is not None and (thrusters := self.robot.thrusters) is not None:
            neutral = thrusters.pulses(np.zeros(len(thrusters.channels)))
            self.ask(chip, lambda: chip.begin(thrusters.channels, neutral))

    def messages(self, thrust: FloatArray, pressure: FloatArray) -> list[tuple[Chip, list[Message]]]:
        """Return the messages of each chip that set thrusts [N] and pressures [Pa]."""
        made: list[tuple[Chip, list[Message]]] = []
        if self.pulses is not None and (thrusters := self.robot.thrusters) is not None:
            made.append((self.pulses, self.pulses.messages(thrusters.channels, thrusters.pulses(thrust))))
        if (regulators := self.robot.regulators) is not None:
            volts, places = regulators.volts(pressure), np.array(regulators.channels)
            for k, chip in enumerate(self.voltages):
                own = places // 4 == k
                made.append((chip, chip.messages((places[own] % 4).tolist(), volts[own])))
        return made

    def neutral_messages(self) -> list[Message]:
        """Return all messages that set the outputs to neutral."""
        nothing = np.zeros(self.robot.n_thrusters), np.zeros(self.robot.n_regulators)
        return [message for _, messages in self.messages(*nothing) for message in messages]

    def write(self, thrust: FloatArray, pressure: FloatArray) -> list[str]:
        """Set thrusts [N] and pressures [Pa]; return what chips that do not answer are worth in words."""
        problems = []
        for chip, messages in self.messages(thrust, pressure):
            try:
                for message in messages:
                    self.ask(chip, partial(self.line.transfer, *message))
            except HardwareError as problem:
                problems.append(str(problem))
        return problems

    def pulse(self) -> FloatArray:
        """Return the pulses that the chip holds, shape (n_thrusters,), [s]."""
        if (chip := self.pulses) is None or (thrusters := self.robot.thrusters) is None:
            return np.zeros(0)
        return self.ask(chip, lambda: chip.pulses(thrusters.channels))

    def running(self) -> bool:
        """Return True if the chip of the thrusters gives pulses at its rate; also without thrusters."""
        chip = self.pulses
        return chip is None or self.ask(chip, chip.awake)

    def signals(self) -> tuple[FloatArray, FloatArray]:
        """Return the signals that the chips hold, and those after their supply is switched on, shape (n_regulators,), [V]."""
        if (regulators := self.robot.regulators) is None:
            return np.zeros(0), np.zeros(0)
        read = [self.ask(chip, chip.voltages) for chip in self.voltages]
        present, permanent = (np.concatenate(part) for part in zip(*read, strict=True))
        return present[list(regulators.channels)], permanent[list(regulators.channels)]

    def read_back(self) -> "ReadBack":
        """Return what the chips hold."""
        return ReadBack(self.running(), self.pulse(), self.signals()[0])

    def differences(self, held: "ReadBack", thrust: FloatArray, pressure: FloatArray) -> list[str]:
        """Return in words which outputs do not hold what was written."""
        found = list[str]()
        if (chip := self.pulses) is not None and (thrusters := self.robot.thrusters) is not None:
            if not held.running:
                return [f"{chip} gives no pulses any more: it has restarted, check its supply"]
            wanted = chip.counts(thrusters.pulses(thrust))
            for i in np.flatnonzero(chip.counts(held.pulse) != wanted).tolist():
                found.append(f"thruster {i + 1} gets another pulse than was written to {chip}")
        if (regulators := self.robot.regulators) is not None:
            step = regulators.form.supply / 4096
            volts = np.minimum(regulators.volts(pressure), regulators.form.supply - step)
            for i in np.flatnonzero(np.abs(held.signal - volts) > 1.01 * step).tolist():
                source = self.voltages[regulators.channels[i] // 4]
                found.append(
                    f"regulator {i + 1} gets {held.signal[i]:.3g} V in place of {volts[i]:.3g} V from {source}"
                )
        return found

    def measure_all(self) -> FloatArray:
        """Return the pressure of every regulator, each from a conversion of its own; NaN without monitor [Pa]."""
        made = np.full(self.robot.n_regulators, math.nan)
        if self.monitors and (regulators := self.robot.regulators) is not None:
            for i, place in enumerate(regulators.inputs):
                chip = self.monitors[place // 4]
                made[i] = regulators.measured(self.ask(chip, partial(chip.read, place % 4)))
        return made

    def measure_next(self, turn: int, pressures: FloatArray) -> FloatArray:
        """Take the conversions that run, and start the next: each chip has one input per turn [Pa]."""
        if not self.monitors or (regulators := self.robot.regulators) is None:
            return pressures
        made = pressures.copy()
        for k, chip in enumerate(self.monitors):
            own = [place for place in regulators.inputs if place // 4 == k]
            if not own:
                continue
            if chip.running >= 0 and (volts := self.ask(chip, chip.result)) == volts:
                made[regulators.inputs.index(4 * k + chip.running)] = regulators.measured(volts)
            self.ask(chip, partial(chip.start, own[turn % len(own)] % 4))
        return made


# ----------------------------------------------------------------------------------------------------------------------
# Driver of the outputs of one robot
# ----------------------------------------------------------------------------------------------------------------------

PIECE = 0.05  # interval of the checks while the speed controllers arm [s]
BROKEN_WIRE = 0.05  # pressure below 0, of the range, that means that a monitor gives no signal [-]


class OutputDriver:
    """Driver of the thrusters and regulators of one robot, within the limits of its file.

    Args:
        line: I2C line.
        robot: Robot file.
        on_warning: Called with each warning, once.

    Attributes:
        mode: Present mode; LIMP while the outputs are neutral because no command has arrived.
        reason: Reason of a stop; empty without one.
        reading: Last reading.
        read_time: Duration of a reading, after `begin` [s].
        settle: Advances an emulated robot to the present time of the clock.
    """

    def __init__(
        self, line: I2cLine, robot: OutputFile, on_warning: Callable[[str], object] = lambda text: None
    ) -> None:
        self.line, self.robot, self.on_warning, self.clock = line, robot, on_warning, line.clock
        self.outputs = Outputs(line, robot)
        self.mode, self.reason, self.requested = Mode.OFF, "", ""
        self.lock = threading.RLock()
        self.settle: Callable[[], None] = lambda: None
        self.read_time = 0.0
        self.warnings, self._warned = list[str](), set[str]()
        thrusters, regulators, none = robot.thrusters, robot.regulators, np.zeros((0, 2))
        self._thrust = Limited(
            none if thrusters is None else thrusters.limits, 0.0 if thrusters is None else thrusters.form.slew,
            "thruster", "N", self._warn,
        )  # fmt: skip
        self._pressure = Limited(
            none if regulators is None else regulators.limits, 0.0 if regulators is None else regulators.form.slew,
            "regulator", "Pa", self._warn,
        )  # fmt: skip
        unknown = np.full(robot.n_regulators, math.nan)
        self.reading = OutputReading(
            0.0, self._thrust.value, np.full(robot.n_thrusters, math.nan), self._pressure.value, unknown, unknown
        )
        self._began, self._last_command, self._energised = 0.0, math.inf, False
        self._deviates_since = np.full(robot.n_regulators, math.inf)
        self._turn = self._differing = self.cycles = self.missed = 0
        self._guard: Guard | None = None

    # ---- life ------------------------------------------------------------------------------------------------------
    def begin(self) -> OutputReading:
        """Find the chips and read them completely. Nothing that moves the robot is written before `engage`.

        Raises:
            HardwareError: if one does not answer, another program drives the outputs, or a monitor gives no signal.
        """
        with self.lock:
            self.mode, self.reason, self.requested = Mode.OFF, "", ""
            robot, outputs, driven = self.robot, self.outputs, list[str]()
            pulses = np.zeros(robot.n_thrusters)
            if (chip := outputs.pulses) is not None and (thrusters := robot.thrusters) is not None:
                pulses = outputs.pulse() * (not outputs.ask(chip, chip.sleeps))
                moves = (pulses > 0.0) & (thrusters.table.thrust(pulses) != 0.0)
                driven += [f"thruster {i + 1} gets {1e6 * pulses[i]:.0f} us" for i in np.flatnonzero(moves).tolist()]
            signal, permanent = outputs.signals()
            measured = np.full(robot.n_regulators, math.nan)
            if (regulators := robot.regulators) is not None:
                vented = regulators.vented + 2e-3 * regulators.form.supply
                driven += [
                    f"regulator {i + 1} gets {signal[i]:.3g} V" for i in np.flatnonzero(signal > vented).tolist()
                ]
                for i in np.flatnonzero(permanent > vented).tolist():
                    self._warn(
                        f"permanent {i}", f"regulator {i + 1} gets {permanent[i]:.3g} V whenever its MCP4728 is switched on "
                        "(its permanent memory); switch the air on after that",
                    )  # fmt: skip
                measured = outputs.measure_all()
                for i in np.flatnonzero(measured < -BROKEN_WIRE * regulators.form.pressure[1]).tolist():
                    raise HardwareError(
                        f"{robot.origin}: the monitor of regulator {i + 1} gives no signal; check its cable"
                    )
            if driven:
                raise HardwareError(
                    f"{robot.origin}: {', '.join(driven)}: another program drives the robot, or has left it so; end that "
                    f"program, then type: snakelab bus neutral {robot.origin}"
                )
            if robot.thrusters is not None:
                self._warn(
                    "unmeasured",
                    "thrust is not measured: speed controllers give no answer, only the pulse is read back",
                )
            if robot.regulators is not None and not outputs.monitors:
                self._warn("monitor", "pressure is not measured: no monitor is given, only the signal is read back")
            began = self.clock.now()
            outputs.read_back()
            outputs.measure_next(0, measured)
            self.read_time = 1.1 * (self.clock.now() - began)
            self.reading = replace(self.reading, time=self.clock.now(), pulse=pulses, signal=signal, measured=measured)
            return self.reading

    def engage(self) -> None:
        """Set the outputs to neutral, read them back, and wait until the speed controllers have armed.

        Raises:
            SafetyError: after a stop.
            HardwareError: if a chip does not confirm its outputs.
        """
        with self.lock:
            check_running(self)
            if self._guard is None and (sender := self.line.sender()):
                silence = self.robot.safety.neutral_after + 1.0
                self._guard = guard_process(sender, self.outputs.neutral_messages(), silence)
            self._energised = True
            try:
                self.outputs.begin()
                self.neutral()
                end = self.clock.now() + (0.0 if self.robot.thrusters is None else self.robot.thrusters.form.arming)
                while (now := self.clock.now()) < end:
                    check_running(self)
                    self._beat()
                    self.clock.sleep_until(min(end, now + PIECE))
                    self.settle()
                check_running(self)
            except BaseException as problem:
                self.mode, self.reason = Mode.STOPPED, self.reason or str(problem) or "interrupted"
                with held_interrupts(), suppress(HardwareError):
                    self.neutral()
                raise
            self._began = self._last_command = self.clock.now()
            self.outputs.last = dict.fromkeys(self.outputs.last, self._began)
            self.mode = Mode.ACTIVE

    def close(self) -> None:
        """Set the outputs to neutral and release the line; a second call has no effect."""
        with self.lock, held_interrupts():
            left = False
            try:
                if self._energised:
                    self.neutral()
            except HardwareError as problem:
                left = True
                self._warn("end", str(problem))
            finally:
                if self.mode is not Mode.STOPPED:
                    self.mode = Mode.OFF
                self._energised = False
                if self._guard is not None:
                    self._guard.close(switch_off=left)
                    self._guard = None
                self.line.close()

    # ---- commands ----------------------------------------------------------------------------------------------------
    def command(self, thrust: FloatArray, pressure: FloatArray, until: float) -> None:
        """Command thrusts [N] and pressures [Pa] until a time of the clock [s].

        Raises:
            SafetyError: after a stop.
            HardwareError: if a command is not finite.
        """
        with self.lock:
            check_running(self)
            if not (np.isfinite(thrust).all() and np.isfinite(pressure).all()):
                raise HardwareError("a command is not a finite number")
            self.watch()
            if self.mode is Mode.OFF:
                self.engage()
            elif self.mode is Mode.LIMP:
                self.on_warning("commands have arrived again: the outputs rise from neutral")
                self.mode, self._began = Mode.ACTIVE, self.clock.now()
            now = self.clock.now()
            duration = min(max(until - now, 1e-3), self.robot.safety.neutral_after)
            soft = self.robot.safety.soft_start
            x = 1.0 if soft == 0.0 else min(1.0, (now + duration - self._began) / soft)
            rise = x * x * (3.0 - 2.0 * x)
            self.missed += len(
                self.outputs.write(
                    self._thrust.allowed(thrust, rise, duration), self._pressure.allowed(pressure, rise, duration)
                )
            )
            self._last_command = self.clock.now()
            self._beat()

    def measure(self) -> OutputReading:
        """Read the outputs back, and the pressure of the next regulator of each chip.

        Raises:
            SafetyError: if a chip is lost or does not hold what was written, or a pressure deviates from the command; the
                outputs are then neutral.
        """
        with self.lock:
            check_running(self)
            self.cycles += 1
            old, outputs = self.reading, self.outputs
            try:
                held = outputs.read_back()
                measured = outputs.measure_next(self._turn, old.measured)
                self._turn += 1
            except HardwareError as problem:
                self.missed += 1
                self._check_lost(str(problem))
                return self.reading
            different = outputs.differences(held, self._thrust.value, self._pressure.value)
            self._differing = self._differing + 1 if different else 0
            if self._differing >= 2:
                stop_with_error(self, f"{different[0]}, then start again")
            now = self.clock.now()
            self.reading = OutputReading(
                now, self._thrust.value, held.pulse, self._pressure.value, held.signal, measured
            )
            self._check_pressures(now)
            return self.reading

    def neutral(self) -> None:
        """Set the thrusters to neutral and vent the regulators, and read both back.

        Raises:
            HardwareError: naming what does not confirm it.
        """
        with self.lock:
            thrust, pressure = np.zeros(self.robot.n_thrusters), np.zeros(self.robot.n_regulators)
            self._thrust.value, self._pressure.value = thrust, pressure
            problems = self.outputs.write(thrust, pressure)
            try:
                problems = problems or self.outputs.differences(self.outputs.read_back(), thrust, pressure)
            except HardwareError as problem:
                problems = [str(problem)]
            if problems:
                raise HardwareError(
                    f"{problems[0]}: it is not certain that the robot rests; switch thrusters and air off"
                )

    def stop(self, reason: str) -> None:
        """Set the outputs to neutral, and refuse commands until a new start."""
        self.requested = self.requested or reason  # ends a start, which keeps the lock
        with self.lock:
            if self.mode is not Mode.STOPPED:
                self.mode, self.reason = Mode.STOPPED, reason
            if self._energised:
                try:
                    self.neutral()
                except HardwareError as problem:
                    self._warn("stop", str(problem))

    def emergency_stop(self, source: str = "program") -> None:
        """Stop the robot at once; may be called from any thread."""
        self.stop(f"emergency stop by {source}")

    def watch(self) -> None:
        """Set the outputs to neutral if no command has arrived within the time of the robot file."""
        with self.lock:
            after = self.robot.safety.neutral_after
            self._beat()
            if self.mode is Mode.ACTIVE and self.clock.now() - self._last_command > after:
                self._warn("neutral", f"no command for {after:g} s: thrusters are neutral and regulators vent")
                self.mode = Mode.LIMP
                try:
                    self.neutral()
                except HardwareError as problem:
                    self._warn("stop", str(problem))

    # ---- report ----------------------------------------------------------------------------------------------------
    def attributes(self) -> dict[str, Any]:
        """Return counters for the recording: numbers and text."""
        return {
            "output_cycles": self.cycles,
            "output_transfers_missed": self.missed,
            "commands_clipped": self._thrust.clipped + self._pressure.clipped,
            "hardware_warnings": "\n".join(self.warnings),
        }

    # ---- checks ----------------------------------------------------------------------------------------------------
    def _check_lost(self, reason: str) -> None:
        now = self.clock.now()
        if any(now - last > self.robot.safety.lost_after for last in self.outputs.last.values()):
            stop_with_error(self, reason)

    def _check_pressures(self, now: float) -> None:
        """End the run if a measured pressure differs from the command for too long."""
        safety = self.robot.safety
        deviates = np.abs(self.reading.measured - self.reading.pressure) > safety.deviation
        self._deviates_since = np.where(deviates, np.minimum(self._deviates_since, now), np.inf)
        for i in np.flatnonzero(now - self._deviates_since > safety.deviation_time).tolist():
            measured, wanted = self.reading.measured[i], self.reading.pressure[i]
            stop_with_error(
                self,
                f"regulator {i + 1} measures {measured:.4g} Pa, and {wanted:.4g} Pa are commanded; check air, hose and valve",
            )

    def _warn(self, key: str, text: str) -> None:
        if key not in self._warned:
            self._warned.add(key)
            self.warnings.append(text)
            self.on_warning(text)

    def _beat(self) -> None:
        if self._guard is not None:
            self._guard.beat()
