"""Table of the couplings of a robot, and its closure: the shapes in which all loops are closed, and the rows that hold them.

Computed in NumPy from the tables of the chain, independently of the kernels.
"""

from dataclasses import dataclass

import numpy as np

from snakelab.errors import RobotError
from snakelab.geometry.rotations import exponential, quat_exp, quat_to_matrix
from snakelab.parameters.arguments import FloatArray, shown
from snakelab.physics.columns import (
    ANGULAR_DAMPING,
    ANGULAR_STIFFNESS,
    CABLE,
    COUPLING,
    GEAR,
    GUIDE,
    HILL,
    LINK,
    LOOP,
    MOUNT,
    ROD,
    SLIP_SPEED,
    SOCKET,
    SOFT,
    RodArrays,
)
from snakelab.physics.model_tables import rod_tables, station_at
from snakelab.physics.rod_recursion import GAUSS, legendre, magnus_step
from snakelab.robots.couplings import (
    BASE_FRAME,
    CURVE_WIDTH,
    MAX_FORCE,
    MAX_SPEED,
    OPTIMAL_LENGTH,
    TENDON_LENGTH,
    Gear,
    Loop,
    Muscle,
    Winch,
)
from snakelab.robots.joints import PRISMATIC, REVOLUTE
from snakelab.robots.robot import Robot

# ----------------------------------------------------------------------------------------------------------------------
# Table of gears, loops and cables
# ----------------------------------------------------------------------------------------------------------------------


SUPERFLUOUS = "imposes only what its joints and the other couplings impose already"
# Length of a span below which it has no direction [m].
MIN_SPAN = 1e-9


def coupling_table(robot: Robot) -> np.ndarray:
    """Records of `COUPLING` of all gears and loops, each with all of its rows; those of cables and guides are blank."""
    n_guides = sum(len(cable.guides) for cable in robot.cables)
    table = np.zeros(len(robot.coupling_names) + n_guides, COUPLING)
    for record, gear in zip(table, robot.gears, strict=False):
        _put_gear(record, gear, robot)
    for record, loop in zip(table[len(robot.gears) :], robot.loops, strict=False):
        _put_loop(record, loop, robot)
    return table


def _put_gear(record: np.void, gear: Gear, robot: Robot) -> None:
    names = robot.coordinate_names
    record["kind"], record["n_rows"], record["n_terms"], record["mask"] = GEAR, 1, 2, 1
    record["first"], record["second"] = names.index(gear.driven), names.index(gear.by)
    record["ratio"], record["rest"] = gear.ratio, gear.offset
    record["stiffness"], record["damping"] = gear.stiffness or 0.0, gear.damping


def _put_loop(record: np.void, loop: Loop, robot: Robot) -> None:
    record["kind"] = LOOP
    if loop.first == BASE_FRAME:
        record["first"], record["first_point"] = -1, loop.first_point
    else:
        record["first"], record["first_point"] = station_at(robot, loop.first, loop.first_point)
    record["second"], record["second_point"] = station_at(robot, loop.second, loop.second_point)
    first, second = loop.axes()
    record["axes"], record["second_axes"] = first.ravel(), second.ravel()
    record["stiffness"], record["damping"] = loop.stiffness or 0.0, loop.damping
    record["numbers"][ANGULAR_STIFFNESS] = loop.angular_stiffness or 0.0
    record["numbers"][ANGULAR_DAMPING] = loop.angular_damping
    _set_rows(record, loop.rows)


