"""Figures of merit of a recording: one small pure function for each, and all of them in one flat table.

Every function takes a recording and returns one number, NaN where the recording cannot tell: a speed from a single row,
a torque of a robot without joints, a cost per metre of a robot that went nowhere. The table leaves out what does not
apply to the robot.
"""

import math
from collections.abc import Callable

import numpy as np

from snakelab.errors import RecordingError, nearest
from snakelab.results.recording import Recording
from snakelab.types import FloatArray

GRAVITY = 9.81  # of the cost of transport, whatever the world's own gravity [m/s^2]
START = 0.1  # how long a start from rest counts as start [s]
CONSERVATIVE = ("gravity", "spring")  # work terms whose energy the recording holds as a potential
WORK = "work_"
# What the table leaves out where the base is fixed, and where no coordinate is an angle or a length.
TRAVEL = ("mean_speed", "mean_velocity_x", "mean_velocity_y", "path_length", "mean_path_speed", "straightness",
          "heading_change", "cost_of_transport")  # fmt: skip
TORQUES = ("peak_torque", "peak_torque_after_start", "rms_torque")
FORCES = ("peak_force", "rms_force")


class Metrics(dict[str, float | str]):
    """Figures of merit by name; printed, a table with units.

    Raises:
        RecordingError: at a name that is not in the table, with the nearest that is.
    """

    def __missing__(self, name: object) -> float | str:
        if name in UNITS:
            raise RecordingError(f"{name!r} does not apply to this robot and is left out; allowed: {', '.join(self)}")
        raise RecordingError(f"there is no metric {name!r}{nearest(str(name), self)}")

    @property
    def units(self) -> dict[str, str]:
        """The unit of each figure, "-" for a number without one."""
        return {name: unit_of(name) for name in self}

    def __str__(self) -> str:
        width = max(map(len, self), default=0)
        return "\n".join(
            f"{name:{width}}  {_text(value):>12} {unit_of(name)}".rstrip(" -") for name, value in self.items()
        )


def metrics(recording: Recording) -> Metrics:
    """All figures of merit: flat, in the order of `UNITS`, with the work of each term and the status at the end.

    Units stand in `UNITS`, the laws in the functions of this module; `describe` gives both for a name. Not in every
    table are `TRAVEL`, which is for robots whose base is free, `TORQUES` and `FORCES`, which are for robots with angles
    and with lengths as coordinates, the cost of transport of a robot without coordinates, and `work_<term>`, which
    follows the world's laws.
    """
    units = set(recording["coordinate_unit"].values)
    left_out = {
        *(TRAVEL if fixed(recording) else ()),
        *(() if "rad" in units else TORQUES),
        *(() if "m" in units else FORCES),
        *(() if units else ("cost_of_transport",)),
    }
    found: dict[str, float | str] = {
        name: law(recording) for name, (_, law) in _METRICS.items() if name not in left_out
    }
    for term in recording["term"].values:
        found[f"{WORK}{term}"] = work_of(recording, str(term))
    return Metrics(found | {"status": recording.status})


def describe(name: str) -> str:
    """One line on a figure of merit, with its unit: "Largest joint torque, max |tau|. [N m]".

    Raises:
        RecordingError: if there is no such figure.
    """
    if name == "status":
        return "How the run ended. [-]"
    if name == f"{WORK}correction":
        return (
            "What the extrapolation of the step adds to the energy; "
            "if it is more than a few per cent of the drive work, take a smaller step. [J]"
        )
    if name.startswith(WORK):
        return f"Work that the term {name.removeprefix(WORK)!r} did on the robot. [J]"
    if name not in _METRICS:
        raise RecordingError(f"there is no metric {name!r}{nearest(name, _METRICS)}")
    unit, law = _METRICS[name]
    return f"{(law.__doc__ or name).splitlines()[0]} [{unit}]"


def unit_of(name: str) -> str:
    """Unit of a figure of merit, "-" for a number without one."""
    return "J" if name.startswith(WORK) else UNITS.get(name, "-")


def fixed(recording: Recording) -> bool:
    """Whether the robot's base is fixed, so that it goes nowhere; a recording that does not say counts as free."""
    return bool(recording.dataset.attrs.get("base") == "fixed")


