"""Diagnostics of a recording: impossible motions, missing support, and remarks on the run."""

import json
import math
import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np

from snakelab.errors import RecordingError, SnakelabWarning, WorldError
from snakelab.geometry.surfaces import CORE_FRACTION, Block, Pole, Thin, goes_through, is_inside, thickness
from snakelab.parameters.arguments import FloatArray
from snakelab.parameters.declarations import checked_arguments
from snakelab.physics.columns import WORK_NAMES
from snakelab.results.metrics.effort import exchanged_energy, min_self_distance, work_of
from snakelab.results.metrics.motion import fixed, forward_axes, propeller_limit_shares, stream
from snakelab.results.recorded_objects import propeller_poses, rod_stretches, section_shapes, surfaces_of, trunk_links
from snakelab.results.recording import Recording
from snakelab.results.step_accuracy import SATURATED, balance_remarks, command_line_hint
from snakelab.robots.robot import Robot
from snakelab.worlds.contact_laws import Contact
from snakelab.worlds.gravity import Gravity
from snakelab.worlds.world import World

# ----------------------------------------------------------------------------------------------------------------------
# Impossible motions in a recording: soft sections of negative length, links that pass through thin solids, falls without end
# ----------------------------------------------------------------------------------------------------------------------

CROSSING_RECORDS = 4  # number of records within which a link crosses a solid
KINDS = {"Block": Block, "Pole": Pole}
COMPRESSED, CROSSED = "a soft section was compressed to a length of", "a link penetrated or crossed"
INVERTED = "a rod was compressed to"
FELL = "the robot lost its support and fell freely from"


def impossible_remarks(recording: Recording) -> list[str]:
    """Return remarks on soft sections and rods of negative length, solids that a link passed through, and a fall to the end."""
    return [
        *compressed_sections(recording),
        *inverted_rods(recording),
        *crossed(recording),
        *([line] if (line := fell(recording)) else []),
    ]


def warn_of_impossible(recording: Recording) -> None:
    """Issue `impossible_remarks`, and a demand that servos could not meet, as warnings, at the line that called `simulate`."""
    with np.errstate(all="ignore"):
        lines = impossible_remarks(recording)
        if (demand := not_followed(recording)).startswith(SATURATED):
            lines = [demand, *lines]
    for line in lines:
        warnings.warn(line, SnakelabWarning, stacklevel=4)


def compressed_sections(recording: Recording) -> Iterator[str]:
    """Return a remark on the first soft section whose axis has zero or negative length."""
    try:
        shapes = section_shapes(recording)
    except RecordingError:  # a recording without their lengths
        return
    for shape in shapes:
        bad = np.flatnonzero(shape.length <= 0)
        if len(bad):
            time = float(recording["time"].values[bad[0]])
            yield (
                f"{COMPRESSED} {shape.length[bad[0]]:.3g} m, {shape.name} at t = {time:.4g} s: it cannot be shorter than 0, and "
                "the motion after that is not valid; lower the forces or targets that compress it, or add "
                "joint limits, limits=Limits(lower, upper)"
            )
            return


def inverted_rods(recording: Recording) -> Iterator[str]:
    """Return a remark on the first rod of which a place is compressed to zero or negative length."""
    for rod in rod_stretches(recording):
        bad = np.flatnonzero(rod.stretch <= 0)
        if len(bad):
            time = float(recording["time"].values[bad[0]])
            yield (
                f"{INVERTED} {rod.stretch[bad[0]]:.3g} times the length at rest, {rod.name} at t = {time:.4g} s: it cannot be "
                "shorter than 0, and the motion after that is not valid; raise E or the stiffness in stretch, lower the forces "
                "or targets that compress it, or leave 'stretch' out of its strains"
            )
            return


