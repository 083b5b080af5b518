"""All figures of merit in one flat table, with their units and a line on each."""

from collections.abc import Callable, Collection
from contextlib import suppress

import numpy as np

from snakelab.arguments import checked_arguments
from snakelab.errors import RecordingError, nearest
from snakelab.results.contents.goal import goal_of
from snakelab.results.contents.surfaces import walls_of
from snakelab.results.metrics import (
    arrival,
    effort,
    energy,
    limits,
    motion,
    passages,
    running,
    swimming,
    tracking,
    wave_shape,
)
from snakelab.results.recording import Recording

WORK = "work_"
# What the table leaves out where the base is fixed, and where no coordinate is an angle or a length.
TRAVEL = ("mean_speed", "mean_velocity_x", "mean_velocity_y", "mean_velocity_z", "path_length", "mean_path_speed",
          "straightness", "heading_change", "heading_drift", "side_slip", "cost_of_transport")  # fmt: skip
TORQUES = ("peak_torque", "peak_torque_after_start", "rms_torque")
FORCES = ("peak_force", "rms_force")
# What only recordings of a current, and of propellers, have.
WATER = ("speed_through_water", "path_speed_through_water")
PROPELLERS = ("propeller_energy", "propeller_limit_share")
# What only recordings of servos have, and those of robots with an actuator that has a limit.
TRACKING = ("tracking_lag", "tracking_error")
LIMITS = ("torque_limit_share", "speed_limit_share")
# What only runs among upright walls have, and those with a goal.
WALLS = ("wave_amplitude", "wave_width_share", "wave_length", "wave_residual")
GOAL = ("goal_time", "goal_mean_distance", "goal_largest_distance", "goal_hold_share")


class Metrics(dict[str, float | str]):
    """Figures of merit by name; printed, a table with units, terms without work in one line, and the notes.

    Attributes:
        notes: Lines on figures that are not to be trusted: torques and powers of a step that is too long for them.

    Raises:
        RecordingError: at a name that is not in the table, with the nearest that is.
    """

    notes: tuple[str, ...] = ()

    def __missing__(self, name: object) -> float | str:
        if name in UNITS:
            raise RecordingError(f"{name!r} does not apply to this robot and is left out; allowed: {', '.join(self)}")
        raise RecordingError(f"there is no metric {name!r}{nearest(str(name), self)}")

    @property
    def units(self) -> dict[str, str]:
        """The unit of each figure, "-" for a number without one."""
        return {name: unit_of(name) for name in self}

    def __str__(self) -> str:
        idle = [name for name, value in self.items() if name.startswith(WORK) and value == 0]
        shown = {name: value for name, value in self.items() if name not in idle}
        width = max(map(len, self), default=0)
        lines = [f"{name:{width}}  {_text(value):>12} {unit_of(name)}".rstrip(" -") for name, value in shown.items()]
        if idle:
            lines.append(f"{'no work by':{width}}  {', '.join(name.removeprefix(WORK) for name in idle)}")
        return "\n".join([*lines, *(f"note: {note}" for note in self.notes)])


@checked_arguments(RecordingError)
def metrics(recording: Recording, names: Collection[str] | None = None) -> Metrics:
    """All figures of merit: flat, in the order of `UNITS`, with the work of each term and the status at the end.

    Units stand in `UNITS`, the laws in the functions of this package; `describe` gives both for a name. Not in every
    table are `TRAVEL`, which is for robots whose base is free, `TORQUES` and `FORCES`, which are for robots with angles
    and with lengths as coordinates, `WATER`, which is for free robots in a current, `PROPELLERS`, the cost of transport
    of a robot without coordinates and propellers, and `work_<term>`, which follows the world's laws. A recording that
    lacks a variable, as an older one may, has no figure that needs it. `TRACKING` is for robots with servos, `LIMITS` for
    robots with an actuator that has a limit, `WALLS` for those among upright walls, `GOAL` for runs whose scenario tells
    of a goal.

    Args:
        recording: The run.
        names: Only these; None for all.
    """
    units = set(recording["coordinate_unit"].values)
    left_out = {
        *(TRAVEL if motion.fixed(recording) else ()),
        *(() if "rad" in units else TORQUES),
        *(() if "m" in units else FORCES),
        *(() if units or "propeller_thrust" in recording.dataset else ("cost_of_transport",)),
        *(WATER if motion.fixed(recording) else ()),
        *(() if walls_of(recording) else WALLS),
        *(() if goal_of(recording) is not None else GOAL),
        *(() if "actuator_limit" in recording.dataset else LIMITS),
    }
    found: dict[str, float | str] = {}
    with np.errstate(all="ignore"):  # a run that diverged overflows, and says so in its status
        for name, (_, law) in _METRICS.items():
            if name not in left_out and (names is None or name in names):
                with suppress(RecordingError):  # it lacks a variable
                    found[name] = law(recording)
        if "work" in recording.dataset:
            works = {f"{WORK}{term}": str(term) for term in recording["term"].values}
            found |= {
                name: energy.work_of(recording, term) for name, term in works.items() if names is None or name in names
            }
    table = Metrics(found | {"status": recording.status})
    table.notes = _notes(recording)
    return table