def _put_cables(table: np.ndarray, robot: Robot, frames: list[FloatArray]) -> None:
    """Fill the records of all cables and their guides.

    Args:
        table: The table.
        robot: The robot.
        frames: Frame of each station in the rest shape, for rest lengths that are not given.
    """
    first = len(robot.gears) + len(robot.loops)
    at = first + len(robot.cables)
    labels = robot.coupling_names[first:]
    for record, cable, label in zip(table[first:], robot.cables, labels, strict=False):
        n, places = len(cable.guides), list[FloatArray]()
        record["kind"], record["second"], record["count"], record["first"] = CABLE, at, n, -1
        record["stiffness"], record["damping"], record["ratio"] = cable.stiffness, cable.damping, cable.friction
        record["numbers"][SLIP_SPEED] = cable.eps
        on_robot = []
        for guide in cable.guides:
            entry = table[at]
            entry["kind"], entry["first"], entry["first_point"] = GUIDE, -1, guide.point
            T = np.eye(4)
            if guide.on != BASE_FRAME:
                entry["first"], entry["first_point"] = station_at(robot, guide.on, guide.point)
                T = frames[entry["first"]]
            places.append(T[:3, :3] @ entry["first_point"] + T[:3, 3])
            on_robot.append(entry["first"] >= 0)
            at += 1
        spans = np.linalg.norm(np.diff(places, axis=0), axis=1)
        if spans.min() < MIN_SPAN:
            one, other = cable.guides[int(spans.argmin())], cable.guides[int(spans.argmin()) + 1]
            raise RobotError(
                f"cable {label!r}: the span from {one.on!r} {tuple(one.point)} to {other.on!r} {tuple(other.point)} has no "
                "length in the rest shape, and so no direction; move one of the points"
            )
        record["rest"] = spans.sum() if cable.rest is None else cable.rest
        n_sliding = n - 2 if cable.friction > 0.0 else 0
        record["n_rows"] = 1 + n_sliding
        record["n_terms"] = sum(sum(on_robot[k:]) for k in range(1 + n_sliding))
        if cable.actuator is not None:
            record["first"] = robot.coordinate_names.index(label)
            record["n_terms"] += isinstance(cable.actuator, Winch)
        if isinstance(cable.actuator, Muscle):
            _put_muscle(record, cable.actuator, float(spans.sum()), label)


def _put_muscle(record: np.void, muscle: Muscle, length: float, label: str) -> None:
    optimal = muscle.optimal_length or length - muscle.tendon_length
    if not optimal > 0.0:
        raise RobotError(
            f"cable {label!r}: Muscle tendon_length must be less than the path, {length:.4g} m, got {muscle.tendon_length:g}"
        )
    record["mask"] = 1
    numbers = record["numbers"][HILL:]
    numbers[MAX_FORCE], numbers[OPTIMAL_LENGTH] = muscle.max_force, optimal
    numbers[MAX_SPEED] = 10.0 * optimal if muscle.max_speed is None else muscle.max_speed
    numbers[TENDON_LENGTH], numbers[CURVE_WIDTH] = muscle.tendon_length, muscle.width


def _set_rows(record: np.void, rows: tuple[int, ...]) -> None:
    """Keep these rows of a loop."""
    record["mask"], record["n_rows"] = sum(1 << k for k in rows), len(rows)
    record["n_terms"] = len(rows) * (2 if record["first"] >= 0 else 1)


# ----------------------------------------------------------------------------------------------------------------------
# Gaps of all rows in a shape, and shapes without gaps
# ----------------------------------------------------------------------------------------------------------------------

# Gap of a closed row, and of the start of a run, relative to the length of the robot, or in rad.
CLOSED, ALLOWED = 1e-11, 1e-6
MAX_STEPS, N_STARTS = 60, 40
# Steps in a row without progress after which a shape is given up.
MAX_STALLED = 12
# Largest shortening of the actuators of a soft section in the rest shape, as a fraction of its length.
SHORTEST = 0.5
# Half width of differences, and singular value below which rows are dependent.
DIFFERENCE, DEPENDENT = 1e-6, 1e-6


@dataclass(frozen=True)
class Row:
    """One row of the table: the index of its coupling, and which of its rows it is."""

    coupling: int
    number: int