def crossed(recording: Recording) -> Iterator[str]:
    """Return a remark for each block or pole that a link passed through, with a step and a stiffness that prevent it.

    A link did so where its axis, from end to end, passes opposite faces of a block or the core of a pole; where its
    centre does so between records, at most four and 0.05 s apart; or where its centre is inside. Other surfaces are not
    checked.
    """
    needed = (
        "time",
        "link_position",
        "link_quaternion",
        "link_length",
        "link_com",
        "link_section",
        "link_mass",
        "link_width",
    )
    if any(name not in recording.dataset.variables for name in needed) or recording.dataset.sizes["time"] < 2:
        return
    solids = [(surface, solid) for surface in surfaces_of(recording) if (solid := _thin_solid(surface)) is not None]
    if not solids:
        return
    places, ends = recording["link_position"].values, _ends(recording)
    # between two records: in more time a link may have gone around it [s]
    distances = _displacements(places) if np.median(np.diff(recording["time"].values)) <= 0.05 else []
    for surface, solid in solids:
        crossing = min((*_penetrated(solid, places, *ends), *_passed(solid, places, distances)), default=None)
        if crossing is not None:
            yield _remark(recording, str(surface.get("name")), thickness(solid), *crossing)


def _remark(recording: Recording, surface: str, thick: float, row: int, link: int) -> str:
    """Remark on one link at one record."""
    time, places = recording["time"].values, recording["link_position"].values[:, link]
    before = slice(max(0, row - CROSSING_RECORDS - 1), row + 1)
    steps = np.linalg.norm(np.diff(places[before], axis=0), axis=-1) / np.diff(time[before])
    speed = float(steps.max(initial=0.0))
    name = str(recording["link"].values[link]) if "link" in recording else f"number {link + 1}"
    description = (
        f"{CROSSED} {surface!r}, {1e3 * thick:.3g} mm thick: {name} at t = {float(time[row]):.4g} s and {speed:.3g} m/s"
    )
    if not speed > 0:
        return f"{description}; give that contact a larger stiffness"
    room = (
        min(thick, float(recording["link_width"].values[link])) or thick
    )  # a thick solid is to stop it within its radius
    # stiffness that stops a link within half of the thickness, by mass (speed / thickness)^2; 4 by energy
    enough = 10.0 * float(recording["link_mass"].values[link]) * (speed / room) ** 2
    stiffness = f"a stiffness of at least {enough:.1e} N/m"
    taken = float(recording.dataset.attrs.get("steps", 0) or 0)
    catch = 0.1 * room / speed  # fraction of a plate's thickness that a link may move in a step
    if taken > 0 and float(np.ptp(time)) / taken <= catch:
        return f"{description}; give that contact {stiffness}"
    place = 10.0 ** math.floor(math.log10(catch))
    step = math.floor(catch / place + 1e-9) * place
    hint = command_line_hint(recording, {"solver.step": f"{step:g}"})
    return f"{description}; try step={step:g}{hint} and give that contact {stiffness}"


def _ends(recording: Recording) -> tuple[FloatArray, FloatArray]:
    """Tail and head ends of the axes of all links, shapes (n_rows, n_links, 3), [m]."""
    places, axes = recording["link_position"].values, forward_axes(recording)
    length, com = (np.nan_to_num(recording[f"link_{name}"].values) for name in ("length", "com"))
    stations = recording["link_section"].values.astype(str) == "skin"  # of a soft section: its position is its middle
    behind = np.where(stations, length / 2, com)
    return places - behind[:, None] * axes, places + (length - behind)[:, None] * axes


def _penetrated(solid: Thin, places: FloatArray, tails: FloatArray, heads: FloatArray) -> list[tuple[int, int]]:
    """Record and link of the first axis through the solid, or centre inside it, without links in this state at the start."""
    hit = goes_through(solid, tails, heads) | is_inside(solid, places)
    hit[:, hit[0]] = False
    return [tuple(crossing) for crossing in np.argwhere(hit)[:1].tolist()]


def _thin_solid(surface: dict[str, Any]) -> Thin | None:
    """Return the block or pole of a recorded surface; None for another or a damaged surface."""
    kind = KINDS.get(str(surface.get("kind")))
    try:
        arguments = {key: value for key, value in surface.items() if key not in ("name", "kind") and value is not None}
        return None if kind is None else kind(**arguments)
    except (WorldError, TypeError):
        return None


