"""Points of a body that may touch level ground, with their friction, from the robot's skin and the world's friction laws."""

from typing import Any, NamedTuple

import numpy as np

from snakelab.errors import PerceptionError
from snakelab.geometry.poses import rotation_log
from snakelab.geometry.surfaces import Pipe
from snakelab.perception.body_pose.body_kinematics import BodyKinematics
from snakelab.perception.contact_odometry.pipe_loads import radius_of_level_pipe
from snakelab.physics.model import Model
from snakelab.physics.model_tables.skin import EDGE, FIXED_POINTS, WHEEL
from snakelab.types import FloatArray
from snakelab.worlds import Contact, LinkFriction, SurfaceFriction, ViscousFriction
from snakelab.worlds.gravity import pressing_gravity
from snakelab.worlds.ground_friction.contact import WORLD
from snakelab.worlds.ground_friction.friction import ACROSS, BACKWARD, EPS, FORWARD, PER_AXIS
from snakelab.worlds.ground_friction.friction import SHAPE as SHAPE_COLUMN
from snakelab.worlds.user_functions.compiled_function import plain_and_name

UP = np.array([0.0, 0.0, 1.0])


class Friction(NamedTuple):
    """Friction of every point.

    Attributes:
        forward, backward, across: Coefficients, Coulomb [-] or viscous [N s/m], shape (m,).
        per_axis: True for a limit along each axis by itself, False for one along the slip.
        viscous: True for forces proportional to the velocity, independent of the load.
        eps: Smoothing speed [m/s].
        world_axes: True if the first direction is the world's x and not the body's.
    """

    forward: FloatArray
    backward: FloatArray
    across: FloatArray
    per_axis: bool
    viscous: bool
    eps: float
    world_axes: bool


class Touching(NamedTuple):
    """Points that may touch, at n instants.

    Attributes:
        place: From the tracked frame's origin, world axes, shape (n, m, 3), [m].
        step: Displacement of the material points from each instant to the next against that origin, shape (n - 1, m, 3), [m].
        along: First direction of friction, in the tangent planes of the ground, shape (n, m, 2).
        centre: Centre of mass from the tracked frame's origin, shape (n, 3), [m].
    """

    place: FloatArray
    step: FloatArray
    along: FloatArray
    centre: FloatArray


