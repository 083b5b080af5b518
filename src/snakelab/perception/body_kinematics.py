"""Kinematics of the body from joint angles: poses of all frames from the pose of one of them, with covariance.

Between two neighbouring knots of the chain stands one segment exp(x0 + B q): a link, a mount, a joint, or one step of a soft
section. A frame is a knot and a fixed offset. With J the derivative of a frame's pose in the axes of the frame,

    T_map_frame = T_map_tracked T_tracked_frame(q),
    P_frame = Ad P_tracked Ad^T + J Q J^T,    Ad = Ad(T_frame_tracked),

where Q is the covariance of the joint angles.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from snakelab.errors import PerceptionError, nearest
from snakelab.geometry.rotations import adjoint_of, inverse_of, motion_exp, motion_log
from snakelab.parameters.arguments import FloatArray, checked_array, checked_covariances
from snakelab.physics.model import Model, check_chain
from snakelab.physics.model_tables import sensor_frames
from snakelab.robots.joints import Joint, Mount
from snakelab.robots.link import placed
from snakelab.robots.robot import MADE
from snakelab.robots.rods import Rod
from snakelab.robots.soft_sections import SoftSection

BASE, HEAD, TAIL = "base", "head", "tail"


class Segment(NamedTuple):
    """Motion from one knot to the next, away from the base: a constant transform, or exp(x0 + B q) of some coordinates.

    Attributes:
        fixed: The constant transform, shape (4, 4).
        columns: Indices of the coordinates; none for a constant.
        strain: x0 (rotation, translation), shape (6,).
        B: Shape (6, m).
        bends: False where exp(x0 + B q) has the constant derivative B.
    """

    fixed: FloatArray
    columns: tuple[int, ...] = ()
    strain: FloatArray = np.zeros(6)
    B: FloatArray = np.zeros((6, 0))
    bends: bool = False

    def motion(self, q: FloatArray) -> FloatArray:
        """x0 + B q at coordinates of shape (n, n_coordinates), shape (n, 6)."""
        return self.strain + q[:, list(self.columns)] @ self.B.T

    def derivative(self, q: FloatArray) -> FloatArray:
        """Derivative of the motion in the axes of the far knot, shape (n, 6, m)."""
        if not self.bends:
            return np.broadcast_to(self.B, (len(q), *self.B.shape))
        x = self.motion(q)
        here = inverse_of(motion_exp(x))
        h = 1e-6  # step of the differences [m]
        slopes = [motion_log(here @ motion_exp(x + h * b)) - motion_log(here @ motion_exp(x - h * b)) for b in self.B.T]
        return np.asarray(np.stack(slopes, axis=-1) / (2 * h))


def transforms(segments: Sequence[Segment], q: FloatArray) -> list[FloatArray]:
    """Transforms of segments at coordinates of shape (n, n_coordinates), each of shape (n, 4, 4), or (4, 4) of a constant."""
    motions = [segment.motion(q) for segment in segments if segment.columns]
    moved = iter(motion_exp(np.array(motions))) if motions else iter(())
    return [next(moved) if segment.columns else segment.fixed for segment in segments]


class FramePlace(NamedTuple):
    """A frame: the number of its knot, and its pose there."""

    knot: int
    offset: FloatArray


class Bone(NamedTuple):
    """A round piece of the body between two knots, the tailward first, with the radius of its skin [m]."""

    name: str
    first: int
    last: int
    radius: float


@dataclass(frozen=True, eq=False)
class BodyPoses:
    """Poses of frames of a body in a map.

    Attributes:
        names: Of the frames.
        T_map: T_map_frame, shape (n, n_frames, 4, 4), [m].
        covariance: Of rotation vector and translation error in the axes of each frame, shape (n, n_frames, 6, 6), [rad, m];
            None where no uncertainty was given.
    """

    names: tuple[str, ...]
    T_map: FloatArray
    covariance: FloatArray | None = None

    def of(self, name: str) -> FloatArray:
        """T_map_frame of one frame, shape (n, 4, 4)."""
        return np.asarray(self.T_map[:, self.index(name)])

    def covariance_of(self, name: str) -> FloatArray:
        """Covariance of one frame, shape (n, 6, 6)."""
        if self.covariance is None:
            raise PerceptionError("these poses have no covariance; give that of the tracked frame or the encoder noise")
        return np.asarray(self.covariance[:, self.index(name)])

    def index(self, name: str) -> int:
        """Position of a frame in `names`."""
        if name not in self.names:
            raise PerceptionError(f"there is no frame {name!r} among these poses{nearest(name, self.names)}")
        return self.names.index(name)


class BodyKinematics:
    """Frames of one robot as functions of its joint angles; built once, evaluated for many instants.

    Args:
        model: From `build_model`: rigid links, joints and soft sections of any kind.

    Attributes:
        names: Frames, as in `frame_tree` without "world": base, joints, parts (their tail ends), head, tail, sensors that
            have a place, and the robot's own frames.
        links: Names of the parts with mass.
        bones: Round pieces of the body, with the radius of the skin.
    """

    def __init__(self, model: Model) -> None:
        check_chain(model, "BodyKinematics")
        self.model, self.n_coordinates = model, model.n_coordinates
        self.segments: list[Segment] = []
        self.stations: list[FramePlace] = []
        self.bones: list[Bone] = []
        self._places: dict[str, FramePlace] = {BASE: FramePlace(0, np.eye(4))}
        self._walk()
        self.names, self.links = tuple(self._places), model.robot.part_names

    def place(self, name: str) -> FramePlace:
        """Knot and offset of a frame.

        Raises:
            PerceptionError: if there is no such frame.
        """
        if name not in self._places:
            raise PerceptionError(f"{self.model.robot.name!r} has no frame {name!r}{nearest(str(name), self.names)}")
        return self._places[name]

    def angles(self, q: Any) -> FloatArray:
        """Joint angles as an array of shape (n, n_coordinates).

        Raises:
            PerceptionError: if their number is wrong or one is missing.
        """
        rows = np.atleast_2d(np.asarray(q, dtype=np.float64)) if np.ndim(q) == 1 else q
        array = checked_array(rows, "joint angles", (-1, -1), finite=False)
        if array.shape[1] != self.n_coordinates:
            raise PerceptionError(
                f"{self.model.robot.name!r} has {self.n_coordinates} joint angles, got {array.shape[1]} of each instant"
            )
        missing = np.argwhere(np.isnan(array))
        if len(missing):
            i, j = missing[0]
            raise PerceptionError(
                f"joint angle {self.model.coordinate_names[j]} is missing at instant {i}; leave the instant out"
            )
        return array

    def knots(self, q: FloatArray) -> FloatArray:
        """T_base_knot of all knots, shape (n, n_knots, 4, 4)."""
        T = np.empty((len(q), len(self.segments) + 1, 4, 4))
        T[:, 0] = np.eye(4)
        for i, transform in enumerate(transforms(self.segments, q)):
            np.matmul(T[:, i], transform, out=T[:, i + 1])
        return T

    def frames(self, q: object, names: Sequence[str] | None = None) -> FloatArray:
        """T_base_frame, shape (n, n_names, 4, 4), [m]; None for all `names`."""
        places = [self.place(name) for name in (self.names if names is None else names)]
        T = self.knots(self.angles(q))[:, [place.knot for place in places]]
        return np.asarray(T @ np.array([place.offset for place in places]).reshape(-1, 4, 4))

    def centres(self, q: object) -> FloatArray:
        """T_base_station at the centre of mass of every station, base to tip, shape (n, n_stations, 4, 4), [m]."""
        T = self.knots(self.angles(q))[:, [place.knot for place in self.stations]]
        return np.asarray(T @ np.array([place.offset for place in self.stations]))

    def poses(
        self,
        q: Any,
        T_map_tracked: Any,
        tracked: str = HEAD,
        names: Sequence[str] | None = None,
        covariance: Any = None,
        encoder_noise: float | FloatArray = 0.0,
    ) -> BodyPoses:
        """Poses of frames in a map from the pose of one of them.

        Args:
            q: Joint angles, shape (n, n_coordinates) or (n_coordinates,), [rad] or [m].
            T_map_tracked: Pose of the tracked frame, shape (n, 4, 4) or (4, 4), [m].
            tracked: Name of that frame.
            names: Frames wanted; None for the parts with mass (their tail ends).
            covariance: Of the tracked pose, shape (n, 6, 6) or (6, 6), rotation first, in its axes; None for none.
            encoder_noise: Standard deviation of the joint angles, one for all or shape (n_coordinates,), [rad] or [m].

        Raises:
            PerceptionError: if a shape is wrong, a joint angle is missing, or a covariance is not positive semidefinite.
        """
        q = self.angles(q)
        n, wanted = len(q), self.links if names is None else tuple(names)
        T_map = _rows(T_map_tracked, n, "T_map_tracked", (4, 4))
        here, places = self.place(tracked), [self.place(name) for name in wanted]
        noise = checked_array(
            np.broadcast_to(encoder_noise, self.n_coordinates), "encoder_noise", (self.n_coordinates,)
        )
        given = (
            None
            if covariance is None
            else checked_covariances(_rows(covariance, n, "covariance", (6, 6)), "covariance", (n, 6, 6))
        )
        uncertain = given is not None or bool(noise.any())
        T = np.empty((n, len(places), 4, 4))
        P = np.empty((n, len(places), 6, 6)) if uncertain else None
        for first in range(0, n, 256):  # bounds the memory of Jacobians
            some = slice(first, first + 256)
            knots = self.knots(q[some])
            T_tracked_base = inverse_of(knots[:, here.knot] @ here.offset)
            T_tracked = (
                T_tracked_base[:, None] @ knots[:, [p.knot for p in places]] @ np.array([p.offset for p in places])
            )
            T[some] = T_map[some, None] @ T_tracked
            if P is not None:
                P[some] = self._covariance(
                    q[some], here, places, T_tracked, None if given is None else given[some], noise
                )
        return BodyPoses(wanted, T, P)

    def jacobians(self, q: FloatArray, tracked: FramePlace, places: Sequence[FramePlace]) -> FloatArray:
        """Motion of frames relative to the tracked one per coordinate, in their axes, shape (n, n_places, 6, n_coordinates)."""
        J = np.zeros((len(q), len(self.segments) + 1, 6, self.n_coordinates))
        for i, (segment, transform) in enumerate(zip(self.segments, transforms(self.segments, q), strict=True)):
            J[:, i + 1] = adjoint_of(inverse_of(transform)) @ J[:, i]
            if segment.columns:
                J[:, i + 1][..., list(segment.columns)] += segment.derivative(q)
        knots = self.knots(q)
        own = adjoint_of(inverse_of(tracked.offset)) @ J[:, tracked.knot]
        T_base_tracked = knots[:, tracked.knot] @ tracked.offset
        columns = []
        for place in places:
            T_frame_tracked = inverse_of(knots[:, place.knot] @ place.offset) @ T_base_tracked
            columns.append(adjoint_of(inverse_of(place.offset)) @ J[:, place.knot] - adjoint_of(T_frame_tracked) @ own)
        return np.stack(columns, axis=1)

    def _covariance(self, q, here, places, T_tracked, given, noise) -> FloatArray:  # type: ignore[no-untyped-def]
        J = self.jacobians(q, here, places) * noise
        P = J @ np.swapaxes(J, -1, -2)
        if given is not None:
            Ad = adjoint_of(inverse_of(T_tracked))
            P = P + Ad @ given[:, None] @ np.swapaxes(Ad, -1, -2)
        return np.asarray(P)

    def _walk(self) -> None:
        """Segments, frames, stations and bones starting at the base."""
        robot, column = self.model.robot, 0
        names, joints = iter(robot.part_names), iter(self.model.coordinate_names)
        for part in robot.parts:
            columns = tuple(range(column, column + len(part.coordinates)))
            column += len(columns)
            labels = [next(joints) for _ in columns]
            if isinstance(part, MADE):
                continue
            first = len(self.segments)
            self.segments += _segments(part, columns, robot.from_head)
            ends = (len(self.segments), first) if robot.from_head else (first, len(self.segments))
            if part.stations:
                name = self._add(next(names), ends[0])
                self._add_body(part, name, ends)
            elif labels:
                self._add(labels[0], len(self.segments))
        here, there = (HEAD, TAIL) if robot.from_head else (TAIL, HEAD)
        self._add(here, 0)
        self._add(there, len(self.segments))
        for frame in (*sensor_frames(robot), *robot.frames):
            self._add_frame(frame.name, frame.on, frame.transform)

    def _add_body(self, part, name: str, ends: tuple[int, int]) -> None:  # type: ignore[no-untyped-def]
        tailward, headward = ends
        away = 1 if headward > tailward else -1
        stations = part.stations
        for station in stations if away > 0 else reversed(stations):
            offset = np.eye(4)
            offset[:3, 3] = station.offset
            self.stations.append(FramePlace(tailward + away * station.step, offset))
        if isinstance(part, SoftSection):
            radius = part.skin_radius
        elif isinstance(part, Rod):
            radius = part.half_width
        else:
            own = self.model.robot.skin.radius
            radius = max(part.shape.half_width, part.shape.half_height) if own is None else own
        for knot in range(tailward, headward, away):
            self.bones.append(Bone(name, knot, knot + away, float(radius)))

    def _add(self, name: str, knot: int, offset: FloatArray | None = None) -> str:
        free = next(
            n for n in (name, *(f"{name}_{k}" for k in range(2, 3 + len(self._places)))) if n not in self._places
        )
        self._places[free] = FramePlace(knot, np.eye(4) if offset is None else offset)
        return free

    def _add_frame(self, name: str, on: str, offset: FloatArray) -> None:
        carrier = self._places[on]
        self._add(name, carrier.knot, carrier.offset @ offset)


def _segments(part: object, columns: tuple[int, ...], from_head: bool) -> list[Segment]:
    """Segments of one part starting at the base; from the head each is passed backwards."""
    sign = -1.0 if from_head else 1.0
    if isinstance(part, Joint):
        return [Segment(np.eye(4), columns, np.zeros(6), sign * np.roll(part.unit_twist(), 3)[:, None])]
    if isinstance(part, SoftSection):
        strain, B = np.zeros(6), np.roll(part.strain_columns(), 3, axis=1).T
        strain[3] = part.length
        scale = sign / part.n_steps
        return part.n_steps * [Segment(np.eye(4), columns, scale * strain, scale * B, True)]
    if isinstance(part, Rod):
        # the strain at the middle of each step; the bracket of `Rod.step_transforms`, of third order in the step, is left out
        places = (np.arange(part.n_steps) + 0.5) / part.n_steps
        straight, units = part.strain(np.zeros(len(columns)), places), np.eye(len(columns))
        B = np.stack([part.strain(unit, places) - straight for unit in units], axis=-1)
        scale, order = sign / part.n_steps, slice(None, None, -1 if from_head else 1)
        return [
            Segment(np.eye(4), columns, scale * np.roll(x, 3), scale * np.roll(b, 3, axis=0), True)
            for x, b in zip(straight[order], B[order], strict=True)
        ]
    T = np.eye(4)
    if isinstance(part, Mount):
        T = placed(part.offset, part.rotation)
    else:
        T[0, 3] = part.length  # type: ignore[attr-defined]
    return [Segment(inverse_of(T) if from_head else T)]


def _rows(values: Any, n: int, name: str, shape: tuple[int, int]) -> FloatArray:
    array = checked_array(values, name, (-1, *shape) if np.ndim(values) == 3 else shape, finite=name != "covariance")
    if array.ndim == 3 and len(array) != n:
        raise PerceptionError(f"{name} must have one matrix for each of {n} instants, got {len(array)}")
    return np.broadcast_to(array, (n, *shape))
