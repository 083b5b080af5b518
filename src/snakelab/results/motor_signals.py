"""Motors and controller of a recorded run: electrical model, tables of signals, cycle log, and sampled futures."""

import json
import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Annotated

import numpy as np
from annotated_types import Ge, Gt, Le

from snakelab.errors import RecordingError
from snakelab.parameters.arguments import FloatArray
from snakelab.parameters.declarations import Slider, Unit, check_declared, checked_arguments
from snakelab.parameters.display_registry import Displayed
from snakelab.results.recording import Recording
from snakelab.results.recording_checks import FUTURES

# ----------------------------------------------------------------------------------------------------------------------
# Electrical model of the motors and the battery: currents, temperatures and run time of a recorded run
# ----------------------------------------------------------------------------------------------------------------------

HOUR = 3600.0


@dataclass(frozen=True)
class ElectricDrive(Displayed):
    """Electrical and thermal numbers of one motor with its gear, reflected to the joint.

    Driving (tau q' > 0):  i = |tau| / (k eta) + i_0;  braking and holding:  i = |tau| eta / k + i_0.
    Copper loss R (i - i_0)^2; power from the supply  max(0, tau q' / eta or tau q' eta) + R (i - i_0)^2 + V i_0, and nothing is
    recovered from braking. Winding: C dT/dt = R (i - i_0)^2 - (T - T_ambient) / R_th.

    Args:
        torque_constant: k, torque at the joint per current without losses of the gear [N m/A].
        resistance: R of the winding [ohm].
        gear_efficiency: eta [-].
        idle_current: i_0 of electronics and friction of the motor [A].
        thermal_resistance: R_th from the winding to the surroundings [K/W].
        thermal_capacity: C of the winding and the housing [J/K].
        ambient: Temperature of the surroundings, and of the winding at the start [degC].

    Not for torque ripple, field weakening or a resistance that grows with the temperature (copper: 0.4 % per kelvin).
    """

    torque_constant: Annotated[float, Gt(0), Unit("N m/A"), Slider(0.01, 10, 0.01)]
    resistance: Annotated[float, Gt(0), Unit("ohm"), Slider(0.01, 100, 0.01)]
    gear_efficiency: Annotated[float, Gt(0), Le(1), Slider(0.1, 1, 0.01)] = 1.0
    idle_current: Annotated[float, Ge(0), Unit("A"), Slider(0, 1, 0.01)] = 0.0
    thermal_resistance: Annotated[float, Gt(0), Unit("K/W"), Slider(0.1, 100, 0.1)] = 10.0
    thermal_capacity: Annotated[float, Gt(0), Unit("J/K"), Slider(1, 1000, 1)] = 30.0
    ambient: Annotated[float, Unit("degC"), Slider(-20, 60, 1)] = 25.0

    def __post_init__(self) -> None:
        check_declared(self, RecordingError)


