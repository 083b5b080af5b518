"""Goal seeking among mapped points: shortest clear paths, and a gait that is steered to a goal."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Any

import numpy as np
from annotated_types import Ge, Gt, Le, Len
from scipy.sparse import coo_array
from scipy.sparse.csgraph import dijkstra
from scipy.spatial import cKDTree

from snakelab.control.controller import AnyGait, Teleop, TeleopController
from snakelab.errors import ControlError
from snakelab.geometry.cross_sections import principal_axes
from snakelab.parameters.arguments import FloatArray
from snakelab.parameters.declarations import CHECKED_ELSEWHERE, FIXED, Slider, Unit, check_declared
from snakelab.parameters.display_registry import Displayed
from snakelab.perception.body_kinematics import HEAD, BodyKinematics
from snakelab.perception.maps import BodyInMap, PointMap
from snakelab.perception.odometry import OdometryWithFixes, PoseEstimate, PoseEstimator
from snakelab.physics.command import Command, Measurement, targets_at
from snakelab.physics.model import Model

# ----------------------------------------------------------------------------------------------------------------------
# Shortest path to a goal among mapped points that keeps a distance from them where the passages are wide enough
# ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class ClearPath:
    """Paths from everywhere to one goal, over a grid in the plane.

    The length of a path is weighted by 1 + 30 (1 - d / kept)^2 where the distance d to the nearest point is less than
    `kept`; cells with d < blocked are not passed. Source: Dijkstra 1959.

    Attributes:
        low: Lower corner of the grid, shape (2,), [m].
        cell: Edge of a cell [m].
        distance: From the centre of each cell to the nearest point, shape (nx, ny), [m].
        following: Index of the next cell towards the goal, shape (nx ny,); negative for the goal, and without a path.
        goal: Shape (2,), [m].
        kept: Distance that is kept where possible [m].
    """

    low: FloatArray
    cell: float
    distance: FloatArray
    following: FloatArray
    goal: FloatArray
    kept: float

    def __deepcopy__(self, memo: Any) -> "ClearPath":
        """Return the path itself, which never changes: controllers keep it in their memory."""
        return self

    def ahead(self, place: FloatArray) -> tuple[FloatArray, float] | None:
        """Return the last point of the path that is visible from a position, shape (2,), [m], and the minimum distance
        up to the goal.

        A point is visible if the straight line to it is not closer to mapped points than the path, or keeps the
        distance `kept`. None if no path leads to the goal. A position outside the grid starts at its nearest cell.

        Args:
            place: Position, shape (2,), [m].
        """
        ny = self.distance.shape[1]
        i, j = self._cells(np.asarray(place)[None])[0]
        node, path = int(i * ny + j), []
        if self.following[node] < 0:  # too close to a point, or at the goal: from the nearest cell with a path
            reached = np.flatnonzero(self.following >= 0)
            if len(reached) == 0:
                return None
            offset = self.low + self.cell * (np.column_stack((reached // ny, reached % ny)) + 0.5) - place
            nearest = int(np.argmin(np.sum(offset**2, axis=1)))
            if np.linalg.norm(offset[nearest]) > self.kept + 2 * self.cell:
                return None
            node = int(reached[nearest])
        while node >= 0:
            path.append(node)
            node = int(self.following[node])
        cells = np.array(path)
        centres = self.low + self.cell * (np.column_stack((cells // ny, cells % ny)) + 0.5)
        if np.linalg.norm(centres[-1] - self.goal) > 2 * self.cell:
            return None
        centres[-1] = self.goal
        free = np.minimum.accumulate(np.minimum(self.distance.ravel()[cells], self.kept))
        for k in range(len(cells) - 1, 1, -1):
            n = 2 + int(np.linalg.norm(centres[k] - place) / self.cell)
            line = self._cells(place + np.linspace(0.0, 1.0, n)[:, None] * (centres[k] - place))
            if self.distance[line[:, 0], line[:, 1]].min() >= free[k] - 1e-9:
                break
        else:
            k = len(cells) - 1 if len(cells) < 3 else 2
        return centres[k], float(self.distance.ravel()[cells].min())

    def _cells(self, places: FloatArray) -> Any:
        """Return the cells of places, the nearest ones outside of the grid, shape (n, 2)."""
        return np.clip(((places - self.low) / self.cell).astype(int), 0, np.array(self.distance.shape) - 1)


def clear_path(points: FloatArray, start: FloatArray, goal: FloatArray, kept: float, blocked: float) -> ClearPath:
    """Return the paths to a goal that keep a distance from mapped points where they can.

    Args:
        points: Mapped points, of which x and y count, shape (n, 3), [m].
        start: Position that the grid must contain, shape (2,), [m].
        goal: Shape (2,), [m].
        kept: Distance that is kept where possible [m].
        blocked: Distance below which cells are blocked [m].
    """
    flat = np.asarray(points, dtype=np.float64)[:, :2]
    corners = np.vstack((flat, [start, goal]))
    # free cells around points, start and goal [m]
    low, high = corners.min(axis=0) - kept - 1.0, corners.max(axis=0) + kept + 1.0
    cell = max(0.1, float((high - low).max()) / 250)  # edge of a cell [m], at most 250 along an edge
    shape = tuple(np.ceil((high - low) / cell).astype(int))
    centres = low + cell * (np.stack(np.meshgrid(*map(np.arange, shape), indexing="ij"), axis=-1) + 0.5)
    distance = cKDTree(flat).query(centres.reshape(-1, 2))[0].reshape(shape)
    weight = 1.0 + 30 * np.maximum(0.0, 1.0 - distance / kept) ** 2
    number, free = np.arange(distance.size).reshape(shape), distance >= blocked
    rows, columns, lengths = [], [], []
    for step, length in (((1, 0), 1.0), ((0, 1), 1.0), ((1, 1), np.sqrt(2.0)), ((1, -1), np.sqrt(2.0))):
        here = (slice(0, shape[0] - step[0]), slice(max(0, -step[1]), shape[1] - max(0, step[1])))
        there = (slice(step[0], shape[0]), slice(max(0, step[1]), shape[1] + min(0, step[1])))
        passable = free[here] & free[there]
        rows.append(number[here][passable])
        columns.append(number[there][passable])
        lengths.append(length * cell * 0.5 * (weight[here] + weight[there])[passable])
    edges = (np.concatenate(lengths), (np.concatenate(rows), np.concatenate(columns)))
    graph = coo_array(edges, shape=(distance.size, distance.size)).tocsr()
    end = number[tuple(np.clip(((goal - low) / cell).astype(int), 0, np.array(shape) - 1))]
    following = dijkstra(graph, directed=False, indices=int(end), return_predecessors=True)[1]
    return ClearPath(low, cell, distance, following, np.asarray(goal, dtype=np.float64), kept)


# ----------------------------------------------------------------------------------------------------------------------
# Goal seeking with an estimated pose: a steered gait that turns towards a goal and keeps clear of mapped points
# ----------------------------------------------------------------------------------------------------------------------

TURNS = np.array([-0.5, -0.25, 0.0, 0.25, 0.5])  # tested turns, relative to that towards the next point of the path
FRACTIONS = np.array([0.5, 1.0])  # fractions of the path ahead at which planned shapes are tested


@dataclass(frozen=True)
class GoalSeeker(Displayed):
    """Gait that is steered to a goal by the estimated pose of the head.

    turn = gain (direction of the goal - heading), or the turn of the arc through the goal if that is larger, limited to 1.
    The heading is that of the front of the body without its undulation: of the virtual chassis, plus the angle by which a
    turn bends the front out of it. A goal inside the circle of the smallest radius is not reached by a turn: the snake
    first goes straight on until the goal is outside. The gait stops within `radius`.

    With mapped obstacles, the direction of the goal is that of the shortest path that keeps `clearance` plus half the
    width of the undulating body from them, or as much of it as the passages leave. Further, the next shapes of the gait
    are placed along arcs of several turns near the desired one: that with the smallest sum of change and missing clearance
    is chosen, and the gait slows down in proportion to the clearance of the body. It stops where no path leads to the goal
    that is as wide as the undulating body.

    Args:
        gait: A gait that moves along the body and steers: creeping, not sidewinding.
        goal: x and y in the map, shape (2,), [m].
        radius: Radius of the goal [m].
        full_turn: Value of the gait's steering argument (`steer` or `yaw_offset`) at a turn of 1 [rad].
        gain: Turn per heading error [1/rad].
        estimator: Estimator of the pose of the head.
        obstacles: Mapped points, shape (n, 3), [m]; empty without obstacles.
        clearance: Distance of the skin from obstacles that is kept [m].
        ahead: Length of the path on which planned shapes are tested [m].
        turn_radius: Radius of the path at a turn of 1 [m]; None for that to which the turned gait bends the body.
        horizon: Duration of the gait that is planned over that path [s].
        period: Control period [s].

    Raises:
        ControlError: if an argument is invalid, or the gait does not steer.
    """

    gait: AnyGait
    goal: Annotated[Sequence[float], Len(2, 2), Unit("m"), Slider(-10, 10, 0.1)]
    radius: Annotated[float, Gt(0), Unit("m"), Slider(0.05, 1, 0.05)] = 0.3
    full_turn: Annotated[float, Slider(-1, 1, 0.01)] = 0.3
    gain: Annotated[float, Gt(0), Slider(0.1, 10, 0.1)] = 3.0
    estimator: OdometryWithFixes | PoseEstimator = field(default_factory=OdometryWithFixes)
    obstacles: Annotated[Sequence[Sequence[float]] | FloatArray, CHECKED_ELSEWHERE, FIXED] = ()
    clearance: Annotated[float, Gt(0), Unit("m"), Slider(0.01, 1, 0.01)] = 0.15
    ahead: Annotated[float, Ge(0), Unit("m"), Slider(0, 5, 0.1)] = 0.8
    turn_radius: Annotated[float, Gt(0), Unit("m"), Slider(0.1, 10, 0.1)] | None = None
    horizon: Annotated[float, Ge(0), Unit("s"), Slider(0, 20, 0.5)] = 3.0
    period: Annotated[float, Gt(0), Le(1), Unit("s"), Slider(0.02, 0.2, 0.01)] = 0.05

    def __post_init__(self) -> None:
        check_declared(self, ControlError)
        object.__setattr__(self, "goal", tuple(float(value) for value in self.goal))
        Teleop(self.gait, full_turn=self.full_turn, period=self.period)

    def for_model(self, model: Model) -> "GoalController":
        """Return the controller of one robot."""
        teleop = Teleop(self.gait, 1.0, 1e-9, self.full_turn, response=0.4, period=self.period)
        obstacles = BodyInMap(model, PointMap(self.obstacles)) if len(self.obstacles) else None
        steering, kinematics = teleop.for_model(model), BodyKinematics(model)
        return GoalController(
            self, self.period, model, steering, kinematics, obstacles, _bending(model, steering, kinematics)
        )


@dataclass(frozen=True)
class Bending:
    """Shape of a gait, averaged over its phases.

    Attributes:
        half_width: Largest distance of the skin from the line along which the straight body undulates [m].
        radius: Of the path at a turn of 1 [m]; infinite if the turn does not bend the body.
        swing: Angle of the front to the longest axis of the body at a turn of 1, positive to the left [rad].
        shift: Distance of the head from that axis at a turn of 1, positive to the left [m].
        sign: -1 if the gait steers to the right for positive turns.
    """

    half_width: float
    radius: float
    swing: float
    shift: float
    sign: float = 1.0


@dataclass(frozen=True)
class GoalController:
    """A `Controller`: a goal seeker for one model.

    Attributes:
        seeker: Its settings.
        period: Control period [s].
        model: The robot.
        steering: The steered gait.
        kinematics: Of the body.
        obstacles: The body among mapped points; None without obstacles.
        bending: Of the body by the gait.
    """

    seeker: GoalSeeker
    period: float
    model: Model
    steering: TeleopController
    kinematics: BodyKinematics
    obstacles: BodyInMap | None
    bending: Bending

    def start(self, model: Model, time: float) -> tuple[Command, dict[str, Any]]:
        """Return the first shape of the gait; the estimator begins with the first measurement."""
        command, gait = self.steering.start(model, time)
        return command, {"gait": gait, "estimate": self.seeker.estimator.begin(model), "arrived": False}

    def command(self, known: Measurement, memory: dict[str, Any]) -> tuple[Command, dict[str, Any]]:
        """Return the command of one period: estimate, turn, speed."""
        estimate, later = self.seeker.estimator.update(self.model, known, memory["estimate"])
        q = np.asarray(known.q, dtype=np.float64)
        body, turned = self._body(q, estimate), self.bending.sign * float(memory["gait"]["turn"][0])
        head, goal = estimate.T_map_head[:2, 3], np.asarray(self.seeker.goal)
        direction = body.heading + turned * self.bending.swing  # of the front, and its place without the undulation
        along = np.array([math.cos(body.heading), math.sin(body.heading)])
        front = body.middle[:2] + along * (along @ (head - body.middle[:2]))
        front = front + turned * self.bending.shift * np.array([-along[1], along[0]])
        distance = float(np.linalg.norm(goal - head))
        arrived = memory["arrived"] or distance < self.seeker.radius
        forward, minimum, passage = 0.0 if arrived or estimate.status == "lost" else 1.0, math.inf, math.inf
        aim = goal
        if self.obstacles is not None and forward:
            ahead = self._path(memory, front).ahead(front)
            aim, passage, forward = (ahead[0], ahead[1] - self.bending.half_width, 1.0) if ahead else (goal, 0.0, 0.0)
        error = math.remainder(math.atan2(*(aim - front)[::-1]) - direction, 2 * math.pi)
        turn = self._turn(error, float(np.linalg.norm(aim - front)))
        if self.obstacles is not None and forward:
            turn, forward, minimum = self._clear(q, estimate, body, turn, memory["gait"]["phase"])
        turn *= self.bending.sign
        steering = replace(self.steering, teleop=replace(self.steering.teleop, forward=forward, turn=turn))
        command, gait = steering.command(known, memory["gait"])
        position = estimate.T_map_head[:3, 3]
        spread = np.sqrt(np.trace(estimate.covariance[3:, 3:]))
        notes = {
            "estimated_head": position,
            "estimated_spread": spread,
            "goal_distance": distance,
            "clearance": minimum,
            "passage": passage,
        }
        command = replace(command, notes={**command.notes, **notes})
        return command, {"gait": gait, "estimate": later, "arrived": arrived, "path": memory.get("path")}

    def _path(self, memory: dict[str, Any], front: FloatArray) -> ClearPath:
        """Return the paths to the goal, found again when the goal changes."""
        goal = np.asarray(self.seeker.goal, dtype=np.float64)
        path: ClearPath | None = memory.get("path")
        if path is None or not np.array_equal(path.goal, goal):
            points, width = np.asarray(self.seeker.obstacles), self.bending.half_width
            # margin for errors of the estimated pose and of path following [m]
            path = clear_path(points, front, goal, width + self.seeker.clearance + 0.2, width)
        memory["path"] = path
        return path

    def _body(self, q: FloatArray, estimate: PoseEstimate) -> "_Body":
        """Return the virtual chassis in the map."""
        T_base_head, stations = _placed(self.kinematics, q[None])
        T_map_base = estimate.T_map_head @ np.linalg.inv(T_base_head[0])
        middle, axis = _chassis((T_map_base @ stations[0])[:, :3, 3], estimate.T_map_head[:3, 3])
        return _Body(middle, math.atan2(axis[1], axis[0]), T_map_base)

    def _turn(self, error: float, distance: float) -> float:
        """Return the turn towards a point at a distance whose direction differs by an error from that of the front."""
        radius, reached = self._radius(), 0.5 * self.seeker.radius
        aside, ahead = distance * abs(math.sin(error)), distance * math.cos(error)
        if math.hypot(ahead, radius - aside) < radius - reached:
            return 0.0  # the circle of a turn of 1 leads around the point
        arc = 2 * radius * abs(math.sin(error)) / max(distance, 1e-9) if math.isfinite(radius) else 0.0
        return math.copysign(min(max(self.seeker.gain * abs(error), arc), 1.0), error)

    def _radius(self) -> float:
        given = self.seeker.turn_radius
        return self.bending.radius if given is None else given

    def _clear(
        self, q: FloatArray, estimate: PoseEstimate, body: "_Body", desired: float, phase: float
    ) -> tuple[float, float, float]:
        """Return turn, speed and present clearance, by the clearance of planned shapes along arcs."""
        assert self.obstacles is not None
        s, turns = self.seeker, np.clip(desired + TURNS, -1.0, 1.0)
        shapes, poses = [q], [estimate.T_map_head]
        planned = np.array(
            [self._planned(phase + fraction * s.horizon, turn) for turn in turns for fraction in FRACTIONS]
        )
        moves = [
            _arc(body.middle, body.heading, fraction * s.ahead, turn / self._radius())
            for turn in turns
            for fraction in FRACTIONS
        ]
        for shape, T_base_head, stations, move in zip(planned, *_placed(self.kinematics, planned), moves, strict=True):
            shapes.append(shape)
            poses.append(move @ body.with_shape(T_base_head[:3, 3], stations[:, :3, 3]) @ T_base_head)
        minimum = self.obstacles.clearance(np.array(shapes), np.array(poses)).minimum
        now, later = float(minimum[0]), minimum[1:].reshape(len(turns), len(FRACTIONS))
        missing = np.maximum(s.clearance - later, 0).max(axis=1) / s.clearance
        # weight of missing clearance against a change of the turn
        best = int(np.argmin(np.abs(desired - turns) + 3.0 * missing))
        # least fraction of the gait's speed
        return float(turns[best]), float(np.clip(now / s.clearance, 0.15, 1.0)), now

    def _planned(self, phase: float, turn: float) -> FloatArray:
        straight, turned = (
            targets_at(reference, phase)[0, : self.model.n_coordinates]
            for reference in (self.steering.straight, self.steering.turned)
        )
        return np.asarray(straight + self.bending.sign * turn * (turned - straight))


@dataclass(frozen=True, eq=False)
class _Body:
    """Virtual chassis in the map: its middle, its heading, and the pose of the base of the robot."""

    middle: FloatArray
    heading: float
    T_map_base: FloatArray

    def with_shape(self, head: FloatArray, centres: FloatArray) -> FloatArray:
        """Return T_map_base of another shape with the same chassis, shape (4, 4).

        Args:
            head: Position of the head, base axes, shape (3,), [m].
            centres: Of the stations, base axes, shape (n, 3), [m].
        """
        middle, axis = _chassis(centres, head)
        axis = self.T_map_base[:3, :3] @ axis
        angle = self.heading - math.atan2(axis[1], axis[0])
        T = np.eye(4)
        T[:2, :2] = [[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]]
        T[:3, :3] = T[:3, :3] @ self.T_map_base[:3, :3]
        T[:3, 3] = self.middle - T[:3, :3] @ middle
        return T


def _placed(kinematics: BodyKinematics, q: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return T_base_head, shape (n, 4, 4), and T_base_station of all stations, shape (n, n_stations, 4, 4)."""
    knots, head = kinematics.knots(kinematics.angles(q)), kinematics.place(HEAD)
    offsets = np.array([place.offset for place in kinematics.stations])
    return knots[:, head.knot] @ head.offset, knots[:, [place.knot for place in kinematics.stations]] @ offsets