@dataclass(frozen=True)
class Closure:
    """Gaps of the couplings of a chain as functions of its coordinates.

    Attributes:
        parts, stations, couplings: Tables of the chain.
        rods: Tables of its rods; None without.
        units: Unit of each coordinate.
        size: Length by which displacements are divided [m].
        scale: Change of each coordinate that counts as 1 rad, shape (nv,): of a soft section, that which bends it by 1 rad.
    """

    parts: np.ndarray
    stations: np.ndarray
    couplings: np.ndarray
    rods: RodArrays | None
    units: tuple[str, ...]
    size: float
    scale: FloatArray

    def rows(self, *, rigid: bool = False) -> list[Row]:
        """All rows of the table, or those without compliance."""
        return [
            Row(i, k)
            for i, c in enumerate(self.couplings)
            for k in range(6)
            if c["mask"] >> k & 1 and not (rigid and self._stiffness(c, k) > 0.0)
        ]

    @staticmethod
    def _stiffness(record: np.void, k: int) -> float:
        return float(record["stiffness"] if k < 3 else record["numbers"][ANGULAR_STIFFNESS])

    def gaps(self, q: FloatArray, frames: list[FloatArray] | None = None) -> FloatArray:
        """Gaps of all six rows of every coupling, shape (n_couplings, 6), displacements over the size; a gear has the first.

        Args:
            q: Shape.
            frames: Frames of the stations in it; None to compute them.
        """
        frames, out = self.frames(q) if frames is None else frames, np.zeros((len(self.couplings), 6))
        for gaps, c in zip(out, self.couplings, strict=True):
            if c["kind"] == GEAR:
                gaps[0] = q[c["first"]] - c["ratio"] * q[c["second"]] - c["rest"]
                if self.units[c["first"]] == "m":
                    gaps[0] /= self.size
                continue
            axes, other = c["axes"].reshape(3, 3), c["second_axes"].reshape(3, 3)
            T1 = np.eye(4) if c["first"] < 0 else frames[c["first"]]
            T2 = frames[c["second"]]
            point = T2[:3, :3] @ c["second_point"] + T2[:3, 3]
            gaps[:3] = axes.T @ (T1[:3, :3].T @ (point - T1[:3, 3]) - c["first_point"]) / self.size
            r = axes.T @ T1[:3, :3].T @ T2[:3, :3] @ other
            if c["mask"] >> 5 & 1:
                gaps[3:] = _rotation_vector(r)
            else:
                gaps[3:5] = (-r[1, 2], r[0, 2]) if r[2, 2] > 0 else _opposite(r)
        return out

    def chosen(self, q: FloatArray, rows: list[Row]) -> FloatArray:
        """Gaps of some rows, shape (n,)."""
        gaps = self.gaps(q)
        return np.array([gaps[row.coupling, row.number] for row in rows])

    def jacobian(self, q: FloatArray, rows: list[Row]) -> FloatArray:
        """Derivatives of their gaps with respect to the coordinates over their scale, shape (n, nv)."""
        ends: list[FloatArray] = []
        frames = self.frames(q, ends)
        differences = np.zeros((len(rows), len(q)))
        for i, part in enumerate(self.parts):
            if not part["n_coordinates"]:
                continue
            T = frames[part["carrier"]] if part["kind"] == SOCKET else ends[i - 1] if i else np.eye(4)
            beyond = self._beyond(i)
            for j in range(part["coordinate"], part["coordinate"] + part["n_coordinates"]):
                for sign in (1.0, -1.0):
                    moved = q.copy()
                    moved[j] += sign * DIFFERENCE * self.scale[j]
                    own, end = self._along(part, T, moved)
                    turn = end @ np.linalg.inv(ends[i])
                    others = [turn @ frame if moves else frame for frame, moves in zip(frames, beyond, strict=True)]
                    others[part["station"] : part["station"] + len(own)] = own
                    gaps = self.gaps(moved, others)
                    differences[:, j] += sign * np.array([gaps[row.coupling, row.number] for row in rows])
        return differences / (2 * DIFFERENCE)

    def _beyond(self, i: int) -> list[bool]:
        """Of each station, True if it moves with the end of a part."""
        moves, beyond = False, [False] * len(self.stations)
        for k, part in enumerate(self.parts[i + 1 :], i + 1):
            moves = beyond[part["carrier"]] if part["kind"] == SOCKET else moves or k == i + 1
            if part["kind"] in (LINK, SOFT, ROD):
                last = part["station"] + (0 if part["kind"] == LINK else part["n_steps"])
                beyond[part["station"] : last + 1] = [moves] * (last + 1 - part["station"])
        return beyond

    def close(self, q: FloatArray, rows: list[Row], free: np.ndarray) -> tuple[FloatArray, float]:
        """Nearest shape without gaps that Gauss and Newton's steps find, and its largest gap.

        Args:
            q: Shape to start from.
            rows: Rows to close.
            free: Mask of the coordinates that may change.
        """
        gap = np.abs(self.chosen(q, rows)).max(initial=0.0)
        least, since = gap, 0
        for _ in range(MAX_STEPS):
            if gap < CLOSED or since == MAX_STALLED:
                break
            J = self.jacobian(q, rows) * free
            step = -np.linalg.lstsq(J, self.chosen(q, rows), rcond=1e-9)[0]
            step *= min(1.0, 0.5 / np.abs(step).max(initial=1e-300))
            following = q + self.scale * step
            smaller = np.abs(self.chosen(following, rows)).max(initial=0.0)
            if gap < 1e-8 and smaller >= gap:
                break
            q, gap = following, smaller
            since = 0 if gap < 0.95 * least else since + 1
            least = min(least, gap)
        return q, float(gap)

    def frames(self, q: FloatArray, ends: list[FloatArray] | None = None) -> list[FloatArray]:
        """Frame of every station at its centre of mass, from the base, shape (4, 4) each.

        Args:
            q: Shape.
            ends: List to which the frame at the end of every part is appended.
        """
        T, frames = np.eye(4), list[FloatArray]()
        for part in self.parts:
            if part["kind"] == SOCKET:
                T = frames[part["carrier"]]
            own, T = self._along(part, T, q)
            frames += own
            if ends is not None:
                ends.append(T)
        return frames

    def _rod_step(self, part: np.void, q: FloatArray, s: int) -> FloatArray:
        """Transform from station s - 1 of a rod to station s, see `physics.rod_recursion`."""
        assert self.rods is not None
        h, first, n = 1.0 / part["n_steps"], self.rods.table[part["soft"]]["first"], part["n_coordinates"]
        strains = []
        for place in ((s - 0.5 - GAUSS) * h, (s - 0.5 + GAUSS) * h):
            x = np.array([part["length"], 0, 0, 0, 0, 0])
            for shape, value in zip(self.rods.shapes[first : first + n], q[part["coordinate"] :], strict=False):
                x[shape["direction"]] += shape["sign"] * legendre.py_func(shape["degree"], place) * value
            strains.append((tuple(map(float, x[:3])), tuple(map(float, x[3:]))))
        rotation, step = exponential.py_func(magnus_step.py_func(*strains, h))
        T = np.eye(4)
        T[:3, :3], T[:3, 3] = np.reshape(rotation, (3, 3)), step
        return T

    def _along(self, part: np.void, T: FloatArray, q: FloatArray) -> tuple[list[FloatArray], FloatArray]:
        """Frames of the stations of a part that begins at a frame, and the frame at its end."""
        j, move, frames = part["coordinate"], np.eye(4), list[FloatArray]()
        if part["kind"] == LINK:
            frames.append(_shifted(T, self.stations[part["station"]]["offset"]))
            move[0, 3] = part["length"]
        elif part["kind"] == REVOLUTE:
            move[:3, :3] = _rotation(q[j] * part["axis"])
        elif part["kind"] == PRISMATIC:
            move[:3, 3] = q[j] * part["axis"]
        elif part["kind"] in (MOUNT, SOCKET):
            move[:3, :3], move[:3, 3] = part["rotation"].reshape(3, 3), part["offset"]
        elif part["kind"] == ROD:
            frames.append(_shifted(T, self.stations[part["station"]]["offset"]))
            for s in range(1, part["n_steps"] + 1):
                T = T @ self._rod_step(part, q, s)
                frames.append(_shifted(T, self.stations[part["station"] + s]["offset"]))
            return frames, T
        else:
            strain = np.array([part["length"], 0, 0, 0, 0, 0]) + q[j : j + 3] @ part["columns"]
            strain /= part["n_steps"]
            rotation, step = exponential.py_func((tuple(map(float, strain[:3])), tuple(map(float, strain[3:]))))
            move[:3, :3], move[:3, 3] = np.reshape(rotation, (3, 3)), step
            for s in range(part["n_steps"] + 1):
                T = T @ move if s else T
                frames.append(_shifted(T, self.stations[part["station"] + s]["offset"]))
            return frames, T
        return frames, T @ move


