"""Random rigid chains, and MuJoCo's answers about them in our coordinates."""

from dataclasses import dataclass

import numpy as np

import snakelab as sl
from optional_packages import mujoco
from snakelab.geometry.rotations import quat_to_matrix
from snakelab.physics.command import constant_reference
from snakelab.plugins.mujoco.robot_files.mjcf_export import document_order, load_mujoco, mujoco_state, to_mjcf


def random_link(rng):
    """A link of any size, its centre off the axis, its principal axes anywhere."""
    length, mass = rng.uniform(0.05, 0.4), rng.uniform(0.05, 1.0)
    points = rng.normal(size=(8, 3)) * [length, 0.4 * length, 0.3 * length]
    points -= points.mean(axis=0)
    inertia = mass / 8 * (np.trace(points.T @ points) * np.eye(3) - points.T @ points)
    com = np.array([length / 2, 0.0, 0.0]) + 0.2 * length * rng.normal(size=3)
    return sl.Link(length, mass=mass, com=com, inertia=inertia)


def random_joint(rng):
    """A hinge or a slide with a motor, about any axis, with a spring and a damper."""
    spring = sl.Spring(rng.uniform(0, 5), rng.uniform(0, 0.5), rng.uniform(-0.5, 0.5))
    kind = sl.Revolute if rng.random() < 0.7 else sl.Prismatic
    return kind(tuple(rng.normal(size=3)), sl.Motor(), spring)


def random_mount(rng):
    """A fixed turn and offset."""
    return sl.Mount(rotation=tuple(rng.normal(size=3)), offset=tuple(0.1 * rng.normal(size=3)))


def random_chain(rng, base, n_joints, base_end="tail"):
    """Unequal links, one or two joints between them, mounts anywhere, gravity from anywhere."""
    parts = [random_mount(rng), random_link(rng)]
    while n_joints:
        if rng.random() < 0.2:
            parts.append(random_link(rng))
        for _ in range(min(n_joints, rng.integers(1, 3))):
            if rng.random() < 0.4:
                parts.append(random_mount(rng))
            parts.append(random_joint(rng))
            n_joints -= 1
        if rng.random() < 0.3:
            parts.append(random_mount(rng))
        parts.append(random_link(rng))
    return sl.build_model(
        sl.Robot(parts, base, base_end=base_end), sl.World([sl.Gravity(tuple(5 * rng.normal(size=3)))])
    )


def random_tree(rng, base, n_branches, base_end="tail", length=3, gravity=5.0):
    """A random chain with random branches, each on any link of the trunk or of earlier branches; no joint is planar."""

    def parts(n_joints):
        return random_chain(rng, "floating", n_joints).robot.parts

    trunk, branches = parts(rng.integers(0, length + 1)), []
    for _ in range(n_branches):
        before = sl.Robot(trunk, branches=branches)
        links = [part for part in before.parts if isinstance(part, sl.Link)]
        on = rng.integers(len(links))
        joint = [random_joint(rng)] if rng.random() < 0.8 else []
        at = tuple(links[on].length * rng.normal(size=3))
        turn = tuple(rng.normal(size=3))
        chain = [*joint, *parts(rng.integers(0, length))]
        branches.append(sl.robots.Branch(before.part_names[on], chain, at=at, rotation=turn))
    robot = sl.Robot(trunk, base, base_end=base_end, branches=branches)
    return sl.build_model(robot, sl.World([sl.Gravity(tuple(gravity * rng.normal(size=3)))]))


@dataclass
class Oracle:
    """MuJoCo at one state of a model, with the base's velocity in world axes as ours."""

    model: sl.Model
    state: sl.State

    def __post_init__(self):
        self.mj = load_mujoco(to_mjcf(self.model, state=self.state))
        self.data = mujoco.MjData(self.mj)
        self.data.qpos[:], self.data.qvel[:] = mujoco_state(self.model, self.state)
        mujoco.mj_forward(self.mj, self.data)
        # from our velocities to MuJoCo's; transposed, from its forces to ours
        n_base, order = self.mj.nv - self.model.n_coordinates, document_order(self.model)
        self.turn = np.eye(self.mj.nv)[[*range(n_base), *(n_base + order)]]
        if self.model.robot.base == "floating":
            R_world_base = np.array(quat_to_matrix(tuple(self.state.base_quaternion))).reshape(3, 3)
            self.turn[3:6, 3:6] = R_world_base.T

    def mass_matrix(self):
        """M."""
        M = np.zeros((self.mj.nv, self.mj.nv))
        mujoco.mj_fullM(self.mj, self.data, M)
        return self.turn.T @ M @ self.turn

    def bias(self):
        """What stands beside M a: Coriolis forces and gravity, less springs and dampers."""
        return self.turn.T @ (self.data.qfrc_bias - self.data.qfrc_passive)

    def accelerations(self, controls):
        """Forward dynamics."""
        self.data.ctrl[:] = controls
        mujoco.mj_forward(self.mj, self.data)
        return self.turn.T @ self.data.qacc

    def forces(self, acceleration):
        """Inverse dynamics."""
        self.data.qacc[:] = self.turn @ acceleration
        mujoco.mj_inverse(self.mj, self.data)
        return self.turn.T @ self.data.qfrc_inverse


class HeldForces:
    """Motors that pull evenly."""

    def __init__(self, forces):
        self.forces = np.asarray(forces, float)

    def reference(self, model):
        return constant_reference(self.forces)


def relative(actual, expected):
    """Largest difference over largest expected value."""
    return np.abs(actual - expected).max(initial=0.0) / np.abs(expected).max(initial=1e-300)