def _chassis(centres: FloatArray, head: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return the middle of the body and its longest axis towards the head."""
    middle, axes = principal_axes(centres)
    return middle, axes[0] if axes[0] @ (head - middle) >= 0 else -axes[0]


def _bending(model: Model, steering: TeleopController, kinematics: BodyKinematics) -> Bending:
    """Return the shapes of the gait, straight and at a turn of 1."""
    phases = 10.0 + np.linspace(0.0, 12.0, 48)  # after the gait's ramp
    straight, turned = (
        _outline(kinematics, np.array([targets_at(one, float(t))[0, : model.n_coordinates] for t in phases]))
        for one in (steering.straight, steering.turned)
    )
    bend, swing, shift = (
        float(np.mean([math.remainder(b - a, 2 * math.pi) if k == 1 else b - a for a, b in zip(*pair, strict=True)]))
        for k, pair in enumerate(zip(straight[:3], turned[:3], strict=True))
    )
    # a smaller bend does not turn the body [rad]
    radius = float(np.mean(straight[3])) / abs(bend) if abs(bend) > 0.02 else math.inf
    sign = -1.0 if bend < 0 else 1.0
    skin = max((bone.radius for bone in kinematics.bones), default=0.0)
    return Bending(float(np.max(straight[4])) + skin, radius, sign * swing, sign * shift, sign)


def _outline(kinematics: BodyKinematics, q: FloatArray) -> tuple[list[float], ...]:
    """Return, of every shape: the angle from the tail to the front, the angle of the front to the longest axis [rad], the
    distance of the head to the left of that axis, the length and the largest half width [m]."""
    rows = []
    for T, stations in zip(*_placed(kinematics, q), strict=True):
        centres, tangents = stations[:, :3, 3], stations[:, :2, 0]
        middle, axis = _chassis(centres, T[:3, 3])
        tail = int(np.argmax(np.linalg.norm(centres[[0, -1]] - T[:3, 3], axis=1)))
        headings = np.unwrap(np.arctan2(tangents[:, 1], tangents[:, 0]))  # the total angle may exceed pi
        left = np.array([-axis[1], axis[0], 0.0])
        across = (centres - middle) - np.outer((centres - middle) @ axis, axis)
        rows.append(
            (
                float(headings[-1] - headings[0]) * (1.0 if tail == 0 else -1.0),
                math.remainder(math.atan2(T[1, 0], T[0, 0]) - math.atan2(axis[1], axis[0]), 2 * math.pi),
                float(left @ (T[:3, 3] - middle)),
                float(np.linalg.norm(T[:3, 3] - centres[[0, -1]][tail])),
                float(np.linalg.norm(across, axis=1).max()),
            )
        )
    return tuple(list(column) for column in zip(*rows, strict=True))


def _arc(middle: FloatArray, heading: float, length: float, curvature: float) -> FloatArray:
    """Motion of the map along an arc that starts at a point along a heading, shape (4, 4)."""
    angle = curvature * length
    x = length if abs(angle) < 1e-9 else math.sin(angle) / curvature
    y = 0.0 if abs(angle) < 1e-9 else (1 - math.cos(angle)) / curvature
    c, s = math.cos(angle), math.sin(angle)
    T = np.eye(4)
    T[:2, :2] = [[c, -s], [s, c]]
    moved = np.array([math.cos(heading) * x - math.sin(heading) * y, math.sin(heading) * x + math.cos(heading) * y])
    T[:2, 3] = middle[:2] + moved - T[:2, :2] @ middle[:2]
    return T