def _shifted(T: FloatArray, offset: FloatArray) -> FloatArray:
    """The frame moved by an offset in its axes."""
    moved = T.copy()
    moved[:3, 3] += T[:3, :3] @ offset
    return moved


def _rotation(vector: FloatArray) -> FloatArray:
    """Rotation matrix of a rotation vector."""
    x, y, z = (float(value) for value in vector)
    return np.reshape(quat_to_matrix.py_func(quat_exp.py_func((x, y, z))), (3, 3))


def _rotation_vector(r: FloatArray) -> FloatArray:
    """Rotation vector of a rotation matrix, shape (3,)."""
    skew = np.array([r[2, 1] - r[1, 2], r[0, 2] - r[2, 0], r[1, 0] - r[0, 1]])
    sine, cosine = np.linalg.norm(skew) / 2, (np.trace(r) - 1) / 2
    if sine < 1e-9:
        return skew / 2 if cosine > 0 else np.pi * np.sqrt(np.clip(np.diag(r) + 1, 0, None) / 2)
    return np.asarray(np.arctan2(sine, cosine) * skew / (2 * sine))


def _opposite(r: FloatArray) -> tuple[float, float]:
    """Tilt of a hinge that is turned by more than a right angle: away from the opposite direction too."""
    size = max(float(np.hypot(r[0, 2], r[1, 2])), 1e-3)
    return -r[1, 2] / size * 2.0, r[0, 2] / size * 2.0


