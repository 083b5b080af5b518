"""Kinematics of one state: frames, positions of points with Jacobians, motion of the body, current at a point."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from snakelab.errors import RobotError, SimulationError, nearest
from snakelab.geometry.rotations import (
    exponential,
    matrix_to_quat,
    quat_to_matrix,
    rotation_matrices,
    tangent,
    transforms_of,
)
from snakelab.geometry.spatial import (
    ZERO,
    add,
    axis_rotation,
    cross,
    get3,
    get9,
    get_twist,
    mat_mat,
    mat_t_vec,
    mat_vec,
    scale,
    set_twist,
    sub,
    twist_add_scaled,
    twist_out,
    twist_scale,
    twist_shift,
)
from snakelab.kernels.decorator import kernel
from snakelab.parameters.arguments import FloatArray, named_arguments
from snakelab.parameters.display_registry import Displayed
from snakelab.physics.articulated_body import solve
from snakelab.physics.columns import (
    HEAD,
    LINK,
    MOUNT,
    QUAT,
    ROD,
    SOCKET,
    VELOCITY,
    P,
    Q,
    axis_of,
    column_of,
    offset_of,
    rotation_of,
    workspace,
)
from snakelab.physics.command import Reference
from snakelab.physics.integrators import base_rotation, base_velocity
from snakelab.physics.model import Model, check_model
from snakelab.physics.model_tables import sensor_frames
from snakelab.physics.outward_pass import outward
from snakelab.physics.rod_recursion import GAUSS, magnus_column, magnus_step, strain_of
from snakelab.physics.state import State, fitting_state, initial_state
from snakelab.robots.branches import Socket
from snakelab.robots.joints import PRISMATIC, REVOLUTE, Joint, Mount
from snakelab.robots.link import Link, placed
from snakelab.robots.robot import MADE, Part
from snakelab.robots.rods import Rod
from snakelab.robots.sensors import Motion
from snakelab.robots.soft_sections import SoftSection
from snakelab.worlds.currents import stream_velocity
from snakelab.worlds.fluid import CURRENTS, N_CURRENTS
from snakelab.worlds.force_law import ACCELERATION, BASE_ACCELERATION, FLUID, POSITION, ROTATION, TWIST, station_frame
from snakelab.worlds.friction import ONLY_STEP
from snakelab.worlds.gravity import STANDARD_GRAVITY, total_gravity

# ----------------------------------------------------------------------------------------------------------------------
# Tree of the frames of a robot: world, base, every joint and part, its two ends, its sensors and its named frames
#
# Computed as the product of the transforms of the parts, independently of the recursion, which is tested against it.
# ----------------------------------------------------------------------------------------------------------------------

WORLD, BASE, HEAD_FRAME, TAIL = "world", "base", "head", "tail"
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

    The base is a child of the world; each joint (its side away from the base), link, soft section and rod (its tail end) is
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
    trunk_end: tuple[str, FloatArray] | None = None
    for part, back in zip(robot.parts, robot.is_reversed, strict=True):
        part_q, q = q[: len(part.coordinates)], q[len(part.coordinates) :]
        if isinstance(part, (Socket, *MADE)) and trunk_end is None:
            trunk_end = last, T
        if isinstance(part, Socket):
            last, T = part.on, tree.T_world[part.on] @ part.transform
            continue
        moved = part_transform(part, part_q)
        onward = T @ (inverse(moved) if back else moved)
        labels = [next(joints) for _ in part_q]
        if isinstance(part, MADE):
            continue
        if part.stations:
            last = _add_frame(tree, next(names), last, onward if back else T)
        elif labels:
            last = _add_frame(tree, labels[0], last, onward)
        T = onward
    last, T = trunk_end or (last, T)
    here, there = (HEAD_FRAME, TAIL) if robot.from_head else (TAIL, HEAD_FRAME)
    _add_frame(tree, here, BASE, tree.T_world[BASE])
    _add_frame(tree, there, last, T)
    _sensor_frames(tree, model)
    return tree


def part_transform(part: Part, q: Sequence[float] | FloatArray) -> FloatArray:
    """Transform from a part's tailward frame to its headward one at its coordinates, shape (4, 4)."""
    if isinstance(part, Joint):
        return part.transform(q[0])
    if isinstance(part, Rod):
        return part.transform(q)
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


