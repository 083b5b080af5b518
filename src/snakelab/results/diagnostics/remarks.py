"""Remarks on a run, in addition to its metrics."""

import json

import numpy as np

from snakelab.arguments import checked_arguments
from snakelab.errors import RecordingError
from snakelab.results.diagnostics.energy_balance import balance_remarks
from snakelab.results.diagnostics.impossible_motion import impossible_remarks
from snakelab.results.diagnostics.missing_support import unsupported
from snakelab.results.metrics.energy import exchanged_energy, work_of
from snakelab.results.metrics.limits import min_self_distance
from snakelab.results.metrics.motion import fixed, forward_axes
from snakelab.results.metrics.swimming import propeller_limit_shares, stream
from snakelab.results.recorded_objects.propellers import propeller_poses
from snakelab.results.recorded_objects.surfaces import surfaces_of
from snakelab.results.recording import Recording
from snakelab.types import FloatArray

STRAIGHT = 0.2  # magnitude of the mean axis of the links below which a body is rolled up and has no heading
SIDEWAYS = 0.05  # fraction of all thrust along the heading below which its direction is undefined
HOLDING = 0.02  # fraction of the current: slower backward motion counts as holding the position
OFTEN = 0.01  # fraction of the time at a limit above which there is a remark
MAX_NAMES = 4


@checked_arguments(RecordingError)
def remarks(recording: Recording) -> list[str]:
    """Return diagnostics of a run that its metrics do not show, as lines of text; empty if there are none.

    A fluid that the robot never touched; a robot in free fall, without any external force, or on a ground without gravity;
    servos that were at their torque limit and did not follow their targets, see `not_followed`; a swimmer that the current
    carries backwards, see `carried_backwards`; propellers that were at a limit of their thrust for more than 1 % of the
    time; a body that penetrated itself or left a height map; a soft section of negative length, and a link that
    passed through a block or a pole, see `impossible_remarks`; a `UserLaw` that did positive work, see `driving_laws`;
    and a step that was too long for the motion, see `imbalance`, or for its torques. `snakelab run` prints them as
    warnings, the report page shows them at the top, and `metrics.json` contains them.

    Args:
        recording: The run, of any status.
    """
    with np.errstate(all="ignore"):  # a diverged run overflows; its status reports it
        lines = (
            *(never_met(recording) or [unsupported(recording)]),
            carried_backwards(recording),
            at_limits(recording),
            not_followed(recording),
            through_itself(recording),
            *left_the_map(recording),
            *impossible_remarks(recording),
            *driving_laws(recording),
            *balance_remarks(recording),
        )
    return [line for line in lines if line]


def carried_backwards(recording: Recording) -> str:
    """Return a remark if the current carries the robot backwards; else "".

    Over the last half of the run, with h the heading (the mean direction of the links, by mass, tail to head), v the
    velocity of the centre of mass and v_c the current there, all as means over time:

    - it works forwards where its thrust along h is positive, else backwards; without propellers, or where they push
      sideways, where (v - v_c) . h is positive and a joint does work;
    - it is carried where, the way that it works, v . h is negative by more than 2 % of |v_c|, and v_c . h is too.

    There is no remark on a body that drifts passively, is carried sideways, or is rolled up.
    """
    needed = ("current", "com_velocity", "link_quaternion", "time")
    if fixed(recording) or any(name not in recording.dataset.variables for name in needed):
        return ""
    time = recording["time"].values
    late = time >= (time[:1].sum() + time[-1:].sum()) / 2
    heading = _heading(recording)
    if late.sum() < 2 or heading is None:
        return ""
    current = stream(recording)

    def mean(values: FloatArray) -> FloatArray:
        span = time[late][-1] - time[late][0]
        return np.asarray(np.trapezoid(values[late], time[late], axis=0) / span)

    over_ground = float(mean((recording["com_velocity"].values * heading).sum(axis=1)))
    with_it = float(mean((current * heading).sum(axis=1)))
    speed = float(mean(np.linalg.norm(current, axis=1)))
    works = _works(recording, heading, late) or np.sign(over_ground - with_it) * _moves(recording)
    propulsion, against, through = works * over_ground, -works * with_it, works * (over_ground - with_it)
    if not (against > HOLDING * speed and propulsion < -HOLDING * speed):  # also for non-finite numbers
        return ""
    makes = f"{through:.2f} m/s" if through > 0 else "no way"
    return (
        f"the current of {speed:.2f} m/s carried the robot backwards at {-propulsion:.2f} m/s: "
        f"it makes {makes} through the water"
    )


def never_met(recording: Recording) -> list[str]:
    """Return a remark for each fluid that the moving robot never entered; empty if the recording lacks the data."""
    data = recording.dataset
    if "com_velocity" not in data or not np.any(data["com_velocity"].values):
        return []
    kinds = ("_added_mass_force", "_drag_force", "_buoyancy_force")
    fluids = [str(name).removesuffix(kinds[0]) for name in data.data_vars if str(name).endswith(kinds[0])]
    return [
        f"the robot was never in the fluid {fluid!r}; check its region and surface, and the initial position of the robot"
        for fluid in fluids
        if all(fluid + kind in data and not np.any(data[fluid + kind].values) for kind in kinds)
    ]


