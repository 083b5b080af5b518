"""The tree of frames of a robot: world, base, every joint and part, its two ends, its sensors and its named frames.

Computed as the product of the transforms of the parts, independently of the recursion, which is tested against it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from snakelab.argument_names import named_arguments
from snakelab.errors import RobotError, nearest
from snakelab.geometry.poses import rotation_matrices, transforms_of
from snakelab.geometry.rotations import matrix_to_quat
from snakelab.geometry.se3 import exponential
from snakelab.notebook.registry import Displayed
from snakelab.physics.model import Model, check_model
from snakelab.physics.model_tables.frames import sensor_frames
from snakelab.physics.state import State, fitting_state, initial_state
from snakelab.robots.parts import Joint, Link, Mount, Part, SoftSection
from snakelab.robots.parts.frame import placed
from snakelab.types import FloatArray

WORLD, BASE, HEAD, TAIL = "world", "base", "head", "tail"
COLUMNS = ("frame", "parent", "x", "y", "z", "qw", "qx", "qy", "qz")


@dataclass(frozen=True)
class FrameTree(Displayed):
    """Frame tree at one instant; parents precede their children.

    Attributes:
        parents: Name of the parent of each frame; the world has none.
        T_world: T_world_frame of each frame, shape (4, 4).
    """

    parents: dict[str, str]
    T_world: dict[str, FloatArray]

    def __str__(self) -> str:
        """One line for each frame, indented below its parent, with its origin in the world [m]."""
        lines = []
        for frame, T in self.T_world.items():
            name = 2 * (len(self.path(frame)) - 1) * " " + frame
            x, y, z = T[:3, 3] + 0.0  # avoid minus zero
            lines.append((name, f"{x:9.4f} {y:9.4f} {z:9.4f}"))
        width = max(len(name) for name, _ in lines)
        return "\n".join(f"{name:{width}} {place}" for name, place in lines)

    def transform(self, to: str, frame: str) -> FloatArray:
        """Return T_to_frame, shape (4, 4), which converts coordinates in `frame` to those in `to`.

        Raises:
            RobotError: if there is no such frame, with the nearest name.
        """
        for name in (to, frame):
            if name not in self.T_world:
                raise RobotError(f"there is no frame {name!r}{nearest(name, tuple(self.T_world))}")
        return inverse(self.T_world[to]) @ self.T_world[frame]

    def path(self, frame: str) -> tuple[str, ...]:
        """Return the names of the frames from the world to this one."""
        self.transform(WORLD, frame)
        names = [frame]
        while names[-1] != WORLD:
            names.append(self.parents[names[-1]])
        return tuple(reversed(names))

    def table(self) -> list[dict[str, str | float]]:
        """Return one row for each frame except the world: name, name of the parent, origin [m] and quaternion (wxyz) in
        the parent."""
        rows: list[dict[str, str | float]] = []
        for frame, parent in self.parents.items():
            T = self.transform(parent, frame)
            numbers = [*T[:3, 3].tolist(), *matrix_to_quat(tuple(T[:3, :3].ravel()))]
            rows.append(dict(zip(COLUMNS, [frame, parent, *map(float, numbers)], strict=True)))
        return rows

    def save(self, path: str | Path) -> Path:
        """Write the table as comma-separated values."""
        lines = [",".join(COLUMNS), *(",".join(str(row[key]) for key in COLUMNS) for row in self.table())]
        Path(path).write_text("\n".join(lines) + "\n", encoding="utf-8")
        return Path(path)


@named_arguments
def frame_tree(model: Model, state: State | None = None) -> FrameTree:
    """Return the poses of all frames of a robot.

    The base is a child of the world; each joint (its side away from the base), link and soft section (its tail end) is
    a child of the previous part. The ends "head" and "tail", sensors with a position, `frames` of the robot and cameras
    (`NAME_optical`, z along the optical axis) are children of their parts.

    Args:
        model: The model.
        state: The state; None is the straight robot with its base at the origin.
    """
    check_model(model, "frame_tree")
    robot = model.robot
    state = initial_state(model) if state is None else fitting_state(model, state)
    T = transforms_of(rotation_matrices(state.base_quaternion), state.base_position)
    tree = FrameTree({BASE: WORLD}, {WORLD: np.eye(4), BASE: T})
    last, q, names = BASE, list(state.q), iter(robot.part_names)
    joints = iter(model.coordinate_names)
    for part in robot.parts:
        part_q, q = q[: len(part.coordinates)], q[len(part.coordinates) :]
        moved = part_transform(part, part_q)
        onward = T @ (inverse(moved) if robot.from_head else moved)
        labels = [next(joints) for _ in part_q]
        if part.stations():
            last = _add_frame(tree, next(names), last, onward if robot.from_head else T)
        elif labels:
            last = _add_frame(tree, labels[0], last, onward)
        T = onward
    here, there = (HEAD, TAIL) if robot.from_head else (TAIL, HEAD)
    _add_frame(tree, here, BASE, tree.T_world[BASE])
    _add_frame(tree, there, last, T)
    _sensor_frames(tree, model)
    return tree


def part_transform(part: Part, q: Sequence[float] | FloatArray) -> FloatArray:
    """Transform from a part's tailward frame to its headward one at its coordinates, shape (4, 4)."""
    if isinstance(part, Joint):
        return part.transform(q[0])
    T = np.eye(4)
    match part:
        case Link():
            T[0, 3] = part.length
        case Mount():
            T = placed(part.offset, part.rotation)
        case SoftSection():
            strain = np.array([part.length, 0, 0, 0, 0, 0]) + np.asarray(q) @ part.strain_columns()
            rotation, step = exponential((tuple(map(float, strain[:3])), tuple(map(float, strain[3:]))))
            T[:3, :3], T[:3, 3] = np.reshape(rotation, (3, 3)), step
    return T