# ----------------------------------------------------------------------------------------------------------------------
# Positions of points and their Jacobians
# ----------------------------------------------------------------------------------------------------------------------


@named_arguments
def forward_kinematics(model: Model, state: State) -> dict[str, FloatArray]:
    """Return the world pose of every station, at its centre of mass, and of the tip of the head.

    Args:
        model: The model.
        state: The state.

    Returns:
        Homogeneous transform T_world_station by name, shape (4, 4), [m]; the last is "head".
    """
    poses, _ = jacobians(model, state)
    transforms = {}
    for name, pose in zip((*model.station_names, HEAD), poses, strict=True):
        T = np.eye(4)
        T[:3, :3], T[:3, 3] = pose[:9].reshape(3, 3), pose[9:]
        transforms[name] = T
    return transforms


@named_arguments
def jacobian(model: Model, state: State, point: str = HEAD) -> FloatArray:
    """Return the Jacobian of a station's centre or of the tip of the head.

    Args:
        model: The model.
        state: The state.
        point: "head", or the name of a link or station.

    Returns:
        J, such that the (linear, angular) velocity in world axes is J zeta, shape (6, n_base + nv).

    Raises:
        SimulationError: if there is no such point.
    """
    check_model(model, "jacobian")
    names = (*model.station_names, HEAD)
    if str(point) not in names:  # the truth value of an array is ambiguous
        raise SimulationError(f"the robot has no point {point!r}{nearest(str(point), names)}")
    return jacobians(model, state)[1][:, names.index(point)].T.copy()


def jacobians(model: Model, state: State) -> tuple[FloatArray, FloatArray]:
    """Poses of every station's centre of mass and of the head, and their Jacobians.

    Returns:
        Poses (rotation matrix by rows, position), shape (n_stations + 1, 12), and twists (linear, angular) in world axes for each
        unit velocity, shape (n_base + nv, n_stations + 1, 6).
    """
    row = fitting_state(model, state).row()
    n = model.n_stations + 1
    poses = np.zeros((n, 12))
    columns = np.zeros((len(model.arrays.base) + model.n_coordinates, n, 6))
    _point_jacobians(model.chain, row, poses, columns)
    return poses, columns


@kernel(allocates=True)
def _point_jacobians(model, y, poses, columns):
    """Twists are linear in the velocities: walk outward once with each unit velocity."""
    ws = workspace(model)
    nv, n, n_base = len(model.coordinates), len(model.stations), len(model.base)
    unit = y.copy()
    for column in range(n_base + nv):
        for i in range(6):
            unit[VELOCITY + i] = 0.0
        for j in range(nv):
            unit[Q + nv + j] = 0.0
        if column < n_base:
            unit[VELOCITY + model.base[column]] = 1.0
        else:
            unit[Q + nv + column - n_base] = 1.0
        outward(model, unit, ws)
        for k in range(n):
            set_twist(
                columns[column], k, 0, twist_out(get_twist(ws.stations, k, TWIST), get9(ws.stations, k, ROTATION))
            )
        set_twist(columns[column], n, 0, twist_out(get_twist(ws.body, 0, TWIST), get9(ws.body, 0, ROTATION)))
    outward(model, y, ws)
    for k in range(n + 1):
        for i in range(9):
            poses[k, i] = ws.stations[k, ROTATION + i] if k < n else ws.body[0, ROTATION + i]
        for i in range(3):
            poses[k, 9 + i] = ws.stations[k, POSITION + i] if k < n else ws.body[0, POSITION + i]


# ----------------------------------------------------------------------------------------------------------------------
# Pose, velocity and acceleration of every frame of the body at one state: the quantities of its sensors
# ----------------------------------------------------------------------------------------------------------------------