# ----------------------------------------------------------------------------------------------------------------------
# Rest shape of a robot with couplings, and the rows that its joints do not impose already
# ----------------------------------------------------------------------------------------------------------------------


def closed_table(
    robot: Robot, parts: np.ndarray, stations: np.ndarray, coordinates: np.ndarray
) -> tuple[np.ndarray, FloatArray | None]:
    """Table of couplings without superfluous rows, and the closed shape nearest to the straight one; None without couplings.

    Raises:
        RobotError: if the loops and gears cannot be closed together, if one repeats what others and the joints impose, or if they
            leave commanded coordinates no freedom.
    """
    table = coupling_table(robot)
    if not robot.gears and not robot.loops:
        if robot.cables:
            _put_cables(table, robot, closure_of(robot, parts, stations, table).frames(np.zeros(len(coordinates))))
        return table, None
    closure = closure_of(robot, parts, stations, table)
    q = _rest(robot, closure, coordinates)
    kept = _independent(robot, closure, q)
    _check_driven(robot, closure, q, kept, coordinates["driven"] != 0)
    for i, record in enumerate(table):
        if record["kind"] == LOOP:
            _set_rows(record, tuple(sorted(row.number for row in kept if row.coupling == i)))
    if robot.cables:
        _put_cables(table, robot, closure.frames(q))
    return table, q


def closure_of(robot: Robot, parts: np.ndarray, stations: np.ndarray, table: np.ndarray) -> Closure:
    """The closure of a robot with these tables."""
    units = tuple(c.unit for part in robot.parts for c in part.coordinates)
    size = max(robot.length, 1e-9)
    scale = np.array([size if unit == "m" else 1.0 for unit in units])
    for part in parts:
        if part["kind"] == SOFT:
            scale[part["coordinate"] : part["coordinate"] + 3] = 1.0 / np.abs(part["columns"][:, 3:]).max()
    couplings = table[: len(robot.gears) + len(robot.loops)]
    return Closure(parts, stations, couplings, rod_tables(robot), units, size, scale)