def with_tail_at(model: Model, q: FloatArray, position: FloatArray, quaternion: object) -> State:
    """State of the model at rest in a shape, with its tail end at a given pose.

    Args:
        model: The model.
        q: Coordinates, shape (nv,).
        position: Of the tail end, world axes, shape (3,), [m].
        quaternion: Of the tail end, wxyz.
    """
    state = initial_state(model, q=q, position=position, quaternion=quaternion)
    if not model.robot.from_head:
        return state
    tree = frame_tree(model, state)
    T = tree.T_world[BASE] @ inverse(tree.T_world[TAIL]) @ tree.T_world[BASE]
    return initial_state(model, q=q, position=T[:3, 3], quaternion=matrix_to_quat(tuple(T[:3, :3].ravel())))


def inverse(T: FloatArray) -> FloatArray:
    """The inverse of a rigid transform, shape (4, 4)."""
    back = np.eye(4)
    back[:3, :3], back[:3, 3] = T[:3, :3].T, -T[:3, :3].T @ T[:3, 3]
    return back


def _add_frame(tree: FrameTree, name: str, parent: str, T: FloatArray) -> str:
    """Add a frame, with a number after its name if the name is in use; return the name."""
    free = next(n for n in (name, *(f"{name}_{k}" for k in range(2, 3 + len(tree.T_world)))) if n not in tree.T_world)
    tree.parents[free], tree.T_world[free] = parent, T
    return free


def _sensor_frames(tree: FrameTree, model: Model) -> None:
    """Add built-in sensors with a position, the frames of the robot, and the optical axes of cameras (of the left one
    of a stereo pair).
    """
    for frame in (*sensor_frames(model.robot), *model.robot.frames):
        _add_frame(tree, frame.name, frame.on, tree.T_world[frame.on] @ frame.transform)
    for camera in model.robot.cameras:
        _add_frame(tree, f"{camera.name}_optical", camera.on, tree.T_world[camera.on] @ camera.transform)
