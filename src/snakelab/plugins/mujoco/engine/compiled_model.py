"""Compiled MuJoCo model of a model, with the indices of its elements."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from snakelab.geometry.rotations import rotation_matrices
from snakelab.parameters.arguments import FloatArray
from snakelab.physics.capsules import capsules
from snakelab.physics.columns import MOTOR, SERVO
from snakelab.physics.model import Model
from snakelab.physics.state import State
from snakelab.plugins.mujoco.engine.contact_pairs import ContactPairs
from snakelab.plugins.mujoco.engine.contact_parameters import inverse_weights, object_pairs
from snakelab.plugins.mujoco.engine.geoms import body_geom, object_geom, plane_name, site_name, skin_name, surface_names
from snakelab.plugins.mujoco.robot_files.mjcf_export import (
    MORE,
    POSITION,
    RATE,
    load_mujoco,
    mujoco_objects,
    mujoco_state,
    to_mjcf,
)
from snakelab.worlds.force_law import CONTACT

NONE = -1  # index of a missing element


@dataclass
class CompiledModel:
    """MuJoCo's model and data of one robot in one world, with its present state.

    Args:
        model: The model.
        step: Largest step [s].
        integrator: Name of MuJoCo's integrator.
        state: State with the pose of a fixed base, and the height of a planar one.
        spinning_wheels: True if wheels spin.

    Attributes:
        m, d: MuJoCo's model and data.
        n_base: Number of velocities of the base [-].
        servos, motors, driven: Indices of those coordinates.
        places, rates, more, forces: Indices of their actuators; NONE where a servo has no rate.
        joints: MuJoCo's index of each coordinate, shape (nv,).
        places_q, dofs: Index of each coordinate in MuJoCo's positions and velocities, shape (nv,).
        coordinates: Coordinate of each of MuJoCo's velocities; NONE for the base, wheels and free bodies, shape (m.nv,).
        spins: Velocities of wheels that spin beside the coordinates.
        objects_q, objects_v: Places of the free bodies in MuJoCo's positions and velocities, shape (n, 7) and (n, 6).
        geom_body: Station of every geom by which free bodies and the robot touch; NONE for the others.
        geom_object: Free body of such a geom; NONE for the robot's.
        object_rests: As `rests`, of each free body and geom that it touches, shape (n_objects, ngeom, 4).
        speed_limited: Indices of the servos whose torque limit decreases with their speed.
        sites, bodies: Of every link, its site at its centre and its body; none without friction at the links' centres.
        final_state: Time and row of the final state of the last call, from which wheels keep their spin.
        side, slope: Of each coordinate at such a limit: its sign, +-1, and its damping; else 0, shape
            (nv,).
        rests: Of each law and geom: a contact's load at rest, the steepest slope of its friction relative to that at
            this load, its stiffness and its damping; zero without friction, shape (n_laws, ngeom, 4).
        geom_link, geom_law, geom_points: Of every geom: its link and skin points, or its law; NONE for none.
        geom_contacts: Of every geom of the skin: contacts that share the load of one skin point on a plane, shape (ngeom,).
        geom_plane: Of every geom of the skin: the plane that is moved under it; NONE where there is none, shape
            (ngeom,).
    """

    model: Model
    step: float
    integrator: str
    state: State
    spinning_wheels: bool = False
    m: Any = field(init=False)
    d: Any = field(init=False)

    def __post_init__(self) -> None:
        import mujoco

        export = to_mjcf(
            self.model,
            timestep=self.step,
            integrator=self.integrator,
            state=self.state,
            visual=False,
            world=True,
            spinning_wheels=self.spinning_wheels,
            moved=True,
        )
        self.m = load_mujoco(export)
        # a failed run has a status, and is not reset to its start
        self.m.opt.disableflags |= int(mujoco.mjtDisableBit.mjDSBL_AUTORESET)
        # one robot is one island; MuJoCo would use a copy of its numbers that `fit_contacts` does not change
        self.m.opt.disableflags |= int(mujoco.mjtDisableBit.mjDSBL_ISLAND)
        self.d = mujoco.MjData(self.m)
        names, kinds = self.model.coordinate_names, self.model.arrays.coordinates["actuator"]
        self.n_base = len(self.model.arrays.base)
        self.servos, self.motors = np.flatnonzero(kinds == SERVO), np.flatnonzero(kinds == MOTOR)
        self.driven = np.flatnonzero(self.model.driven)
        self.places = np.array([self._actuator(f"{names[j]}.{POSITION}") for j in self.servos], np.int64)
        self.rates = np.array([self._actuator(f"{names[j]}.{RATE}") for j in self.servos], np.int64)
        self.more = np.array([self._actuator(f"{names[j]}.{MORE}") for j in self.servos], np.int64)
        self.forces = np.array([self._actuator(names[j]) for j in self.motors], np.int64)
        self.joints = np.array([self.m.joint(name).id for name in names], np.int64)
        self.places_q, self.dofs = self.m.jnt_qposadr[self.joints], self.m.jnt_dofadr[self.joints]
        self.coordinates = np.full(self.m.nv, NONE)
        self.coordinates[self.dofs] = np.arange(len(names))
        joints = [self.m.joint(object_geom(body)).id for body in self.model.world.objects]
        self.objects_q = self.m.jnt_qposadr[joints].reshape(-1, 1) + np.arange(7)
        self.objects_v = self.m.jnt_dofadr[joints].reshape(-1, 1) + np.arange(6)
        others = np.flatnonzero(self.coordinates == NONE)[self.n_base :]
        self.spins = np.setdiff1d(others, self.objects_v)
        self.speed_limited = np.flatnonzero(
            np.isfinite(self.model.arrays.coordinates["speed_limit"]) & (kinds == SERVO)
        )
        self.side, self.slope = np.zeros(len(names)), np.zeros(len(names))
        friction = bool(self.model.world.centre_frictions)
        links = range(self.model.n_stations if friction else 0)
        self.sites = np.array([self.m.site(site_name(k)).id for k in links], np.int64)
        self.bodies = self.m.site_bodyid[self.sites].astype(np.int64)
        self.final_state: tuple[float, bytes] | None = None
        self._geoms()
        self._objects()

    @property
    def q(self) -> FloatArray:
        """The coordinates, shape (nv,)."""
        coordinates: FloatArray = self.d.qpos[self.places_q]
        return coordinates

    @property
    def v(self) -> FloatArray:
        """Their rates, shape (nv,)."""
        rates: FloatArray = self.d.qvel[self.dofs]
        return rates

    def _actuator(self, name: str) -> int:
        import mujoco

        return int(mujoco.mj_name2id(self.m, mujoco.mjtObj.mjOBJ_ACTUATOR, name))

    def _geoms(self) -> None:
        self.geom_link = np.full(self.m.ngeom, NONE)
        self.geom_law = np.full(self.m.ngeom, NONE)
        self.geom_points = np.full((self.m.ngeom, 2), NONE)
        self.geom_contacts = np.ones(self.m.ngeom)
        self.geom_plane = np.full(self.m.ngeom, NONE)
        contact_pairs = ContactPairs(
            self.model, inverse_weights(self.model), self.step, self.spinning_wheels, moved=True
        )
        self.rests = np.zeros((len(self.model.law_names), self.m.ngeom, 4))
        laws = [k for k, law in enumerate(self.model.arrays.laws) if law["code"] == CONTACT]
        for number, skin_geom in enumerate(contact_pairs.skin_geoms):
            geom = self.m.geom(skin_name(number)).id
            for k, (law, contact) in enumerate(zip(laws, contact_pairs.contacts, strict=True)):
                if skin_geom.contact != (k if contact_pairs.is_moved(contact) else None):
                    continue
                numbers = contact_pairs.numbers(skin_geom, contact)
                if numbers is not None and numbers.friction:
                    spring = contact.stiffness / skin_geom.fraction, contact.damping / skin_geom.fraction
                    self.rests[law, geom] = (numbers.load, numbers.room, *spring)
            self.geom_link[geom] = skin_geom.link
            self.geom_points[geom] = skin_geom.points
            self.geom_contacts[geom] = skin_geom.fraction
            if skin_geom.contact is not None:
                self.geom_plane[geom] = self.m.geom(plane_name(number)).id
                self.geom_law[self.geom_plane[geom]] = laws[skin_geom.contact]
        for law, contact in zip(laws, contact_pairs.contacts, strict=True):
            if contact_pairs.is_moved(contact):
                continue
            for name in surface_names(self.model.law_names[law], contact.surface):
                self.geom_law[self.m.geom(name).id] = law

    def _objects(self) -> None:
        """Indices of the geoms by which free bodies and the robot touch, and their loads at rest."""
        model, objects = self.model, self.model.world.objects
        self.geom_body, self.geom_object = np.full(self.m.ngeom, NONE), np.full(self.m.ngeom, NONE)
        self.object_rests = np.zeros((len(objects), self.m.ngeom, 4))
        if not objects:
            return
        for number, station in enumerate(capsules(model.robot).stations[:, 0]):
            self.geom_body[self.m.geom(body_geom(number)).id] = station
        for i, body in enumerate(objects):
            geom = self.m.geom(object_geom(body)).id
            self.geom_body[geom], self.geom_object[geom] = model.n_stations + i, i
        for pair in object_pairs(model, inverse_weights(model), self.step):
            first, second = (self.m.geom(name).id for name in (pair.first, pair.second))
            rest = (pair.numbers.load, pair.numbers.room, pair.stiffness, pair.damping)
            for one, other in ((first, second), (second, first)):
                if self.geom_object[one] != NONE:
                    self.object_rests[self.geom_object[one], other] = rest

    def set_state(self, state: State) -> None:
        """Set the state. MuJoCo's memory of its last solve is reset, because a restart would differ otherwise.

        Wheels keep spinning: see `set_rolling`.
        """
        qpos, qvel = mujoco_state(self.model, state)
        n = len(qpos) - self.model.n_coordinates
        self.d.qpos[:n], self.d.qvel[: self.n_base] = qpos[:n], qvel[: self.n_base]
        self.d.qpos[self.places_q], self.d.qvel[self.dofs] = state.q, state.v
        self.d.qpos[self.objects_q], self.d.qvel[self.objects_v] = mujoco_objects(state)
        self.d.act[:] = state.z[self.model.arrays.coordinates["time_constant"] > 0]
        self.d.qacc_warmstart[:] = 0.0

    def set_rolling(self) -> None:
        """Set the spin of all wheels to rolling without slip, w = (axle x up) . v / r."""
        import mujoco

        self.d.qpos[self.m.jnt_qposadr[self.m.dof_jntid[self.spins]]], self.d.qvel[self.spins] = 0.0, 0.0
        mujoco.mj_fwdPosition(self.m, self.d)
        moves = np.zeros((3, self.m.nv))
        gravity = self.model.arrays.gravity
        up = -gravity / np.linalg.norm(gravity) if gravity.any() else np.array([0.0, 0.0, 1.0])
        for dof in self.spins:
            joint = self.m.dof_jntid[dof]
            body = self.m.jnt_bodyid[joint]
            mujoco.mj_jacBody(self.m, self.d, moves, None, body)
            radius = self.m.geom_size[self.m.body_geomadr[body], 0]
            self.d.qvel[dof] = np.cross(self.d.xaxis[joint], up) @ (moves @ self.d.qvel) / radius

    def row(self, state: State, z: FloatArray) -> FloatArray:
        """Return the state row, as the kernels hold it; a fixed base has the pose of the state."""
        row = state.row()
        qpos, qvel, nv = self.d.qpos, self.d.qvel, self.model.n_coordinates
        match self.model.robot.base:
            case "floating":
                quat = qpos[3:7] / np.linalg.norm(qpos[3:7])
                R_world_base = rotation_matrices(quat)
                row[:3], row[3:7] = qpos[:3], quat
                row[7:10], row[10:13] = qvel[:3], R_world_base @ qvel[3:6]
            case "planar":
                row[:2], row[3:7] = qpos[:2], (np.cos(qpos[2] / 2), 0.0, 0.0, np.sin(qpos[2] / 2))
                row[7:13] = (qvel[0], qvel[1], 0.0, 0.0, 0.0, qvel[2])
        row[13 : 13 + nv], row[13 + nv : 13 + 2 * nv] = self.q, self.v
        row[13 + 2 * nv : 13 + 3 * nv] = z
        if n := len(self.objects_q):
            places, rates, at = qpos[self.objects_q], qvel[self.objects_v], 13 + 3 * nv
            quats = places[:, 3:] / np.linalg.norm(places[:, 3:], axis=1)[:, None]
            spins = np.einsum("kij,kj->ki", rotation_matrices(quats).reshape(n, 3, 3), rates[:, 3:])
            velocities = np.hstack([rates[:, :3], spins])
            row[at : at + 13 * n] = np.concatenate([places[:, :3].ravel(), quats.ravel(), velocities.ravel()])
        return row