def _rest(robot: Robot, closure: Closure, coordinates: np.ndarray) -> FloatArray:
    """Closed shape that is nearest to the straight one among those found from it and from random ones, within the limits."""
    n, scale = len(closure.units), closure.scale
    lower, upper = (np.nan_to_num(coordinates[key], posinf=1e9, neginf=-1e9) for key in ("lower", "upper"))
    for part in closure.parts:
        if part["kind"] == SOFT:
            own = slice(part["coordinate"], part["coordinate"] + 3)
            lower[own] = np.maximum(lower[own], -SHORTEST * abs(part["length"]))
    free, best, least = np.ones(n, bool), None, np.inf
    every, rigid = closure.rows(), closure.rows(rigid=True)
    for rows in (every,) if every == rigid else (every, rigid):
        random, found = np.random.default_rng(0), list[FloatArray]()
        for start in range(N_STARTS):
            guess = np.zeros(n) if start == 0 else np.clip(random.normal(size=n) * scale, lower, upper)
            q, gap = closure.close(guess, rows, free)
            if gap < ALLOWED and (q > lower - ALLOWED).all() and (q < upper + ALLOWED).all():
                found.append(q)
                if start == 0 or len(found) == 4:
                    break
            elif gap < least:
                best, least = q, gap
        if found:
            return np.round(min(found, key=lambda q: float(np.linalg.norm(q / scale))), 15) + 0.0
    assert best is not None
    from scipy.optimize import least_squares

    rows = closure.rows(rigid=True)
    inside = np.clip(best, lower + 1e-12, upper - 1e-12)
    gaps = closure.gaps(least_squares(lambda q: closure.chosen(q, rows), inside, bounds=(lower - 1e-9, upper + 1e-9)).x)
    worst = max(rows, key=lambda row: abs(gaps[row.coupling, row.number]))
    record, moment = closure.couplings[worst.coupling], worst.number >= 3
    if record["kind"] == GEAR:
        moment = closure.units[record["first"]] != "m"
        size = abs(gaps[worst.coupling, 0])
    else:
        size = float(np.linalg.norm(gaps[worst.coupling, 3:] if moment else gaps[worst.coupling, :3]))
    remains = f"{size:.3g} rad" if moment else f"{size * closure.size:.3g} m"
    name = robot.coupling_names[worst.coupling]
    raise RobotError(
        f"{name!r} of robot {robot.name!r} cannot be closed: {remains} remain at the nearest shape within the joint limits; "
        "change the points, the lengths of the links or the limits"
    )


def _independent(robot: Robot, closure: Closure, q: FloatArray) -> list[Row]:
    """Rows that are independent of each other in general shapes near q: those for which most rows are independent."""
    rows, random, best = closure.rows(), np.random.default_rng(1), list[Row]()
    n, free, scale = len(q), np.ones(len(q), bool), closure.scale
    for attempt in range(4):
        shape = q if attempt == 0 else closure.close(q + 0.1 * scale * random.normal(size=n), rows, free)[0]
        kept = _greedy(closure.jacobian(shape, rows), rows)
        if len(kept) > len(best):
            best = kept
    for i, name in enumerate(robot.coupling_names[: len(closure.couplings)]):
        if not any(row.coupling == i for row in best):
            raise RobotError(f"{name!r} of robot {robot.name!r} {SUPERFLUOUS}; omit it")
    return best


def _greedy(J: FloatArray, rows: list[Row]) -> list[Row]:
    """Rows that extend the space of those before: gears, then of each loop displacements and rotations, the largest first."""
    kept, space = list[Row](), np.zeros((0, J.shape[1]))
    for group in sorted({(row.coupling, row.number >= 3) for row in rows}):
        waiting = [i for i, row in enumerate(rows) if (row.coupling, row.number >= 3) == group]
        while waiting:
            rest = [J[i] - space.T @ (space @ J[i]) for i in waiting]
            size = [float(np.linalg.norm(x)) for x in rest]
            best = int(np.argmax(size))
            if size[best] < DEPENDENT:
                break
            space = np.vstack([space, rest[best] / size[best]])
            kept.append(rows[waiting.pop(best)])
    return kept