def _displacements(places: FloatArray) -> list[FloatArray]:
    """Displacement of each link within one to CROSSING_RECORDS records, each of shape (n_rows - span, n_links), [m]."""
    spans = range(1, min(CROSSING_RECORDS, len(places) - 1) + 1)
    return [np.linalg.norm(places[span:] - places[:-span], axis=-1) for span in spans]


def _passed(solid: Thin, places: FloatArray, distances: list[FloatArray]) -> list[tuple[int, int]]:
    """Record before and link of the first displacements of centres through a solid, one per number of records at most.

    Args:
        solid: The block or pole.
        places: Positions of the links, shape (n_rows, n_links, 3), [m].
        distances: From `_displacements`; a link that moves less than the core of the solid cannot pass through it.
    """
    crossings = []
    for span, distance in enumerate(distances, 1):
        row, link = np.nonzero(distance > CORE_FRACTION * thickness(solid))
        start, end = places[row, link], places[row + span, link]
        hit = goes_through(solid, start, end) & ~is_inside(solid, start) & ~is_inside(solid, end)
        for k in range(1, span):
            hit &= is_inside(solid, places[row + k, link])
        crossings += [(int(row[i]) + span, int(link[i])) for i in np.flatnonzero(hit)[:1]]
    return crossings


# ----------------------------------------------------------------------------------------------------------------------
# Remarks on a robot without support, without normal force on its ground, or without external forces
# ----------------------------------------------------------------------------------------------------------------------

MIN_FALL_ACCELERATION = 0.1  # acceleration below which there is no free fall [m/s^2]
NOTHING_ACTS = (
    "no force acts on the robot: the world has no ground, fluid or friction, so joint motion cannot move its centre of "
    "mass; add media to the world, such as contact and gravity"
)
NO_GRAVITY = (
    "the world has contact but no gravity, so nothing presses the robot on the ground; add gravity to the media, in Python "
    "Gravity()"
)
GROUNDS = ("Plane", "HeightField", "Terrain")  # surfaces that are no ground need no gravity: walls, poles, pipes
GROUND = "add a ground: contact: {friction: {mu_tangential: 0.5}}, in Python Contact()"


def unsupported(recording: Recording) -> str:
    """A line if the robot was in free fall, its ground was without gravity, or no force acted on it; else empty.

    Free fall: the centre of mass has constant acceleration, and there are no contacts and no propellers.
    No force acts in a world without media, or with gravity perpendicular to the plane of a planar base. A robot with a floating
    base needs gravity where the only other media are grounds.
    """
    data = recording.dataset
    needed = ("com_velocity", "time", "term")
    if fixed(recording) or any(name not in data.variables for name in needed) or "propeller" in data.dims:
        return ""
    time, velocity = data["time"].values, data["com_velocity"].values
    if len(time) < 3 or not (np.diff(time) > 0).all() or not np.isfinite(velocity).all():
        return ""
    others = set(data["term"].values.tolist()) - set(WORK_NAMES)
    alone = not others
    if others and _only_grounds(recording, others) and not _gravity_energy(recording):
        return NO_GRAVITY
    acceleration = np.diff(velocity, axis=0) / np.diff(time)[:, None]
    size = float(np.linalg.norm(acceleration[0]))
    # relative change of the acceleration that rounding and the step may cause
    steady = float(np.abs(acceleration - acceleration[0]).max()) <= 1e-3 * size
    if size > MIN_FALL_ACCELERATION and steady and _work_of_gravity(recording) and not _has_contact_load(recording):
        cure = GROUND if alone else "check its initial position and the position of the ground"
        return f"the robot fell freely at {size:.3g} m/s^2 for the whole run, without support: {cure}"
    if alone and size <= MIN_FALL_ACCELERATION:
        return NOTHING_ACTS
    return ""


def without_support(robot: Robot, world: World) -> str:
    """Return a remark if a robot must fall freely in its world, its ground lacks gravity, or nothing acts on it; else ""."""
    if robot.base == "fixed" or robot.propellers:
        return ""
    others = [medium for medium in world.media if not isinstance(medium, Gravity)]
    if others and not (
        robot.base == "floating"
        and all(isinstance(one, Contact) and type(one.surface).__name__ in GROUNDS for one in others)
    ):
        return ""
    gravity = sum((medium.vector() for medium in world.media if isinstance(medium, Gravity)), np.zeros(3))
    if others:
        return "" if gravity.any() else NO_GRAVITY
    pulls = gravity.any() if robot.base == "floating" else gravity[:2].any()
    return f"the robot has no support and falls freely; {GROUND}" if pulls else NOTHING_ACTS