# Columns of a row of `_body_motion`: rotation, position, quaternion, velocity, acceleration
ROTATION_OUT, POSITION_OUT, QUAT_OUT, VELOCITY_OUT, ACCELERATION_OUT, WIDTH = 0, 9, 12, 16, 22, 28


def sensed_gravity(model: Model) -> FloatArray:
    """Gravity as measured by an accelerometer, world axes, shape (3,), [m/s^2].

    Friction at the links uses their weight as normal force also in a world without `Gravity`, because a planar base cannot
    fall. Such a robot is on the ground, under the gravity that the friction states, or 9.81.
    """
    gravity: FloatArray = model.arrays.gravity
    pressing = (law.normal_acceleration(STANDARD_GRAVITY) for law in model.world.centre_frictions)
    stated = next((acceleration for acceleration in pressing if acceleration is not None), None)
    if stated is not None and total_gravity(model.world.media) is None:
        return np.array([0.0, 0.0, -stated])
    return gravity


def body_motion(model: Model, reference: Reference, y: FloatArray, time: float, *, accelerated: bool) -> FloatArray:
    """Motion of the base, of every station and of the head, world axes: one row each, see `motion_in`.

    Accelerations are those of the state itself, under the forces at this instant (a step of length 0).

    Args:
        model: The model.
        reference: Targets of the coordinates.
        y: State row.
        time: Time [s].
        accelerated: Compute accelerations; otherwise they are NaN.
    """
    rows = np.full((model.n_stations + 2, WIDTH), np.nan)
    _body_motion(model.chain, reference, y, time, accelerated, rows)
    return rows


def motion_in(row: FloatArray) -> Motion:
    """One row of `body_motion` by its parts."""
    return Motion(
        row[:POSITION_OUT].reshape(3, 3),
        row[QUAT_OUT:VELOCITY_OUT],
        row[POSITION_OUT:QUAT_OUT],
        row[VELOCITY_OUT:ACCELERATION_OUT],
        row[ACCELERATION_OUT:],
    )


@kernel(allocates=True)
def _body_motion(model, reference, y, t, accelerated, rows):
    """See `body_motion`. The head is rigidly connected to the last station of the trunk: only mounts may be between them."""
    ws = workspace(model)
    n = len(model.stations)
    last = n - 1  # of the trunk
    for part in model.parts:
        if part.kind == SOCKET and part.soft == 1:
            last = part.station - 1
    outward(model, y, ws)
    if accelerated:
        solve(model, reference, y, t, 0.0, ONLY_STEP, ws)
    r = base_rotation(y)
    v, w = base_velocity(y)
    quat = (y[QUAT], y[QUAT + 1], y[QUAT + 2], y[QUAT + 3])
    acceleration = get_twist(ws.body, 0, BASE_ACCELERATION)
    twist = (mat_t_vec(r, v), mat_t_vec(r, w))
    _put_pose(rows[0], r, quat, (y[P], y[P + 1], y[P + 2]))
    _put_motion(rows[0], r, twist, acceleration, accelerated)
    for i in range(3):  # exactly the values of the state
        rows[0, VELOCITY_OUT + i], rows[0, VELOCITY_OUT + 3 + i] = v[i], w[i]
    for k in range(n):
        r, p, twist = station_frame(ws.stations, k)
        acceleration = get_twist(ws.stations, k, ACCELERATION)
        _put_pose(rows[1 + k], r, matrix_to_quat(r), p)
        _put_motion(rows[1 + k], r, twist, acceleration, accelerated)
    if model.from_head:  # the head is the base
        for i in range(WIDTH):
            rows[n + 1, i] = rows[0, i]
        return
    r, p, twist = station_frame(ws.stations, last)
    head, place = get9(ws.body, 0, ROTATION), get3(ws.body, 0, POSITION)
    reach = mat_t_vec(r, (place[0] - p[0], place[1] - p[1], place[2] - p[2]))
    acceleration = twist_shift(get_twist(ws.stations, last, ACCELERATION), reach)
    _put_pose(rows[n + 1], head, matrix_to_quat(head), place)
    _put_motion(rows[n + 1], r, twist_shift(twist, reach), acceleration, accelerated)