def _notes(recording: Recording) -> tuple[str, ...]:
    """A line where the step's correction takes more of the power than torques allow; see `correction_power_share`."""
    try:
        with np.errstate(all="ignore"):
            share = energy.correction_power_share(recording)
    except RecordingError:  # it lacks a variable
        return ()
    if not share > energy.CORRECTION_LIMIT:
        return ()
    return (
        f"torques and powers are coarse: the step's correction takes {100 * share:.0f} % of the power of all that acts, at most "
        f"{100 * energy.CORRECTION_LIMIT:.0f} % is fine; remarks(recording) says what to try",
    )


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
            "correction_power_share tells whether it is too much. [J]"
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


def _text(value: float | str) -> str:
    return value if isinstance(value, str) else f"{value:.6g}"


_METRICS: dict[str, tuple[str, Callable[[Recording], float]]] = {
    "duration": ("s", running.duration),
    "mean_speed": ("m/s", motion.mean_speed),
    "mean_velocity_x": ("m/s", motion.mean_velocity_x),
    "mean_velocity_y": ("m/s", motion.mean_velocity_y),
    "mean_velocity_z": ("m/s", motion.mean_velocity_z),
    "path_length": ("m", motion.path_length),
    "mean_path_speed": ("m/s", motion.mean_path_speed),
    "straightness": ("-", motion.straightness),
    "heading_change": ("rad", motion.heading_change),
    "heading_drift": ("rad/s", motion.heading_drift),
    "side_slip": ("-", motion.side_slip),
    "speed_through_water": ("m/s", swimming.speed_through_water),
    "path_speed_through_water": ("m/s", swimming.path_speed_through_water),
    "wave_amplitude": ("m", passages.wave_amplitude),
    "wave_width_share": ("-", passages.wave_width_share),
    "wave_length": ("m", wave_shape.wave_length),
    "wave_residual": ("-", wave_shape.wave_residual),
    "goal_time": ("s", arrival.goal_time),
    "goal_mean_distance": ("m", arrival.goal_mean_distance),
    "goal_largest_distance": ("m", arrival.goal_largest_distance),
    "goal_hold_share": ("-", arrival.goal_hold_share),
    "peak_torque": ("N m", effort.peak_torque),
    "peak_torque_after_start": ("N m", effort.peak_torque_after_start),
    "rms_torque": ("N m", effort.rms_torque),
    "peak_force": ("N", effort.peak_force),
    "rms_force": ("N", effort.rms_force),
    "tracking_lag": ("s", tracking.tracking_lag),
    "tracking_error": ("rad", tracking.tracking_error),
    "actuation_energy": ("J", effort.actuation_energy),
    "propeller_energy": ("J", swimming.propeller_energy),
    "propeller_limit_share": ("-", swimming.propeller_limit_share),
    "cost_of_transport": ("-", effort.cost_of_transport),
    "torque_limit_share": ("-", limits.torque_limit_share),
    "speed_limit_share": ("-", limits.speed_limit_share),
    "end_stop_share": ("-", limits.end_stop_share),
    "least_self_distance": ("m", limits.least_self_distance),
    "energy_residual": ("J", energy.energy_residual),
    "energy_residual_share": ("-", energy.energy_residual_share),
    "correction_power_share": ("-", energy.correction_power_share),
    "wall_time": ("s", running.wall_time),
    "real_time_factor": ("-", running.real_time_factor),
}
UNITS: dict[str, str] = {name: unit for name, (unit, _) in _METRICS.items()} | {"status": "-"}