@dataclass(frozen=True)
class Battery(Displayed):
    """A battery, or equal ones in parallel, that supply all motors and the electronics.

    Terminal voltage V = U + F (1/2 - s) - R I / m, with the used fraction s of the usable charge.

    Args:
        voltage: U, mean open-circuit voltage over the usable charge [V].
        capacity: Charge of each battery [A h].
        usable: Fraction of the capacity that may be used [-].
        electronics: Constant power of computer, radio and sensors [W].
        fall: F, by which the open-circuit voltage falls over the usable charge, linearly [V].
        resistance: R, internal resistance of each battery [ohm].
        modules: m, number of batteries in parallel, such as one in each module [-].

    Not for unequal batteries, nor for the resistance of the cables between modules.
    """

    voltage: Annotated[float, Gt(0), Unit("V"), Slider(1, 100, 0.1)]
    capacity: Annotated[float, Gt(0), Unit("A h"), Slider(0.1, 100, 0.1)]
    usable: Annotated[float, Gt(0), Le(1), Slider(0.1, 1, 0.01)] = 0.8
    electronics: Annotated[float, Ge(0), Unit("W"), Slider(0, 100, 0.1)] = 0.0
    fall: Annotated[float, Ge(0), Unit("V"), Slider(0, 20, 0.1)] = 0.0
    resistance: Annotated[float, Ge(0), Unit("ohm"), Slider(0, 2, 0.01)] = 0.0
    modules: Annotated[int, Ge(1), Slider(1, 50, 1)] = 1

    def __post_init__(self) -> None:
        check_declared(self, RecordingError)
        if self.fall >= 2 * self.voltage:
            raise RecordingError(
                f"Battery fall must be less than twice the voltage, {2 * self.voltage:g} V, got {self.fall:g}"
            )

    @property
    def charge(self) -> float:
        """Usable charge of all batteries [C]."""
        return self.usable * self.capacity * self.modules * HOUR

    def current(self, power: FloatArray, used: FloatArray) -> FloatArray:
        """Current of all batteries at a power.

        Args:
            power: From the terminals, shape (n,), [W].
            used: Used fraction of the usable charge, shape (n,), [-].

        Raises:
            RecordingError: if the batteries cannot deliver the power, with the largest possible one.
        """
        open_circuit = self.voltage + self.fall * (0.5 - used)
        resistance = self.resistance / self.modules
        root = open_circuit**2 - 4 * resistance * power
        if (root < 0).any():
            i = int(np.argmin(root))
            raise RecordingError(
                f"the batteries cannot deliver {power[i]:.4g} W when {used[i]:.0%} of the usable charge is used: with a "
                f"resistance of {resistance:.3g} ohm the largest power is {open_circuit[i] ** 2 / (4 * resistance):.4g} W; "
                "use more modules, or a lower resistance"
            )
        # The smaller root of U I - R I^2 = P, in a form that is exact without resistance.
        return np.asarray(2 * power / (open_circuit + np.sqrt(root)))


@dataclass(frozen=True)
class Endurance(Displayed):
    """Electrical load of a run.

    Attributes:
        time: Of the records, shape (n,), [s].
        current: Of each motor, shape (n, nv), [A].
        temperature: Of each winding, shape (n, nv), [degC].
        battery_current: From all batteries, full at the start, shape (n,), [A].
        voltage: At their terminals, shape (n,), [V].
        energy: From the terminals during the run [J].
        mean_power: From the terminals [W].
        final_voltage: At the terminals when the usable charge is used, at the mean power of the run [V].
        run_time: Time until then [s].
        distance: That the robot covers in that time, at its mean speed over ground [m].
        final_temperature: Of each winding if the run is repeated indefinitely, shape (nv,), [degC].
    """

    time: FloatArray = field(repr=False)
    current: FloatArray = field(repr=False)
    temperature: FloatArray = field(repr=False)
    battery_current: FloatArray = field(repr=False)
    voltage: FloatArray = field(repr=False)
    energy: float
    mean_power: float
    final_voltage: float
    run_time: float
    distance: float
    final_temperature: FloatArray = field(repr=False)

    def __str__(self) -> str:
        """One line."""
        return (
            f"{self.mean_power:.4g} W from the battery, {self.run_time / HOUR:.3g} h and {self.distance:.4g} m in that time, "
            f"windings up to {float(np.max(self.final_temperature)):.3g} degC"
        )