@kernel(inline=True)
def _put_pose(row, r, quat, p):
    """Write rotation, quaternion and position to a row."""
    for i in range(9):
        row[ROTATION_OUT + i] = r[i]
    for i in range(4):
        row[QUAT_OUT + i] = quat[i]
    for i in range(3):
        row[POSITION_OUT + i] = p[i]


@kernel(inline=True)
def _put_motion(row, r, twist, acceleration, accelerated):
    """Write velocity and classical acceleration, a + w x v, to a row, converted from the axes of r to world axes."""
    v, w = mat_vec(r, twist[0]), mat_vec(r, twist[1])
    a, alpha = mat_vec(r, add(acceleration[0], cross(twist[1], twist[0]))), mat_vec(r, acceleration[1])
    for i in range(3):
        row[VELOCITY_OUT + i], row[VELOCITY_OUT + 3 + i] = v[i], w[i]
        if accelerated:
            row[ACCELERATION_OUT + i], row[ACCELERATION_OUT + 3 + i] = a[i], alpha[i]


# ----------------------------------------------------------------------------------------------------------------------
# Velocity of the fluid at a point
# ----------------------------------------------------------------------------------------------------------------------


def current_at(model: Model, times: FloatArray, points: FloatArray) -> FloatArray | None:
    """Velocity of the fluid along a path, the sum of its currents; None without currents.

    Args:
        model: The model.
        times: Shape (m,), [s].
        points: World axes, shape (m, 3), [m].

    Returns:
        World axes, shape (m, 3), [m/s].
    """
    arrays = model.arrays
    fluids = [law for law in arrays.laws if law["code"] == FLUID]
    if not any(arrays.law_parameters[law["first"] + N_CURRENTS] for law in fluids):
        return None
    out = np.zeros((len(times), 3))
    _streams(arrays, np.ascontiguousarray(times), np.ascontiguousarray(points), out)
    return out


@kernel(allocates=True)
def _streams(model, times, points, out):
    """Sum of the currents of all fluids at every point."""
    ws = workspace(model)
    par = model.law_parameters
    for law in model.laws:
        if law.code == FLUID:
            a = law.first
            for i in range(len(times)):
                p = (points[i, 0], points[i, 1], points[i, 2])
                v = stream_velocity(par, a + int(par[a + CURRENTS]), int(par[a + N_CURRENTS]), p, times[i], ws.body[0])
                for k in range(3):
                    out[i, k] += v[k]


# ----------------------------------------------------------------------------------------------------------------------
# Frame and derivatives of one point of the body, for inverse kinematics
# ----------------------------------------------------------------------------------------------------------------------

# Columns of a derivative: velocity of a point, angular velocity, both in world axes; during the computation, followed
# by the point itself.
LINEAR, ANGULAR, ORIGIN, COLUMN_WIDTH = 0, 3, 6, 9