def duration(recording: Recording) -> float:
    """Recorded time, t_end - t_0."""
    return float(_change(recording["time"].values))


def com_displacement(recording: Recording) -> FloatArray:
    """Net displacement of the centre of mass, world axes, shape (3,), [m]."""
    return np.asarray(_change(recording["com_position"].values), dtype=np.float64)


def mean_speed(recording: Recording) -> float:
    """Net displacement of the centre of mass over the recorded time, |r_end - r_0| / T."""
    return _ratio(float(np.linalg.norm(com_displacement(recording))), duration(recording))


def mean_velocity_x(recording: Recording) -> float:
    """Mean velocity of the centre of mass along the world's x, (x_end - x_0) / T."""
    return _ratio(com_displacement(recording)[0], duration(recording))


def mean_velocity_y(recording: Recording) -> float:
    """Mean velocity of the centre of mass along the world's y, (y_end - y_0) / T."""
    return _ratio(com_displacement(recording)[1], duration(recording))


def path_length(recording: Recording) -> float:
    """Length of the path of the centre of mass, the sum of |r_k+1 - r_k| over the record."""
    steps = np.diff(recording["com_position"].values, axis=0)
    return float(np.linalg.norm(steps, axis=1).sum())


def mean_path_speed(recording: Recording) -> float:
    """Length of the path of the centre of mass over the recorded time."""
    return _ratio(path_length(recording), duration(recording))


def straightness(recording: Recording) -> float:
    """Net displacement of the centre of mass over the length of its path: 1 on a straight line, 0 on a closed loop."""
    return _ratio(float(np.linalg.norm(com_displacement(recording))), path_length(recording))


def heading_change(recording: Recording) -> float:
    """Change of heading, positive to the left; the heading is the mass-weighted mean of the links' angles in the plane.

    psi = sum m_i atan2(e_iy, e_ix) / sum m_i with e_i the forward axis of link i, each angle followed through full
    turns; the record must be fine enough for that (half a turn between rows). The heading of one link alone would swing
    with the gait.

    Source: for equal links, the heading of Liljeback et al. 2013, "Snake Robots", chapter 4.
    """
    w, x, y, z = np.moveaxis(recording["link_quaternion"].values, -1, 0)
    angles = np.unwrap(np.arctan2(2 * (x * y + w * z), 1 - 2 * (y * y + z * z)), axis=0)
    return float(np.average(_change(angles), weights=recording["link_mass"].values))


def peak_torque(recording: Recording) -> float:
    """Largest torque in any joint, max |tau|, over the whole record."""
    return _peak(_efforts(recording, "rad"))


def peak_torque_after_start(recording: Recording) -> float:
    """Largest torque in any joint, max |tau|, from t = 0.1 s: a start from rest has a peak of its own at t = 0."""
    late = recording["time"].values >= START - 1e-9
    return _peak(_efforts(recording, "rad")[late])


def peak_force(recording: Recording) -> float:
    """Largest force along any linear coordinate, max |tau|, over the whole record."""
    return _peak(_efforts(recording, "m"))


def rms_torque(recording: Recording) -> float:
    """Root mean square of the torques, over time and joints, sqrt(integral of mean_i tau_i^2 dt / T)."""
    return _rms(_efforts(recording, "rad"), recording)


def rms_force(recording: Recording) -> float:
    """Root mean square of the forces along linear coordinates, sqrt(integral of mean_i tau_i^2 dt / T)."""
    return _rms(_efforts(recording, "m"), recording)


def cost_of_transport(recording: Recording) -> float:
    """Actuation per weight and distance, integral of sum_i |tau_i q'_i| dt / (m g |centre-of-mass displacement|).

    |tau q'| counts braking as cost, as if no joint gave energy back. g = 9.81 m/s^2 in every world, and the integral is
    the trapezoid on the record: record often enough to see the gait. Not for a robot that returns to where it began.
    """
    power = np.abs(recording["tau"].values * recording["v"].values).sum(axis=1)
    energy = float(np.trapezoid(power, recording["time"].values))
    weight = float(recording["link_mass"].values.sum()) * GRAVITY
    return _ratio(energy, weight * float(np.linalg.norm(com_displacement(recording))))