@checked_arguments(RecordingError)
def endurance(recording: Recording, drive: ElectricDrive | Sequence[ElectricDrive], battery: Battery) -> Endurance:
    """Return currents, temperatures and run time of a recorded run.

    Args:
        recording: The run; use a sufficient record rate and a run of whole cycles.
        drive: Of all motors, or one for each coordinate.
        battery: The battery.

    Raises:
        RecordingError: if a coordinate is not an angle, there are not as many drives as coordinates, fewer than two rows, or
            the battery cannot deliver the power.
    """
    time = np.asarray(recording["time"].values, dtype=np.float64)
    torque, rate = (np.asarray(recording[name].values, dtype=np.float64) for name in ("tau", "v"))
    n = torque.shape[1]
    if len(time) < 2 or n == 0 or (recording["coordinate_unit"].values != "rad").any():
        raise RecordingError("endurance needs a recording of two rows or more, of joints that turn")
    drives = [drive] * n if isinstance(drive, ElectricDrive) else list(drive)
    if len(drives) != n:
        raise RecordingError(f"endurance needs one drive for all or one for each of {n} coordinates, got {len(drives)}")
    power = torque * rate
    load, copper, supplied = (np.zeros_like(power) for _ in range(3))
    for j, one in enumerate(drives):
        driving = power[:, j] > 0
        eta = one.gear_efficiency
        load[:, j] = np.abs(torque[:, j]) / one.torque_constant * np.where(driving, 1 / eta, eta)
        copper[:, j] = one.resistance * load[:, j] ** 2
        supplied[:, j] = np.where(driving, power[:, j] / eta, 0.0) + copper[:, j] + battery.voltage * one.idle_current
    total = supplied.sum(axis=1) + battery.electronics
    duration = float(time[-1] - time[0])
    energy = float(np.trapezoid(total, time))
    run_time, final_voltage = _discharge(battery, energy / duration)
    current, voltage = _supply(battery, time, total)
    com = np.asarray(recording["com_position"].values, dtype=np.float64)
    speed = float(np.linalg.norm(com[-1] - com[0])) / duration
    mean_copper = np.asarray(np.trapezoid(copper, time, axis=0)) / duration
    return Endurance(
        time=time,
        current=load + np.array([one.idle_current for one in drives]),
        temperature=_temperatures(time, copper, drives),
        battery_current=current,
        voltage=voltage,
        energy=energy,
        mean_power=energy / duration,
        final_voltage=final_voltage,
        run_time=run_time,
        distance=float(speed * run_time) if np.isfinite(run_time) else np.inf,
        final_temperature=np.array([one.ambient for one in drives])
        + mean_copper * [one.thermal_resistance for one in drives],
    )


def _discharge(battery: Battery, power: float) -> tuple[float, float]:
    """Return the time until the usable charge is used at a constant power [s], and the voltage at its end [V]."""
    used = np.linspace(0.0, 1.0, 1001)
    if power <= 0:
        return np.inf, battery.voltage - 0.5 * battery.fall
    current = battery.current(np.full_like(used, power), used)
    return float(battery.charge * np.trapezoid(1 / current, used)), float(power / current[-1])