@kernel
def point_frame(model, y, stop, steps, offset, columns):
    """Rotation and position of a point, and its derivatives with respect to base velocities and coordinates.

    Args:
        model: ModelArrays.
        y: State row; velocities are not read.
        stop: Part that carries the point; the number of parts for the tip.
        steps: In a soft section or rod, steps from its base end to the point's station.
        offset: Point in the axes of that frame, three numbers [m].
        columns: Out: derivatives, rows of the base (6) and of the coordinates, shape (6 + nv, COLUMN_WIDTH).
    """
    parts = model.parts
    r = quat_to_matrix((y[QUAT], y[QUAT + 1], y[QUAT + 2], y[QUAT + 3]))
    p = (y[P], y[P + 1], y[P + 2])
    base = p
    columns[:, :] = 0.0
    for i in range(len(parts)):
        if i > stop or (i == stop and parts[i].kind == LINK):
            break
        kind = parts[i].kind
        if kind == LINK:
            p = add(p, mat_vec(r, (parts[i].length, 0.0, 0.0)))
        elif kind == REVOLUTE:
            axis = axis_of(parts, i)
            _put(columns, 6 + parts[i].coordinate, ZERO, mat_vec(r, axis), p)
            r = mat_mat(r, axis_rotation(axis, y[Q + parts[i].coordinate]))
        elif kind == PRISMATIC:
            axis = axis_of(parts, i)
            _put(columns, 6 + parts[i].coordinate, mat_vec(r, axis), ZERO, p)
            p = add(p, mat_vec(r, scale(y[Q + parts[i].coordinate], axis)))
        elif kind == MOUNT:
            p = add(p, mat_vec(r, offset_of(parts, i)))
            r = mat_mat(r, rotation_of(parts, i))
        elif kind == ROD:
            r, p = _rod_frame(model.rods, model, y, i, steps if i == stop else parts[i].n_steps, columns, (r, p))
        else:
            part = parts[i]
            fraction = steps / part.n_steps if i == stop else 1.0
            x = ((part.length * fraction, 0.0, 0.0), ZERO)
            for k in range(part.n_coordinates):
                x = twist_add_scaled(x, fraction * y[Q + part.coordinate + k], column_of(parts, i, k))
            rotation, reach = exponential(x)
            p = add(p, mat_vec(r, reach))
            r = mat_mat(r, rotation)
            for k in range(part.n_coordinates):
                linear, angular = tangent(x, twist_scale(fraction, column_of(parts, i, k)))
                _put(columns, 6 + part.coordinate + k, mat_vec(r, linear), mat_vec(r, angular), p)
    p = add(p, mat_vec(r, offset))
    for k in range(3):
        columns[k, LINEAR + k] = 1.0
        columns[3 + k, ANGULAR + k] = 1.0
        for i in range(3):
            columns[3 + k, ORIGIN + i] = base[i]
    for j in range(len(columns)):
        c = columns[j]
        away = sub(p, (c[ORIGIN], c[ORIGIN + 1], c[ORIGIN + 2]))
        along = cross((c[ANGULAR], c[ANGULAR + 1], c[ANGULAR + 2]), away)
        for i in range(3):
            c[LINEAR + i] += along[i]
    return r, p


@kernel(inline=True)
def _rod_frame(rods, model, y, i, n_steps, columns, frame):
    """Frame after a number of steps of a rod, and the derivatives with respect to its coordinates."""
    if rods is None:
        return frame
    return _rod_derivatives(rods, model, y, i, n_steps, columns, frame)


@kernel
def _rod_derivatives(rods, model, y, i, n_steps, columns, frame):
    part, (r, p) = model.parts[i], frame
    origin, h, first = p, 1.0 / part.n_steps, rods.table[part.soft].first
    for k in range(part.n_coordinates):
        _put(columns, 6 + part.coordinate + k, ZERO, ZERO, origin)
    for s in range(n_steps):
        near, far = (s + 0.5 - GAUSS) * h, (s + 0.5 + GAUSS) * h
        x1, x2 = strain_of(rods, part, y, near), strain_of(rods, part, y, far)
        x = magnus_step(x1, x2, h)
        rotation, reach = exponential(x)
        p = add(p, mat_vec(r, reach))
        r = mat_mat(r, rotation)
        arm = sub(origin, p)
        for k in range(part.n_coordinates):
            linear, angular = tangent(x, magnus_column(rods.shapes[first + k], (near, far), x1, x2, h))
            linear, angular = mat_vec(r, linear), mat_vec(r, angular)
            linear = add(linear, cross(angular, arm))  # of a point at the origin that moves with the station
            column = columns[6 + part.coordinate + k]
            for j in range(3):
                column[LINEAR + j] += linear[j]
                column[ANGULAR + j] += angular[j]
    return r, p


@kernel(inline=True)
def _put(columns, j, linear, angular, origin):
    """Write the derivative with respect to coordinate j: velocity at the origin and angular velocity."""
    for i in range(3):
        columns[j, LINEAR + i], columns[j, ANGULAR + i], columns[j, ORIGIN + i] = linear[i], angular[i], origin[i]
