"""Goal seeking with an estimated pose: a steered gait that turns towards a goal and keeps clear of mapped points."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Any

import numpy as np
from annotated_types import Ge, Gt, Le, Len

from snakelab.control.clear_path import ClearPath, clear_path
from snakelab.control.teleop import Teleop, TeleopController
from snakelab.declared.check import check_declared
from snakelab.declared.marks import CHECKED_ELSEWHERE, FIXED, Slider, Unit
from snakelab.errors import ControlError
from snakelab.gaits import (
    ConcertinaGait,
    CurveGait,
    HelixRollingGait,
    NamedGait,
    RollingGait,
    SerpenoidGait,
    TableGait,
    WindingGait,
)
from snakelab.gaits.gait import Gait
from snakelab.geometry.principal_axes import principal_axes
from snakelab.perception.body_in_map import BodyInMap
from snakelab.perception.body_kinematics import HEAD, BodyKinematics
from snakelab.perception.distance_grid import PointMap
from snakelab.perception.pose_estimator import OdometryWithFixes, PoseEstimate, PoseEstimator
from snakelab.physics.command import Command, Measurement
from snakelab.physics.model import Model
from snakelab.physics.targets import targets_at
from snakelab.types import FloatArray, vector

TURNS = np.array([-1.0, -0.5, 0.0, 0.5, 1.0])
SHARES = np.array([0.0, 0.5, 1.0])  # of the way ahead, at which planned shapes are tested
SLOWEST = 0.15  # of the gait's speed, near an obstacle
LATER, N_SHAPES = 10.0, 16  # shapes of the gait after its ramp, from which its width is taken: from when [s], how many
SLACK = 0.1  # error of the estimated pose and of path following for which the path leaves room [m]
BLOCKED = 20.0  # weight of missing clearance against the error of the heading [rad]


@dataclass(frozen=True)
class GoalSeeker:
    """Gait that is steered to a goal by the estimated pose of the head.

    turn = gain (direction of the goal - heading of the virtual chassis), limited to 1; the gait stops within `radius`.
    With mapped obstacles, the direction of the goal is that of the shortest path that keeps `clearance` plus half the
    width of the undulating body from them, or as much of it as the passages leave. Further, the next shapes of the gait
    are placed along arcs of several turns: the turn with the smallest sum of heading error and missing clearance is
    chosen, and the gait slows down in proportion to the clearance of the body. It stops where no path leads to the goal
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
        turn_radius: Radius of the path at a turn of 1 [m].
        horizon: Duration of the gait that is planned over that path [s].
        period: Control period [s].

    Raises:
        ControlError: if an argument is invalid, or the gait does not steer.
    """

    gait: (
        SerpenoidGait
        | TableGait
        | RollingGait
        | CurveGait
        | NamedGait
        | WindingGait
        | HelixRollingGait
        | ConcertinaGait
        | Gait
    )
    goal: Annotated[Sequence[float], Len(2, 2), Unit("m"), Slider(-10, 10, 0.1), CHECKED_ELSEWHERE]
    radius: Annotated[float, Gt(0), Unit("m"), Slider(0.05, 1, 0.05)] = 0.3
    full_turn: Annotated[float, Slider(-1, 1, 0.01)] = 0.12
    gain: Annotated[float, Gt(0), Slider(0.1, 10, 0.1)] = 1.5
    estimator: OdometryWithFixes | PoseEstimator = field(default_factory=OdometryWithFixes)
    obstacles: Annotated[Sequence[Sequence[float]] | FloatArray, CHECKED_ELSEWHERE, FIXED] = ()
    clearance: Annotated[float, Gt(0), Unit("m"), Slider(0.01, 1, 0.01)] = 0.15
    ahead: Annotated[float, Ge(0), Unit("m"), Slider(0, 5, 0.1)] = 0.8
    turn_radius: Annotated[float, Gt(0), Unit("m"), Slider(0.1, 10, 0.1)] = 1.5
    horizon: Annotated[float, Ge(0), Unit("s"), Slider(0, 20, 0.5)] = 3.0
    period: Annotated[float, Gt(0), Le(1), Unit("s"), Slider(0.02, 0.2, 0.01)] = 0.05

    def __post_init__(self) -> None:
        check_declared(self, ControlError)
        object.__setattr__(
            self, "goal", tuple(vector(self.goal, "GoalSeeker goal", ControlError, size=2, unit="m").tolist())
        )
        Teleop(self.gait, full_turn=self.full_turn, period=self.period)

    def for_model(self, model: Model) -> "GoalController":
        """Return the controller of one robot."""
        teleop = Teleop(self.gait, 1.0, 1e-9, self.full_turn, response=0.4, period=self.period)
        obstacles = BodyInMap(model, PointMap(self.obstacles)) if len(self.obstacles) else None
        steering, kinematics = teleop.for_model(model), BodyKinematics(model)
        width = _half_width(model, steering, kinematics, self.horizon) if obstacles is not None else 0.0
        return GoalController(self, self.period, model, steering, kinematics, obstacles, width)

    def _repr_html_(self) -> str:
        """Return what a notebook displays."""
        from snakelab.notebook.objects import object_html

        return object_html(self)


@dataclass(frozen=True)
class GoalController:
    """A `Controller`: a goal seeker for one model.

    Attributes:
        seeker: Its settings.
        period: Control period [s].
        model: The robot.
        steering: The steered gait.
        kinematics: Of the body.
        obstacles: The body among mapped points; None for a free way.
        half_width: Largest distance of the skin from the line along which the body undulates [m].
    """

    seeker: GoalSeeker
    period: float
    model: Model
    steering: TeleopController
    kinematics: BodyKinematics
    obstacles: BodyInMap | None
    half_width: float = 0.0

    def start(self, model: Model, time: float) -> tuple[Command, dict[str, Any]]:
        """Return the first shape of the gait; the estimator begins with the first measurement."""
        command, gait = self.steering.start(model, time)
        return command, {"gait": gait, "estimate": self.seeker.estimator.begin(model), "arrived": False}

    def command(self, known: Measurement, memory: dict[str, Any]) -> tuple[Command, dict[str, Any]]:
        """Return the command of one period: estimate, turn, speed."""
        estimate, later = self.seeker.estimator.update(self.model, known, memory["estimate"])
        q = np.asarray(known.q, dtype=np.float64)
        chassis, heading = self._chassis(q, estimate)
        head = estimate.T_map_head[:2, 3]
        way = np.asarray(self.seeker.goal) - head
        arrived = memory["arrived"] or float(np.linalg.norm(way)) < self.seeker.radius
        forward, least, passage = 0.0 if arrived or estimate.status == "lost" else 1.0, math.inf, math.inf
        if self.obstacles is not None and forward:
            along = np.array([math.cos(heading), math.sin(heading)])
            front = chassis[:2] + along * (along @ (head - chassis[:2]))  # the head without its undulation
            ahead = self._path(memory, front).ahead(front)
            way, passage, forward = (ahead[0] - front, ahead[1] - self.half_width, 1.0) if ahead else (way, 0.0, 0.0)
        error = math.remainder(math.atan2(way[1], way[0]) - heading, 2 * math.pi)
        turn = float(np.clip(self.seeker.gain * error, -1, 1))
        if self.obstacles is not None and forward:
            turn, forward, least = self._clear(q, estimate, chassis, heading, error, memory["gait"]["phase"])
        steering = replace(self.steering, teleop=replace(self.steering.teleop, forward=forward, turn=turn))
        command, gait = steering.command(known, memory["gait"])
        position = estimate.T_map_head[:3, 3]
        spread = np.sqrt(np.trace(estimate.covariance[3:, 3:]))
        notes = {
            "estimated_head": position,
            "estimated_spread": spread,
            "goal_distance": float(np.linalg.norm(np.asarray(self.seeker.goal) - head)),
            "clearance": least,
            "passage": passage,
        }
        command = replace(command, notes={**command.notes, **notes})
        return command, {"gait": gait, "estimate": later, "arrived": arrived, "path": memory.get("path")}

    def _path(self, memory: dict[str, Any], front: FloatArray) -> ClearPath:
        """Return the paths to the goal, found again when the goal changes."""
        goal = np.asarray(self.seeker.goal, dtype=np.float64)
        path: ClearPath | None = memory.get("path")
        if path is None or not np.array_equal(path.goal, goal):
            points, width = np.asarray(self.seeker.obstacles), self.half_width
            path = clear_path(points, front, goal, width + self.seeker.clearance + SLACK, width)
        memory["path"] = path
        return path

    def _chassis(self, q: FloatArray, estimate: PoseEstimate) -> tuple[FloatArray, float]:
        """Middle of the body in the map, shape (3,), and the heading of its longest axis towards the head."""
        T_map_base = estimate.T_map_head @ np.linalg.inv(self.kinematics.frames(q, [HEAD])[0, 0])
        places = (T_map_base @ self.kinematics.centres(q)[0])[:, :3, 3]
        mean, axes = principal_axes(places)
        ahead = axes[0] if axes[0] @ (estimate.T_map_head[:3, 3] - mean) >= 0 else -axes[0]
        return mean, math.atan2(ahead[1], ahead[0])

    def _clear(
        self, q: FloatArray, estimate: PoseEstimate, middle: FloatArray, heading: float, error: float, phase: float
    ) -> tuple[float, float, float]:
        """Turn, speed and present clearance, by the clearance of planned shapes along arcs."""
        assert self.obstacles is not None
        s, shapes, poses = self.seeker, [], []
        for turn in TURNS:
            for share in SHARES:
                shapes.append(q if share == 0 else self._planned(phase + share * s.horizon))
                poses.append(_arc(middle, heading, share * s.ahead, turn / s.turn_radius) @ estimate.T_map_head)
        least = self.obstacles.clearance(np.array(shapes), np.array(poses)).least.reshape(len(TURNS), len(SHARES))
        missing = np.maximum(s.clearance - least[:, 1:], 0).max(axis=1) / s.clearance
        wrong = np.abs(error - TURNS * s.ahead / s.turn_radius)
        best = int(np.argmin(wrong + BLOCKED * missing))
        now = float(least[0, 0])
        wished = float(np.clip(s.gain * error, -1, 1))
        turn = wished if missing.max() == 0 else float(TURNS[best])
        return turn, float(np.clip(now / s.clearance, SLOWEST, 1.0)), now

    def _planned(self, phase: float) -> FloatArray:
        return np.asarray(targets_at(self.steering.straight, phase)[0, : self.model.n_coordinates])


def _half_width(model: Model, steering: TeleopController, kinematics: BodyKinematics, horizon: float) -> float:
    """Return the largest distance of the skin from the longest axis of the body over a time of the gait [m]."""
    widest = 0.0
    for phase in LATER + np.linspace(0.0, max(horizon, 1.0), N_SHAPES):
        q = np.asarray(targets_at(steering.straight, float(phase))[0, : model.n_coordinates])
        places = kinematics.centres(q)[0][:, :3, 3]
        mean, axes = principal_axes(places)
        across = (places - mean) - np.outer((places - mean) @ axes[0], axes[0])
        widest = max(widest, float(np.linalg.norm(across, axis=1).max()))
    return widest


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