def _supply(battery: Battery, time: FloatArray, power: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return the current [A] and the terminal voltage [V] of batteries that are full at the start.

    The charge used before a record follows from the currents up to it (trapezoidal rule, iterated).
    """
    used, current = np.zeros_like(time), np.zeros_like(time)
    for _ in range(3):
        current = battery.current(power, np.minimum(used, 1.0))
        used = np.concatenate(([0.0], np.cumsum(np.diff(time) * (current[1:] + current[:-1]) / 2))) / battery.charge
    open_circuit = battery.voltage + battery.fall * (0.5 - np.minimum(used, 1.0))
    return current, open_circuit - battery.resistance / battery.modules * current


def _temperatures(time: FloatArray, copper: FloatArray, drives: Sequence[ElectricDrive]) -> FloatArray:
    """Return the temperatures of the windings; between two records the loss is their mean, and the law is solved exactly."""
    ambient = np.array([one.ambient for one in drives])
    resistance = np.array([one.thermal_resistance for one in drives])
    constant = resistance * np.array([one.thermal_capacity for one in drives])
    rise = np.zeros_like(copper)
    for i, h in enumerate(np.diff(time)):
        decay = np.exp(-h / constant)
        rise[i + 1] = decay * rise[i] + (1 - decay) * resistance * (copper[i] + copper[i + 1]) / 2
    return ambient + rise


# ----------------------------------------------------------------------------------------------------------------------
# Tables of the signals of each motor: angles, rates, torques and powers, over time and as one row for each motor
# ----------------------------------------------------------------------------------------------------------------------

COLUMNS = (
    "motor", "unit", "least_position", "greatest_position", "peak_rate", "peak_torque", "rms_torque", "peak_power",
    "mean_power", "energy",
)  # fmt: skip


@checked_arguments(RecordingError)
def motor_table(recording: Recording) -> list[dict[str, str | float]]:
    """Return one row for each coordinate, from the tail to the head as recorded.

    Power is tau q'; the peak is that of its size, the mean and the energy are of |tau q'|, so that braking is not recovered.
    Rates and torques of linear coordinates are in m/s and N.

    Args:
        recording: The run; use a sufficient record rate.

    Returns:
        Rows with the keys `motor`, `unit`, `least_position`, `greatest_position` [rad or m], `peak_rate`, `peak_torque`,
        `rms_torque`, `peak_power`, `mean_power` [W] and `energy` [J].

    Raises:
        RecordingError: if the recording has no coordinates, or fewer than two rows.
    """
    time, q, rate, torque = _signals(recording)
    power = torque * rate
    duration = time[-1] - time[0]
    rows: list[dict[str, str | float]] = []
    for j, name in enumerate(recording["coordinate"].values):
        energy = float(np.trapezoid(np.abs(power[:, j]), time))
        numbers = (
            q[:, j].min(), q[:, j].max(), np.abs(rate[:, j]).max(), np.abs(torque[:, j]).max(),
            np.sqrt(np.trapezoid(torque[:, j] ** 2, time) / duration), np.abs(power[:, j]).max(), energy / duration, energy,
        )  # fmt: skip
        unit = str(recording["coordinate_unit"].values[j])
        rows.append(dict(zip(COLUMNS, (str(name), unit, *map(float, numbers)), strict=True)))
    return rows


@checked_arguments(RecordingError)
def motor_signals_csv(recording: Recording) -> str:
    """Return the signals of every motor over time as CSV: one line for each record and motor.

    Columns: time [s], motor, position, rate, torque, power [W]; positions in rad or m, and so on.

    Raises:
        RecordingError: if the recording has no coordinates, or fewer than two rows.
    """
    return "\n".join(["time,motor,position,rate,torque,power", *_lines(recording)]) + "\n"


def _lines(recording: Recording) -> Iterator[str]:
    time, q, rate, torque = _signals(recording)
    names = [str(name) for name in recording["coordinate"].values]
    for i, t in enumerate(time.tolist()):
        for j, name in enumerate(names):
            numbers = (q[i, j], rate[i, j], torque[i, j], rate[i, j] * torque[i, j])
            yield f"{t:.9g},{name}," + ",".join(f"{number:.9g}" for number in numbers)


def _signals(recording: Recording) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray]:
    """Return times, positions, rates and torques."""
    time = np.asarray(recording["time"].values, dtype=np.float64)
    q, rate, torque = (np.asarray(recording[name].values, dtype=np.float64) for name in ("q", "v", "tau"))
    if len(time) < 2 or q.shape[1] == 0:
        raise RecordingError(
            f"a table of motors needs coordinates and two rows or more, got {q.shape[1]} and {len(time)}"
        )
    return time, q, rate, torque


# ----------------------------------------------------------------------------------------------------------------------
# Commands of valves, motors and controllers in a recording, as curves
# ----------------------------------------------------------------------------------------------------------------------

# Words of a scenario for actuators with a memory; that of a servo is the integral of its error.
WORDS = ("motor", "servo", "pneumatic")
PREFIX, CYCLES = "control_", "control_time"
COSTS = {"cost": "of the plan", "best_cost": "best sample"}  # notes with a common axis, and their names


@dataclass(frozen=True)
class Commands:
    """Coordinates whose actuators have a memory.

    Attributes:
        columns: Indices of the coordinates.
        title, quantity, unit: Texts for the display.
    """

    columns: list[int]
    title: str
    quantity: str
    unit: str


def commands(recording: Recording) -> Commands | None:
    """Return the coordinates with a command that is not zero throughout, and its description; None if there are none.

    A recording holds actuator memory in "z": the command of a motor or a muscle behind its lag, the integral of a
    servo; only the scenario states which. Without one it is called a command, without unit, and a robot with
    revolute joints is omitted, because servos usually drive these.
    """
    if "z" not in recording.dataset or not recording["z"].size:
        return None
    memory = np.nan_to_num(recording["z"].values)
    columns = [int(i) for i in np.flatnonzero(np.any(memory != 0, axis=0))]
    units = {str(recording["coordinate_unit"].values[i]) for i in columns}
    words = _actuator_names(recording)
    if not columns or "servo" in words:
        return None
    if words == {"pneumatic"}:
        return Commands(columns, "Pressures of the muscles", "pressure", "Pa")
    if words == {"motor"}:
        unit = "N m" if units == {"rad"} else "N" if units == {"m"} else "-"
        return Commands(columns, "Commands of the motors", "command", unit)
    return Commands(columns, "Commands, after their lag", "command", "-") if units == {"m"} else None


def led(recording: Recording) -> list[int]:
    """Indices of the coordinates whose servo follows a target that is known all the time."""
    if "target" not in recording.dataset or not len(recording["time"]):
        return []
    return [int(i) for i in np.flatnonzero(np.isfinite(recording["target"].values).all(axis=0))]


def _actuator_names(recording: Recording) -> set[str]:
    """Return the names of the actuators in the scenario's robot."""
    try:
        robot = recording.scenario.get("robot", {})
    except RecordingError:
        return set()
    return set(re.findall(rf'"({"|".join(WORDS)})"', json.dumps(robot)))


def control_notes(recording: Recording) -> dict[str, FloatArray]:
    """Return the numbers of the cycle log, by name without `control_`, each of shape (n_cycles,).

    Lists, such as a whole plan, are left out. Empty if the recording has no `control_<name>` over `control_time`.
    """
    if CYCLES not in recording.dataset.variables:
        return {}
    return {
        str(name).removeprefix(PREFIX): np.asarray(array.values, dtype=np.float64)
        for name, array in recording.dataset.data_vars.items()
        if str(name).startswith(PREFIX) and array.dims == (CYCLES,) and array.dtype.kind in "fiub"
    }


def inputs_in(notes: dict[str, FloatArray]) -> dict[str, FloatArray]:
    """Return the inputs of the controller in each cycle, by joint or parameter; the name of a single input is empty.

    Args:
        notes: From `control_notes`.
    """
    named = {name: values for name, values in notes.items() if name == "input" or name.startswith("input_")}
    return {name.removeprefix("input").removeprefix("_"): values for name, values in named.items()}


def cycle_budget(recording: Recording) -> float | None:
    """Control period, in which a cycle should end, [s]; None if it is not recorded."""
    period = recording.dataset.attrs.get("control_period")
    return float(period) if isinstance(period, int | float | np.number) and math.isfinite(period) else None


# ----------------------------------------------------------------------------------------------------------------------
# Sampled futures of a controller in a recording
# ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class RecordedFutures:
    """Futures that a controller sampled at one moment of a run.

    Attributes:
        moment: Time of the sampling [s].
        time: Time after the moment, shape (n_places,), [s].
        head: Positions of the head's tip, shape (n, n_places, 3), [m].
        costs: Cost of each future, shape (n,).
        n_elite: Number of elite futures, which are the first, best first [-].
    """

    moment: float
    time: FloatArray
    head: FloatArray
    costs: FloatArray
    n_elite: int


def futures_in(recording: Recording) -> list[RecordedFutures]:
    """Return the sampled futures of a recording in order of time; empty if there are none."""
    data = recording.dataset
    if not {*FUTURES, "futures_time", "futures_ahead"} <= set(map(str, data.variables)):
        return []
    futures = []
    for i, moment in enumerate(data["futures_time"].values):
        head = np.asarray(data["futures_head"].values[i], dtype=np.float64)
        known = np.asarray(np.isfinite(head).all(axis=(1, 2)))
        costs, elite = data["futures_cost"].values[i], int(data["futures_elite"].values[i])
        time = np.asarray(data["futures_ahead"].values, dtype=np.float64)
        futures.append(
            RecordedFutures(float(moment), time, head[known], costs[known], int(np.count_nonzero(known[:elite])))
        )
    return futures
