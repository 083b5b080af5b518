"""Metrics of energy, effort and limits: work of each term, torques and power, cost of transport, time at limits."""

import hashlib
import json
import math
from typing import TYPE_CHECKING

import numpy as np

from snakelab.errors import RecordingError, nearest
from snakelab.geometry.rotations import rotation_matrices
from snakelab.parameters.arguments import FloatArray
from snakelab.results.metrics.motion import change, com_displacement, duration, peak, propeller_energy, ratio, rms
from snakelab.results.recorded_objects import branches_of, wheels_of
from snakelab.results.recording import Recording

if TYPE_CHECKING:
    from snakelab.geometry.self_distance import Allowed, Pieces


# ----------------------------------------------------------------------------------------------------------------------
# Metrics of the energy balance, and the work of each term
# ----------------------------------------------------------------------------------------------------------------------

CONSERVATIVE = ("gravity", "spring")  # work terms with a potential, which is recorded
CORRECTION = "correction"  # the work term of the correction of momentum in free space


def energy_residual(recording: Recording) -> float:
    """Error of the energy balance: change of energy minus the work of all terms that are not part of that energy.

    R = [T + V_gravity + V_elastic]_end - [..]_0 - sum of the work of every term but gravity and the springs. Work is
    summed in the step, so R is the error of the step and not that of the record. Interventions that changed a mass, a
    spring or gravity changed the energy at an instant; this is subtracted.
    """
    energy = sum(change(recording[f"{kind}_energy"].values) for kind in ("kinetic", "gravity", "elastic"))
    others = (work for term, work in works(recording).items() if term not in CONSERVATIVE)
    return float(energy - energy_of_events(recording) - sum(others))


def energy_of_events(recording: Recording) -> float:
    """Energy that the interventions of a run added to the robot at an instant [J]; 0 without any.

    Raises:
        RecordingError: if the recorded events are damaged.
    """
    try:
        events = json.loads(str(recording.dataset.attrs.get("events", "[]")))
        return float(sum(float(event.get("energy", 0.0)) for event in events))
    except (ValueError, TypeError, AttributeError, RecursionError) as problem:
        raise RecordingError(f"the recording's events are damaged: {problem}") from problem


def energy_residual_ratio(recording: Recording) -> float:
    """Error of the energy balance relative to the exchanged energy: |R| / (largest kinetic energy + sum of |work|).

    Above a few per cent the step is too long for the motion, independently of the status.
    """
    return ratio(abs(energy_residual(recording)), exchanged_energy(recording))


def exchanged_energy(recording: Recording) -> float:
    """Sum of the largest kinetic energy and the absolute work of all terms [J]; NaN without a row."""
    moved = sum(abs(work) for work in works(recording).values())
    kinetic = recording["kinetic_energy"].values
    return float(moved + (kinetic.max() if kinetic.size else math.nan))


def work_of(recording: Recording, term: str) -> float:
    """Work that one term did on the robot over the record [J]."""
    known = works(recording)
    if term not in known:
        raise RecordingError(f"the recording has no work term {term!r}{nearest(term, list(known))}")
    return known[term]


def works(recording: Recording) -> dict[str, float]:
    """Work that each term did on the robot over the record [J], by the name of the term."""
    changes = change(recording["work"].values)
    return {str(term): float(changes[i]) for i, term in enumerate(recording["term"].values)}


# ----------------------------------------------------------------------------------------------------------------------
# Metrics of effort: torques, forces, actuation energy and cost of transport
# ----------------------------------------------------------------------------------------------------------------------

GRAVITY = 9.81  # of the cost of transport, independent of the gravity of the world [m/s^2]
START = 0.1  # duration of the initial transient [s]


def peak_torque(recording: Recording) -> float:
    """Largest torque in any joint, max |tau|."""
    return peak(_efforts(recording, "rad"))


def peak_torque_after_start(recording: Recording) -> float:
    """Largest torque in any joint, max |tau|, from t = 0.1 s: a gait without a ramp has a separate peak at t = 0.

    The 0.1 s are fixed; for the peak after a longer start, compute `peak_torque` of a window.
    """
    late = recording["time"].values >= START - 1e-9
    return peak(_efforts(recording, "rad")[late])


def peak_force(recording: Recording) -> float:
    """Largest force along any linear coordinate, max |tau|."""
    return peak(_efforts(recording, "m"))


def rms_torque(recording: Recording) -> float:
    """Root mean square of the torques, over time and joints, sqrt(integral of mean_i tau_i^2 dt / T)."""
    return rms(_efforts(recording, "rad"), recording["time"].values)


def rms_force(recording: Recording) -> float:
    """Root mean square of the forces along linear coordinates, sqrt(integral of mean_i tau_i^2 dt / T)."""
    return rms(_efforts(recording, "m"), recording["time"].values)


def actuation_power(recording: Recording) -> FloatArray:
    """Sum of the absolute powers of the actuators, sum_i |tau_i q'_i|, shape (n_rows,), [W]."""
    return np.asarray(np.abs(recording["tau"].values * recording["v"].values).sum(axis=1), dtype=np.float64)