def fell(recording: Recording) -> str:
    """Return a remark if the robot lost its support and fell until the end of the run, by more than its length; else "".

    It falls where the acceleration of the centre of mass is that at the end within 10 % and no point of the skin carries a
    load, in 95 % of the records of the fall at least, and where gravity does work and no other medium does. A fall
    during the whole run is a remark of `unsupported`.
    """
    data = recording.dataset
    needed = ("com_velocity", "com_position", "link_length", "work", "time")
    if fixed(recording) or any(name not in data.variables for name in needed) or "propeller" in data.dims:
        return ""
    time, velocity, place = (data[name].values for name in ("time", "com_velocity", "com_position"))
    if len(time) < 4 or not (np.diff(time) > 0).all() or not np.isfinite(velocity).all():
        return ""
    acceleration = np.diff(velocity, axis=0) / np.diff(time)[:, None]
    size = float(np.linalg.norm(acceleration[-1]))
    free = np.linalg.norm(acceleration - acceleration[-1], axis=1) <= 0.1 * size
    if "skin_load" in data:
        free &= ~data["skin_load"].values[1:].reshape(len(free), -1).any(axis=1)
    often = np.cumsum(free[::-1])[::-1] >= 0.95 * np.arange(len(free), 0, -1)  # from each record on
    if not size > MIN_FALL_ACCELERATION or free.all() or not (free & often).any():
        return ""
    begin = int(np.flatnonzero(free & often)[0])
    work = data["work"].isel(time=-1) - data["work"].isel(time=begin)
    by_gravity = float(work.sel(term="gravity"))
    by_media = float(np.abs(work.sel(term=[t for t in work["term"].values if t not in WORK_NAMES]).values).sum())
    moved = place[-1] - place[begin]
    drop = float(moved @ acceleration[-1]) / size
    if not (drop > float(np.nansum(data["link_length"].values)) and by_gravity > 0 and by_media < 0.02 * by_gravity):
        return ""
    return (
        f"{FELL} t = {float(time[begin]):.3g} s until the end of the run, by {drop:.3g} m, and reached "
        f"{float(np.linalg.norm(velocity[-1])):.3g} m/s: nothing supports it there; check the friction and the torque of its "
        "joints, and the ground below, or end the run earlier"
    )


def _work_of_gravity(recording: Recording) -> bool:
    """Return True if gravity did any work."""
    data = recording.dataset
    return "work" not in data or bool(np.any(data["work"].sel(term="gravity").values))


def _has_contact_load(recording: Recording) -> bool:
    """Return True if any skin point carried a load."""
    data = recording.dataset
    return "skin_load" in data and bool(np.any(data["skin_load"].values))


def _only_grounds(recording: Recording, terms: set[str]) -> bool:
    """Return True if the terms are those of contact with grounds, and the base is floating."""
    if recording.dataset.attrs.get("base") != "floating":
        return False
    grounds = [str(one.get("name")) for one in surfaces_of(recording) if one.get("kind") in GROUNDS]
    return terms <= {*grounds, *(f"{name}_friction" for name in grounds)}


def _gravity_energy(recording: Recording) -> bool:
    """Return True if the potential energy of gravity was ever other than zero, or is not recorded."""
    data = recording.dataset
    return "gravity_energy" not in data or bool(np.any(data["gravity_energy"].values))


# ----------------------------------------------------------------------------------------------------------------------
# Remarks on a run, in addition to its metrics
# ----------------------------------------------------------------------------------------------------------------------

HOLDING_SPEED_RATIO = 0.02  # fraction of the current: slower backward motion counts as holding the position
MAX_NAMES = 4