def _check_driven(robot: Robot, closure: Closure, q: FloatArray, kept: list[Row], driven: np.ndarray) -> None:
    """Raise RobotError if rows would prescribe the motion of coordinates that are prescribed already."""
    names = robot.coordinate_names
    for gear, label in zip(robot.gears, robot.coupling_names, strict=False):
        if driven[names.index(gear.driven)] and driven[names.index(gear.by)]:
            raise RobotError(
                f"Gear {label!r} joins {gear.driven!r} and {gear.by!r}, and the motion of both is commanded; give one of them "
                "actuator=Passive(), or command it as a gait and omit the gear"
            )
    rigid = [row for row in kept if row in closure.rows(rigid=True)]
    J = closure.jacobian(q, rigid) * ~driven
    missing = len(rigid) - int(np.linalg.matrix_rank(J, DEPENDENT))
    if missing > 0 and driven.any():
        commanded = [name for name, one in zip(names, driven, strict=True) if one]
        raise RobotError(
            f"the loops and gears of robot {robot.name!r} impose {len(rigid)} conditions, and the coordinates whose motion is "
            f"not commanded can meet only {len(rigid) - missing}; give {missing} more of {', '.join(commanded[:8])} a Motor, "
            "Servo or Passive actuator"
        )


# ----------------------------------------------------------------------------------------------------------------------
# States of a model with couplings: closed, with rates that keep them closed
# ----------------------------------------------------------------------------------------------------------------------


def closing(closure: Closure, q: FloatArray, v: FloatArray, free: np.ndarray) -> tuple[FloatArray, FloatArray, float]:
    """Nearest closed shape, the nearest rates that keep it closed, and the largest gap that remains.

    Args:
        closure: The closure.
        q: Coordinates, shape (nv,).
        v: Rates, shape (nv,).
        free: Mask of the coordinates that may change.
    """
    rows = closure.rows(rigid=True)
    if np.abs(closure.chosen(q, rows)).max(initial=0.0) > CLOSED:
        q, gap = closure.close(q, rows, free)
    else:
        gap = 0.0
    scale = closure.scale
    J = closure.jacobian(q, rows)
    wrong = J @ (v / scale)
    if np.abs(wrong).max(initial=0.0) > 1e-8:
        v = v - scale * (np.linalg.lstsq(J * free, wrong, rcond=1e-9)[0])
    return q, v, gap


def check_closed(closure: Closure, names: tuple[str, ...], q: FloatArray, v: FloatArray) -> str:
    """Problem of a state in which a rigid coupling is open or opens; empty if there is none."""
    rows = closure.rows(rigid=True)
    gaps = np.abs(closure.chosen(q, rows))
    scale = closure.scale
    free = np.ones(len(q), bool)
    if (worst := gaps.max(initial=0.0)) > ALLOWED:
        name = names[rows[int(np.argmax(gaps))].coupling]
        better, _, gap = closing(closure, q, v, free)
        advice = (
            f"; the nearest shape that closes it is q={shown(np.round(better, 9).tolist())}" if gap < ALLOWED else ""
        )
        return f"q does not close {name!r}: {worst * closure.size:.3g} m, or {worst:.3g} rad, remain{advice}"
    rates = np.abs(closure.jacobian(q, rows) @ (v / scale))
    if (worst := rates.max(initial=0.0)) > ALLOWED * max(1.0, float(np.abs(v / scale).max(initial=0.0))):
        name = names[rows[int(np.argmax(rates))].coupling]
        _, better, _ = closing(closure, q, v, free)
        return f"v opens {name!r}; the nearest rates that keep it closed are v={shown(np.round(better, 9).tolist())}"
    return ""