def actuation_energy(recording: Recording) -> float:
    """Energy through the actuators, integral of sum_i |tau_i q'_i| dt; no braking energy is recovered.

    Of the coordinates' actuators alone: for propellers see `propeller_energy`.
    The integral is the trapezoid on the record: use a sufficient record rate.
    """
    return float(np.trapezoid(actuation_power(recording), recording["time"].values))


def mean_power(recording: Recording) -> float:
    """Mean power put in, (actuation_energy + propeller_energy) / T.

    The mechanical power at the joints, with braking counted as effort: motor and drive losses are not included (see
    `snakelab.results.endurance`). cost_of_transport = mean_power / (m g mean_speed).
    """
    return ratio(_energy_put_in(recording), duration(recording))


def cost_of_transport(recording: Recording) -> float:
    """Energy input per weight and distance, (actuation_energy + propeller_energy) / (m g |centre-of-mass displacement|).

    |tau q'| counts braking as cost, as if no joint gave energy back. g = 9.81 m/s^2 in every world, the displacement is
    over the ground, also in a current, and the integral is the trapezoid on the record: use a sufficient record rate for the
    gait. Not for a robot that returns to its start.
    """
    weight = float(recording["link_mass"].values.sum()) * GRAVITY
    return ratio(_energy_put_in(recording), weight * float(np.linalg.norm(com_displacement(recording))))


def _energy_put_in(recording: Recording) -> float:
    """Energy through the actuators and of the propellers [J]."""
    energy = actuation_energy(recording)
    return energy + propeller_energy(recording) if "propeller_thrust" in recording.dataset else energy


def _efforts(recording: Recording, unit: str) -> FloatArray:
    """Generalised forces of the coordinates measured in `unit`, shape (n_rows, n), [N m] or [N]."""
    return np.asarray(recording["tau"].values[:, recording["coordinate_unit"].values == unit], dtype=np.float64)


# ----------------------------------------------------------------------------------------------------------------------
# Metrics of limits: fractions of time at limits of torque, speed and angle, and the distance of the body from itself
# ----------------------------------------------------------------------------------------------------------------------

# Minimum distances by digest, shared by metrics, remarks and the page of a report.
_CACHED_DISTANCES: dict[bytes, float] = {}


def torque_limit_fraction(recording: Recording) -> float:
    """Largest fraction of time, over the joints, at the actuator's torque or force limit.

    It includes the time at the limit of a servo that decreases with speed, which `speed_limit_fraction` counts alone.
    """
    return _largest(np.abs(recording["actuator_limit"].values) > 0, recording)


def speed_limit_fraction(recording: Recording) -> float:
    """Largest fraction of time, over the joints, at the torque limit of a servo that decreases with speed (`speed_limit`)."""
    # of `actuator_limit`: the torque limit at that speed
    return _largest(np.abs(recording["actuator_limit"].values) == 2, recording)


def joint_limit_fraction(recording: Recording) -> float:
    """Largest fraction of time, over the joints, in which a joint limit was in contact."""
    return _largest(recording["joint_limit_torque"].values != 0, recording)


def min_self_distance(recording: Recording) -> float:
    """Smallest distance between links that are not neighbours, at 60 instants of the run; negative if they overlap.

    Round links and stations are capsules, boxes are boxes, as in `self_distance`; wheels that spin, and links that overlap in
    the straight robot, are omitted. Only a world with a `SelfContact` keeps links apart. NaN if no two links can touch.
    """
    links = _pieces(recording)
    key = _digest(recording, links)
    minimum = _CACHED_DISTANCES.get(key)
    if minimum is None:
        minimum = least_distance(links, _allowed(recording, links))
        if len(_CACHED_DISTANCES) >= 256:
            _CACHED_DISTANCES.clear()
        _CACHED_DISTANCES[key] = minimum
    return minimum if math.isfinite(minimum) else math.nan


def _digest(recording: Recording, links: "Pieces") -> bytes:
    """Return a digest of all data that determine the distance."""
    names = [recording[name].values.astype(str).tolist() for name in ("link", "link_section")]
    digest = hashlib.blake2b(repr((names, links.centre.shape)).encode(), digest_size=16)
    for array in (links.centre, links.rotation, links.half, links.box):
        digest.update(np.ascontiguousarray(array).tobytes())
    return digest.digest()


def _pieces(recording: Recording) -> "Pieces":
    """Links and stations at the sampled instants, without rows that are not finite or have diverged."""
    from snakelab.geometry.self_distance import Pieces

    places, quaternions = recording["link_position"].values, recording["link_quaternion"].values
    # larger coordinates have diverged, and squares of distances would overflow [m]
    near, unit = np.abs(places) < 1e100, np.abs(quaternions) < 2
    good = np.flatnonzero(near.all(axis=(1, 2)) & unit.all(axis=(1, 2)))
    # number of instants of a record at which the body is tested
    rows = good[np.unique(np.linspace(0, max(len(good) - 1, 0), 60).astype(int))] if len(good) else good
    rotation = rotation_matrices(quaternions[rows])
    length, com, width, height = (
        np.nan_to_num(recording[f"link_{name}"].values) for name in ("length", "com", "width", "height")
    )
    kinds = recording["link_section"].values.astype(str)
    # the frame of a station is on the axis, that of a link at the centre of mass, recorded along the axis only
    ahead = np.where(kinds == "skin", 0.0, length / 2 - com)
    centre = places[rows] + ahead[:, None] * rotation[..., 0]
    half = np.stack([length, width, height], axis=1) / 2
    return Pieces(centre, rotation, half, np.isin(kinds, ("box", "ellipse")))