class TouchingPoints:
    """The skin points of a model on level ground.

    Args:
        model: From `build_model`, with a `Contact` or a friction at link centres.
        friction: Friction in place of that of the contact, where this has a law of the user; None for that of the contact.

    Raises:
        PerceptionError: if the world has no friction with the ground, or the contact has none or a law of the user and
            `friction` is None.
    """

    def __init__(self, model: Model, friction: SurfaceFriction | None = None) -> None:
        self.model, self.kinematics = model, BodyKinematics(model)
        media = model.world.media
        ground = next((medium for medium in media if isinstance(medium, Contact)), None)
        links = [medium for medium in media if isinstance(medium, (LinkFriction, ViscousFriction))]
        self.mass = model.arrays.stations["mass"]
        gravity = pressing_gravity(media)
        self.weight = float(self.mass.sum()) * (gravity if gravity else 9.81)
        self.stiffness = np.inf
        self.pipe_radius: float | None = None  # of a straight and level pipe [m]
        self.is_other_pipe = False
        if ground is not None and len(model.arrays.rings):
            self._from_skin(ground, _surface_friction(ground, friction))
        elif links:
            self._from_links(links[0])
        else:
            raise PerceptionError(
                "odometry needs the friction between body and ground: add Contact, LinkFriction or ViscousFriction to the world"
            )

    def __deepcopy__(self, memo: Any) -> "TouchingPoints":
        """Return the points themselves, which never change: estimators keep them in their memory."""
        return self

    def at(
        self, q: FloatArray, R_world_tracked: FloatArray, tracked: str, normal: FloatArray | None = None
    ) -> Touching:
        """The points at joint angles of shape (n, n_coordinates) and attitudes of shape (n, 3, 3).

        Args:
            q: Joint angles.
            R_world_tracked: Attitudes of the tracked frame.
            tracked: Its name.
            normal: Of the ground at each point, out of it, shape (n, m, 3); None for level ground.
        """
        T_base_tracked = self.kinematics.frames(q, [tracked])[:, 0]
        T_base = self.kinematics.centres(q)
        R_world_base = R_world_tracked @ np.swapaxes(T_base_tracked[:, :3, :3], 1, 2)
        R = R_world_base[:, None] @ T_base[..., :3, :3]
        p = np.einsum("nij,nkj->nki", R_world_base, T_base[..., :3, 3] - T_base_tracked[:, None, :3, 3])
        R_point = R[:, self.station]
        axis = R_point[..., 0]
        up = np.broadcast_to(UP, R_point.shape[:-1]) if normal is None else normal
        arm = self._arms(R_point, axis, up)
        foot = p[:, self.station] + np.einsum("nkij,kj->nki", R_point, self.offset)
        rotations = rotation_log(R_point[1:] @ np.swapaxes(R_point[:-1], -1, -2))
        step = np.diff(foot, axis=0) + np.cross(rotations, (arm[1:] + arm[:-1]) / 2)
        return Touching(
            foot + arm,
            step,
            self._directions(R_point, axis, up),
            np.einsum("k,nki->ni", self.mass, p) / self.mass.sum(),
        )

    def _arms(self, R: FloatArray, axis: FloatArray, up: FloatArray) -> FloatArray:
        """Vectors from the centre of each ring to its contact point."""
        axle = np.where(self.wheel[:, None], np.einsum("nkij,kj->nki", R, self.axle), axis)
        down = -up + np.einsum("nki,nki->nk", axle, up)[..., None] * axle
        size = np.linalg.norm(down, axis=-1, keepdims=True)
        round_arm = self.radius[:, None] * down / np.maximum(size, 1e-9)
        fixed = np.einsum("nkij,kj->nki", R, self.outline)
        return np.where(self.fixed[:, None], fixed, round_arm)

    def _directions(self, R: FloatArray, axis: FloatArray, up: FloatArray) -> FloatArray:
        """First directions of friction in the tangent planes: along x, and along the wall that rises to the sides."""
        if self.friction.world_axes:
            return np.broadcast_to([1.0, 0.0], (*axis.shape[:2], 2))
        axle = np.einsum("nkij,kj->nki", R, self.axle)
        along = np.where(self.wheel[:, None], np.cross(axle, up), axis)
        flat = np.stack([along[..., 0], along[..., 1] * up[..., 2] - along[..., 2] * up[..., 1]], axis=-1)
        size = np.linalg.norm(flat, axis=-1, keepdims=True)
        return np.asarray(np.where(size > 1e-6, flat / np.maximum(size, 1e-9), [1.0, 0.0]))

    def _from_skin(self, ground: Contact, law: SurfaceFriction) -> None:
        rings, points = self.model.arrays.rings, self.model.arrays.points
        rings = rings[rings["kind"] != EDGE]
        counts = rings["n_points"]
        of = np.repeat(np.arange(len(rings)), counts)
        index = np.concatenate([np.arange(r["first"], r["first"] + r["n_points"]) for r in rings])
        self.station, self.offset, self.radius = rings["station"][of], rings["offset"][of], rings["radius"][of]
        self.axle, kinds = rings["axle"][of], rings["kind"][of]
        self.wheel, self.fixed = kinds == WHEEL, kinds == FIXED_POINTS
        self.outline = np.column_stack([np.zeros(len(of)), points[index]])
        frame, forward, backward, across, shape, _, eps = law.numbers()
        ones = np.ones(len(of))
        roll = rings["roll"][of]
        self.friction = Friction(
            np.where(self.wheel, roll, forward * ones),
            np.where(self.wheel, roll, backward * ones),
            across * ones,
            shape == PER_AXIS,
            False,
            float(eps),
            frame == WORLD,
        )
        self.stiffness = float(ground.stiffness)
        self.pipe_radius = radius_of_level_pipe(ground.surface)
        self.is_other_pipe = isinstance(ground.surface, Pipe) and self.pipe_radius is None

    def _from_links(self, law: LinkFriction | ViscousFriction) -> None:
        """Friction at the centres of mass, under the weight of each link."""
        n = self.model.n_stations
        self.station, self.offset = np.arange(n), np.zeros((n, 3))
        self.radius, self.axle, self.outline = np.zeros(n), np.zeros((n, 3)), np.zeros((n, 3))
        self.wheel, self.fixed = np.zeros(n, bool), np.ones(n, bool)
        numbers = law.parameters()
        viscous = isinstance(law, ViscousFriction)
        size = self.mass if viscous else np.ones(n)
        self.friction = Friction(
            numbers[FORWARD] * size,
            numbers[BACKWARD] * size,
            numbers[ACROSS] * size,
            not viscous and numbers[SHAPE_COLUMN] == PER_AXIS,
            viscous,
            1e-3 if viscous else float(numbers[EPS]),
            False,
        )

    @property
    def carried(self) -> bool:
        """False where friction acts at link centres, under the weight of each link."""
        return bool(np.isfinite(self.stiffness))


def _surface_friction(ground: Contact, given: SurfaceFriction | None) -> SurfaceFriction:
    """Return the friction that is given, else that of a contact.

    Raises:
        PerceptionError: if none is given for a contact without friction, or with a law of the user, whose coefficients are
            unknown.
    """
    if given is not None:
        return given
    law = ground.friction
    if isinstance(law, SurfaceFriction):
        return law
    reason = (
        f"has no friction (friction={law})"
        if law is None
        else f"has the law {plain_and_name(law.function)[1]!r} as friction, whose coefficients are unknown"
    )
    raise PerceptionError(
        f"odometry needs coefficients of friction, but {ground.name!r} {reason}; give some that approximate it, "
        "BodyOdometry(model, friction=SurfaceFriction(0.5)), or use a model whose contact has them"
    )