@checked_arguments(RecordingError)
def remarks(recording: Recording) -> list[str]:
    """Return diagnostics of a run that its metrics do not show, as lines of text; empty if there are none.

    The first lines are those of a run that no robot could do: a soft section or rod of negative length, a link that passed
    through a block or a pole, and a fall that lasts to the end, see `impossible_remarks`; a body that intersected itself;
    and servos that were at their torque limit and did not follow their targets, see `not_followed`. Then follow a fluid
    that the robot never touched; a robot in free fall, without any external force, or on a ground without gravity; a swimmer
    that the current carries backwards, see `carried_backwards`; propellers that were at a limit of their thrust for more
    than 1 % of the time; a robot that left a height map; a `UserLaw` that did positive work, see `driving_laws`; and a
    step that was too long for the motion, see `balance_remarks`. `snakelab run` prints them as warnings above its metrics,
    the report page shows them at the top, and `metrics.json` contains them.

    Args:
        recording: The run, of any status.
    """
    with np.errstate(all="ignore"):  # a diverged run overflows; its status reports it
        lines = (
            *impossible_remarks(recording),
            through_itself(recording),
            fast_objects(recording),
            not_followed(recording),
            *(unused_fluids(recording) or [unsupported(recording)]),
            carried_backwards(recording),
            at_limits(recording),
            *left_the_map(recording),
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
    works = _works(recording, heading, late) or np.sign(over_ground - with_it) * _does_joint_work(recording)
    propulsion, against, through = works * over_ground, -works * with_it, works * (over_ground - with_it)
    if not (
        against > HOLDING_SPEED_RATIO * speed and propulsion < -HOLDING_SPEED_RATIO * speed
    ):  # also for non-finite numbers
        return ""
    makes = f"{through:.2f} m/s" if through > 0 else "no way"
    return (
        f"the current of {speed:.2f} m/s carried the robot backwards at {-propulsion:.2f} m/s: "
        f"it makes {makes} through the water"
    )


def unused_fluids(recording: Recording) -> list[str]:
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
        # fraction of the time at a limit above which there is a remark
        ((fraction, name) for name, fraction in fractions.items() if fraction > 0.01),
        key=lambda one: -one[0],
    )
    if not often:
        return ""
    named = ", ".join(f"{name} {100 * fraction:.0f} %" for fraction, name in often[:MAX_NAMES])
    rest = f" and {len(often) - MAX_NAMES} more" if len(often) > MAX_NAMES else ""
    return f"propellers were at a limit of their thrust, as a fraction of the time: {named}{rest}"


def through_itself(recording: Recording) -> str:
    """Return a remark if links that are not neighbours overlapped, in a world with a SelfContact deeply; else ""."""
    if "self_contact_gap" in recording.dataset:
        return _overlap(recording)
    try:
        deep = -min_self_distance(recording)
    except RecordingError:
        return ""
    if not deep > 0:
        return ""
    return f"the body intersected itself, by {1e3 * deep:.3g} mm: its world has no SelfContact"


# Overlap of two parts in contact that is remarked, as a fraction of the radius.
DEEP_OVERLAP = 0.25


def _overlap(recording: Recording) -> str:
    """Return a remark on parts that overlapped deeply, or approached so fast that they may have passed through each other."""
    gaps = recording["self_contact_gap"].values
    sizes = [recording[name].values for name in ("link_width", "link_height")]
    depth = np.where(np.isfinite(gaps), -gaps, 0.0) / np.minimum(*sizes) * 2.0
    fast = int(np.count_nonzero(recording["self_contact_fast"].values))
    if fast:
        return (
            "parts of the body approached each other by more than half of their diameter within a step, between "
            f"{fast} of the records: they may have passed through each other; use a shorter step"
        )
    if not depth.max(initial=0.0) > DEEP_OVERLAP:
        return ""
    row, link = np.unravel_index(int(depth.argmax()), depth.shape)
    name, time = str(recording["link"].values[link]), float(recording["time"].values[row])
    return (
        f"{name} overlapped another part of the body by {-1e3 * gaps[row, link]:.3g} mm at t = {time:.3g} s, by more than "
        f"{100 * DEEP_OVERLAP:.0f} % of its radius: raise the stiffness of SelfContact"
    )