def _allowed(recording: Recording, links: "Pieces") -> "Allowed":
    """Pairs of parts that are not neighbours and do not overlap in line."""
    names = [str(name) for name in recording["link"].values]
    skin = recording["link_section"].values.astype(str) == "skin"
    labels = [name.rpartition(".")[0] if soft else name for name, soft in zip(names, skin, strict=True)]
    owner = np.cumsum([0, *(a != b for a, b in zip(labels[1:], labels[:-1], strict=True))])
    reach = links.half[:, 0]
    middle = np.concatenate([[0.0], np.cumsum(reach[1:] + reach[:-1])])
    thick = np.where(links.box, 0.0, links.half[:, 1])  # the round ends of capsules
    branches, is_wheel = branches_of(recording), np.zeros(len(names), bool)
    is_wheel[[wheel.link for wheel in wheels_of(recording) if wheel.spins]] = True
    chain = np.zeros(len(names), int)
    carried = np.full(len(names), -1)  # of the first part of a branch, the part that carries it
    for i, branch in enumerate(branches):
        chain[branch.links] = i + 1
        carried[owner == owner[branch.links.start]] = owner[branch.carrier]

    def allowed(first: np.ndarray, second: np.ndarray) -> np.ndarray:
        if branches:
            touching = (carried[first] == owner[second]) | (carried[second] == owner[first])
            # branches side by side on one part may overlap there
            beside = (carried[first] >= 0) & (carried[first] == carried[second])
            same = chain[first] == chain[second]
            apart = np.where(same, in_one_line(first, second), ~touching & ~beside)
            return np.asarray(apart & ~is_wheel[first] & ~is_wheel[second])
        return in_one_line(first, second)

    def in_one_line(first: np.ndarray, second: np.ndarray) -> np.ndarray:
        in_line = np.abs(middle[second] - middle[first]) - reach[first] - reach[second] - thick[first] - thick[second]
        return np.asarray((owner[second] - owner[first] > 1) & (in_line > 0))

    return allowed


def _largest(at: FloatArray | np.ndarray, recording: Recording) -> float:
    """Largest fraction of time over the coordinates."""
    time = recording["time"].values
    fractions = np.trapezoid(at.astype(float), time, axis=0)
    return ratio(float(fractions.max(initial=0.0)), float(change(time)))


MAX_PAIRS = 1000  # number of pieces up to which processing all shapes together is faster


def least_distance(pieces: "Pieces", allowed: "Allowed") -> float:
    """Return the minimum distance over all shapes and allowed pairs, negative for a penetration; infinite without pairs [m].

    Equal to the minimum of `nearest_pairs`, which processes one shape after the other. Here the bounds of all shapes
    together determine which shapes can have the minimum distance, and only those are computed.

    Args:
        pieces: The pieces in m shapes.
        allowed: Selects pairs.
    """
    from snakelab.geometry.self_distance import nearest_pairs

    first, second = np.triu_indices(pieces.centre.shape[1], 1)
    if len(first) <= MAX_PAIRS and len(pieces.centre):
        keep = allowed(first, second)
        pieces = _nearest_shapes(pieces, first[keep], second[keep])
    return float(nearest_pairs(pieces, allowed).distance.min(initial=math.inf))


def _nearest_shapes(pieces: "Pieces", first: np.ndarray, second: np.ndarray) -> "Pieces":
    """Return the pieces in the shapes that can have the least distance, each shape once."""
    from snakelab.geometry.self_distance import Pieces

    distance = _smallest_distances(pieces, first, second)
    # rounding difference between the two methods, relative to the largest size
    margin = 1e-6 * float(np.abs(pieces.half).max(initial=0.0))
    rows = np.flatnonzero(~(distance > np.fmin.reduce(distance) + margin))  # those with NaN are also tested
    shapes = np.concatenate([part[rows].reshape(len(rows), -1) for part in (pieces.centre, pieces.rotation)], axis=1)
    rows = np.sort(rows[np.unique(shapes, axis=0, return_index=True)[1]])
    return Pieces(pieces.centre[rows], pieces.rotation[rows], pieces.half, pieces.box)


def _smallest_distances(pieces: "Pieces", first: np.ndarray, second: np.ndarray) -> FloatArray:
    """Return the least distance of each shape, infinite without any pair, shape (m,)."""
    from snakelab.geometry.self_distance import pair_distances

    if not len(first):
        return np.full(len(pieces.centre), np.inf)
    return pair_distances(pieces, first, second).min(axis=1)