def energy_residual(recording: Recording) -> float:
    """Error of the energy balance: change of energy minus work of all terms that are not in it.

    R = [T + V_gravity + V_elastic]_end - [..]_0 - sum of the work of every term but gravity and the springs. Work is
    summed inside the step, so R is the step's own error and not that of the record.
    """
    energy = sum(_change(recording[f"{kind}_energy"].values) for kind in ("kinetic", "gravity", "elastic"))
    others = [str(term) for term in recording["term"].values if term not in CONSERVATIVE]
    return float(energy - sum(work_of(recording, term) for term in others))


def energy_residual_share(recording: Recording) -> float:
    """Size of the balance's error beside the energies exchanged: |R| / (largest kinetic energy + sum of |work|).

    Above a few per cent the step is too long for the motion, whatever the status says.
    """
    moved = sum(abs(work_of(recording, str(term))) for term in recording["term"].values)
    kinetic = recording["kinetic_energy"].values
    return _ratio(abs(energy_residual(recording)), float(moved + (kinetic.max() if kinetic.size else math.nan)))


def work_of(recording: Recording, term: str) -> float:
    """Work that one term did on the robot over the record [J]."""
    terms = [str(known) for known in recording["term"].values]
    if term not in terms:
        raise RecordingError(f"the recording has no work term {term!r}{nearest(term, terms)}")
    return float(_change(recording["work"].values[:, terms.index(term)]))


def wall_time(recording: Recording) -> float:
    """Time that the simulation took on its machine."""
    return float(recording.dataset.attrs.get("wall_time", math.nan))


def real_time_factor(recording: Recording) -> float:
    """Simulated time per second of computation."""
    return float(recording.dataset.attrs.get("real_time_factor", math.nan))


def _change(values: np.ndarray) -> np.ndarray:
    """Last row minus first row."""
    return values[-1] - values[0] if len(values) else np.full(values.shape[1:], math.nan)


def _text(value: float | str) -> str:
    return value if isinstance(value, str) else f"{value:.6g}"


def _ratio(above: float, below: float) -> float:
    """The ratio, or NaN where it is not defined."""
    return float(above) / float(below) if below else math.nan


def _efforts(recording: Recording, unit: str) -> FloatArray:
    """Generalised forces of the coordinates that are measured in `unit`, shape (n_rows, n), [N m] or [N]."""
    return np.asarray(recording["tau"].values[:, recording["coordinate_unit"].values == unit], dtype=np.float64)


def _peak(values: FloatArray) -> float:
    return float(np.abs(values).max()) if values.size else math.nan


def _rms(values: FloatArray, recording: Recording) -> float:
    """Root mean square over time and columns."""
    if not values.size:
        return math.nan
    squares = np.trapezoid((values**2).mean(axis=1), recording["time"].values)
    return math.sqrt(_ratio(float(squares), duration(recording)))


_METRICS: dict[str, tuple[str, Callable[[Recording], float]]] = {
    "duration": ("s", duration),
    "mean_speed": ("m/s", mean_speed),
    "mean_velocity_x": ("m/s", mean_velocity_x),
    "mean_velocity_y": ("m/s", mean_velocity_y),
    "path_length": ("m", path_length),
    "mean_path_speed": ("m/s", mean_path_speed),
    "straightness": ("-", straightness),
    "heading_change": ("rad", heading_change),
    "peak_torque": ("N m", peak_torque),
    "peak_torque_after_start": ("N m", peak_torque_after_start),
    "rms_torque": ("N m", rms_torque),
    "peak_force": ("N", peak_force),
    "rms_force": ("N", rms_force),
    "cost_of_transport": ("-", cost_of_transport),
    "energy_residual": ("J", energy_residual),
    "energy_residual_share": ("-", energy_residual_share),
    "wall_time": ("s", wall_time),
    "real_time_factor": ("-", real_time_factor),
}
UNITS: dict[str, str] = {name: unit for name, (unit, _) in _METRICS.items()} | {"status": "-"}