def fast_objects(recording: Recording) -> str:
    """Return a remark on free bodies that met something too fast for the step."""
    if "object_contact_fast" not in recording.dataset:
        return ""
    fast = int(np.count_nonzero(recording["object_contact_fast"].values))
    if not fast:
        return ""
    return (
        "free bodies approached the robot or each other by more than half of their diameter within a step, between "
        f"{fast} of the records: they may have passed through each other; use a shorter step"
    )


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
    trunk = trunk_links(recording)
    axis = np.average(forward_axes(recording)[:, trunk], axis=1, weights=recording["link_mass"].values[trunk])
    size = np.linalg.norm(axis, axis=1, keepdims=True)
    # magnitude of the mean axis of the links below which a body is rolled up and has no heading
    return None if not (size > 0.2).all() else np.asarray(axis / size)


def _works(recording: Recording, heading: FloatArray, late: np.ndarray) -> float:
    """Sign of the propellers' thrust along the heading, 1 or -1; 0 without such thrust."""
    try:
        _, direction = propeller_poses(recording)
        thrust = recording["propeller_thrust"].values
    except RecordingError:
        return 0.0
    along = float((thrust * (direction * heading[:, None]).sum(axis=-1))[late].sum())
    whole = float(np.abs(thrust[late]).sum())
    # fraction of all thrust along the heading below which its direction is undefined
    return float(np.sign(along)) if abs(along) > 0.05 * whole else 0.0


def _does_joint_work(recording: Recording) -> bool:
    """Return True if any joint does work."""
    known = "tau" in recording.dataset and "v" in recording.dataset
    return known and bool(np.any(recording["tau"].values * recording["v"].values))


def driving_laws(recording: Recording) -> list[str]:
    """Return a remark for each `UserLaw` whose work is positive and above 1 % of the exchanged energy.

    Friction and drag in still water dissipate energy. A law that is meant to drive the robot, such as a current, may add it.
    """
    try:
        names = json.loads(str(recording.dataset.attrs.get("user_laws", "[]")))
        works = {str(name): work_of(recording, str(name)) for name in names}
        # fraction of the exchanged energy above which a law drives the robot
        minimum = 0.01 * exchanged_energy(recording) if works else 0.0
    except (RecordingError, ValueError, TypeError, KeyError):  # it lacks a variable, or is damaged
        return []
    return [
        f"law {name!r} did positive work, {work:.3g} J: it drove the robot; if it is friction or drag, check the sign of its "
        "wrench"
        for name, work in works.items()
        if work > minimum
    ]


LARGE_ERROR = {"rad": 0.1, "m": 0.01}  # largest error below which a saturated servo still follows its target


def not_followed(recording: Recording) -> str:
    """Return a remark if servos were at their torque limit most of the time and missed their targets; else "".

    That is, for more than 75 % of the time, or on the mean of all servos for more than half of it, with a largest error
    above 0.1 rad (0.01 m).
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
    # Servos of physical snakes on rough ground are at a limit for up to two thirds of the time.
    advice = "raise torque_limit of the servo, or lower the amplitude or the frequency of the gait"
    servos = np.isfinite(error)
    if servos.sum() > 1 and (mean := float(fraction[servos].mean())) > 0.5 and (error > large).any():
        worst = int(np.nanargmax(np.where(error > large, error, np.nan)))
        name, missed = data["coordinate"].values[worst], f"{error[worst]:.2g} {units[worst]}"
        return (
            f"{SATURATED} {servos.sum()} servos were at their torque limits {100 * mean:.0f} % of the time: the robot cannot "
            f"do what the gait demands (largest error {missed}, {name}); {advice}"
        )
    found = np.flatnonzero((fraction > 0.75) & (error > large))
    if not len(found):
        return ""
    worst = found[np.argmax(error[found])]
    more = f" and {len(found) - 1} more" if len(found) > 1 else ""
    return (
        f"{data['coordinate'].values[worst]}{more} {'were' if more else 'was'} at the torque limit {100 * fraction[worst]:.0f} % "
        f"of the time, so the targets are not followed (largest error {error[worst]:.2g} {units[worst]}); {advice}"
    )