def at_limits(recording: Recording) -> str:
    """Return a remark on propellers that were saturated for more than 1 % of the time; else ""."""
    try:
        fractions = propeller_limit_shares(recording)
    except RecordingError:
        return ""
    often = sorted(
        ((fraction, name) for name, fraction in fractions.items() if fraction > OFTEN), key=lambda one: -one[0]
    )
    if not often:
        return ""
    named = ", ".join(f"{name} {100 * fraction:.0f} %" for fraction, name in often[:MAX_NAMES])
    rest = f" and {len(often) - MAX_NAMES} more" if len(often) > MAX_NAMES else ""
    return f"propellers were at a limit of their thrust, as a fraction of the time: {named}{rest}"


def through_itself(recording: Recording) -> str:
    """Return a remark if links that are not neighbours overlapped, which the engine does not prevent; else ""."""
    try:
        deep = -min_self_distance(recording)
    except RecordingError:
        return ""
    if not deep > 0:
        return ""
    return f"the body intersected itself, by {1e3 * deep:.3g} mm: the engine has no self-contact"


def left_the_map(recording: Recording) -> list[str]:
    """Return a remark for each height field whose edge a link crossed, with the first time; beyond it the ground is level."""
    if "link_position" not in recording.dataset:
        return []
    lines = []
    for surface in surfaces_of(recording):
        if surface.get("kind") != "HeightField":
            continue
        origin, counts = np.asarray(surface["origin"]), np.shape(surface["heights"])[::-1]
        end = origin + np.broadcast_to(surface["spacing"], 2) * (np.asarray(counts) - 1)
        places = recording["link_position"].values[..., :2]
        outside = ((places < origin) | (places > end)).any(axis=(1, 2))
        if outside.any():
            time = float(recording["time"].values[int(np.argmax(outside))])
            lines.append(
                f"the robot left the map of {str(surface.get('name'))!r} at {time:.3g} s: beyond its edges the ground is "
                f"level (in MuJoCo there is none); give it a larger size"
            )
    return lines


def _heading(recording: Recording) -> FloatArray | None:
    """Mean direction of the links over time, shape (n_rows, 3), unit vectors; None if it is not defined."""
    axis = np.average(forward_axes(recording), axis=1, weights=recording["link_mass"].values)
    size = np.linalg.norm(axis, axis=1, keepdims=True)
    return None if not (size > STRAIGHT).all() else np.asarray(axis / size)


def _works(recording: Recording, heading: FloatArray, late: np.ndarray) -> float:
    """Sign of the propellers' thrust along the heading, 1 or -1; 0 without such thrust."""
    try:
        _, direction = propeller_poses(recording)
        thrust = recording["propeller_thrust"].values
    except RecordingError:
        return 0.0
    along = float((thrust * (direction * heading[:, None]).sum(axis=-1))[late].sum())
    whole = float(np.abs(thrust[late]).sum())
    return float(np.sign(along)) if abs(along) > SIDEWAYS * whole else 0.0


def _moves(recording: Recording) -> bool:
    """Return True if any joint does work."""
    known = "tau" in recording.dataset and "v" in recording.dataset
    return known and bool(np.any(recording["tau"].values * recording["v"].values))


GIVEN = 0.01  # fraction of the energies exchanged above which a law drives the robot


def driving_laws(recording: Recording) -> list[str]:
    """Return a remark for each `UserLaw` whose work is positive and above 1 % of the energies exchanged.

    Friction and drag in still water dissipate energy. A law that is meant to drive the robot, such as a current, may add it.
    """
    try:
        names = json.loads(str(recording.dataset.attrs.get("user_laws", "[]")))
        works = {str(name): work_of(recording, str(name)) for name in names}
        minimum = GIVEN * exchanged_energy(recording) if works else 0.0
    except (RecordingError, ValueError, TypeError, KeyError):  # it lacks a variable, or is damaged
        return []
    return [
        f"law {name!r} did positive work, {work:.3g} J: it drove the robot; if it is friction or drag, check the sign of its "
        "wrench"
        for name, work in works.items()
        if work > minimum
    ]


# Fraction of time above which a gait is not followed. Servos of physical snakes on rough ground reach two thirds.
MOSTLY = 0.75
LARGE_ERROR = {"rad": 0.1, "m": 0.01}  # largest error below which a saturated servo still follows its target


def not_followed(recording: Recording) -> str:
    """Return a remark if servos were at their torque limit most of the time and missed their targets; else "".

    That is, for more than 75 % of the time, with a largest error above 0.1 rad (0.01 m).
    """
    data = recording.dataset
    needed = ("actuator_limit", "target", "q", "time", "coordinate_unit")
    if any(name not in data.variables for name in needed) or data.sizes["time"] < 3:
        return ""
    time = data["time"].values
    if not time[-1] > time[0]:
        return ""
    saturated = (np.abs(data["actuator_limit"].values) > 0).astype(float)
    fraction = np.trapezoid(saturated, time, axis=0) / (time[-1] - time[0])
    error = np.abs(data["target"].values - data["q"].values).max(axis=0)  # NaN where there is no target
    units = data["coordinate_unit"].values.astype(str)
    large = np.array([LARGE_ERROR.get(unit, np.inf) for unit in units])
    found = np.flatnonzero((fraction > MOSTLY) & (error > large))
    if not len(found):
        return ""
    worst = found[np.argmax(error[found])]
    more = f" and {len(found) - 1} more" if len(found) > 1 else ""
    return (
        f"{data['coordinate'].values[worst]}{more} {'were' if more else 'was'} at the torque limit {100 * fraction[worst]:.0f} % "
        f"of the time, so the targets are not followed (largest error {error[worst]:.2g} {units[worst]}); raise torque_limit "
        "of the servo, or lower the amplitude or the frequency of the gait"
    )
