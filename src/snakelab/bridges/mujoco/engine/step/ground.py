"""Friction of a stated load, `LinkFriction` and `ViscousFriction`, as implicit forces on MuJoCo's bodies.

With u a link's velocity in its axes, C its drag coefficients at u and J its Jacobian, the force of a step is that of
the velocity that the step reaches,

    F = -C (u + dt (J a + J' v)),    (M + dt D + dt J^T C J) a = f - J^T C (u + dt J' v),

with D the dampers and the secants of dry friction in the joints, f all other smooth forces, and the accelerations of
prescribed joints given. MuJoCo's own step with these forces gives the same a. An actuator with this damping would not:
MuJoCo finds the forces of prescribed joints before it takes damping implicitly, and the joints would lag.
"""

from dataclasses import dataclass, field

import numpy as np

from snakelab.bridges.mujoco.engine.compiled_model import CompiledModel
from snakelab.physics.terms import FIRST_LAW_WORK
from snakelab.types import FloatArray
from snakelab.worlds.ground_friction.friction import TANH, coulomb_drag, law_at_centre, smoothed_secant, viscous_drag
from snakelab.worlds.law import COULOMB, VISCOUS


@dataclass
class Ground:
    """Friction on the links of one compiled model.

    Args:
        compiled: The compiled model.

    Attributes:
        laws: Indices of the laws of friction; empty if the world has no such media.
        forces: Forces of the last step, world axes, shape (n_laws, n_stations, 3), [N].
    """

    compiled: CompiledModel
    laws: list[int] = field(init=False)
    forces: FloatArray = field(init=False)

    def __post_init__(self) -> None:
        model = self.compiled.model
        self.laws = [k for k, law in enumerate(model.arrays.laws) if law["code"] in (VISCOUS, COULOMB)]
        self.forces = np.zeros((len(self.laws), model.n_stations, 3))
        self._jacobian = np.zeros((3 * model.n_stations, self.compiled.m.nv))

    def apply(self, dt: float) -> None:
        """Set the forces of the step that begins here; MuJoCo has done the first half of its step, `mj_step1`.

        Args:
            dt: The step's length; 0 for the forces of the present velocities [s].
        """
        import mujoco

        compiled, m, d = self.compiled, self.compiled.m, self.compiled.d
        d.xfrc_applied[:] = 0.0
        jacobian, turning = self._links()
        u = jacobian @ d.qvel
        drags = np.array([self._drag(law, u.reshape(-1, 3)) for law in self.laws])
        ahead = u + dt * turning
        if dt > 0.0:
            mujoco.mj_fwdActuation(m, d)
            smooth = d.qfrc_passive - d.qfrc_bias + d.qfrc_actuator
            mass = np.zeros((m.nv, m.nv))
            mujoco.mj_fullM(m, d, mass)
            c = drags.sum(axis=0).ravel()
            rub = self._dry_secants()
            smooth -= rub * d.qvel
            mass += np.diag(dt * (self._damping() + rub)) + dt * jacobian.T @ (c[:, None] * jacobian)
            ahead += dt * jacobian @ self._accelerations(mass, smooth - jacobian.T @ (c * ahead), dt)
        R_world_link = d.site_xmat[compiled.sites].reshape(-1, 3, 3)
        self.forces = -np.einsum("kij,lkj->lki", R_world_link, drags * ahead.reshape(-1, 3))
        d.xfrc_applied[compiled.bodies, :3] = self.forces.sum(axis=0)

    def add_works(self, mean: FloatArray, dt: float, work: FloatArray) -> None:
        """Add the work of the last step, in which the mean velocity was `mean`, shape (n,)."""
        if not self.laws:
            return
        R_world_link = self.compiled.d.site_xmat[self.compiled.sites].reshape(-1, 3, 3)
        velocity = np.einsum("kij,kj->ki", R_world_link, (self._jacobian @ mean).reshape(-1, 3))
        for law, forces in zip(self.laws, self.forces, strict=True):
            work[FIRST_LAW_WORK + law] += dt * float((forces * velocity).sum())

    def _links(self) -> tuple[FloatArray, FloatArray]:
        """Jacobian of all links' centres in their axes, shape (3 n, nv), and J' v, shape (3 n,)."""
        import mujoco

        m, d, turning = self.compiled.m, self.compiled.d, np.zeros(3 * self.compiled.model.n_stations)
        moves, rate = np.zeros((3, m.nv)), np.zeros((3, m.nv))
        for k, (site, body) in enumerate(zip(self.compiled.sites, self.compiled.bodies, strict=True)):
            R_link_world = d.site_xmat[site].reshape(3, 3).T
            mujoco.mj_jacSite(m, d, moves, None, site)
            mujoco.mj_jacDot(m, d, rate, None, d.site_xpos[site], body)
            self._jacobian[3 * k : 3 * k + 3] = R_link_world @ moves
            turning[3 * k : 3 * k + 3] = R_link_world @ (rate @ d.qvel)
        return self._jacobian, turning

    def _drag(self, law: int, u: FloatArray) -> FloatArray:
        """Drag coefficients of one law along each link's axes, shape (n, 3), [N s/m]."""
        arrays = self.compiled.model.arrays
        record = arrays.laws[law]
        p = arrays.law_parameters[record["first"] : record["first"] + record["count"]].tolist()
        masses = arrays.stations["mass"].tolist()
        if record["code"] == VISCOUS:
            return np.array([viscous_drag(tuple(v), mass, *p) for v, mass in zip(u.tolist(), masses, strict=True)])
        return np.array(
            [
                coulomb_drag(tuple(v), law_at_centre.py_func(p, 0, mass))
                for v, mass in zip(u.tolist(), masses, strict=True)
            ]
        )

    def _damping(self) -> FloatArray:
        """Implicit damping of MuJoCo's step at each velocity, shape (n,)."""
        compiled = self.compiled
        damping: FloatArray = compiled.m.dof_damping.copy()
        damping[compiled.n_base + compiled.servos] += compiled.model.arrays.coordinates["kd"][compiled.servos]
        return damping

    def _dry_secants(self) -> FloatArray:
        """Secants of the joints' dry friction, for which MuJoCo has not yet solved, shape (n,)."""
        compiled, secants = self.compiled, np.zeros(self.compiled.m.nv)
        table = compiled.model.arrays.coordinates
        for j in np.flatnonzero(table["dry_friction"] > 0):
            rate = abs(float(compiled.v[j]))
            secants[compiled.n_base + j] = table["dry_friction"][j] * smoothed_secant(rate, table["dry_eps"][j], TANH)
        return secants

    def _accelerations(self, mass: FloatArray, force: FloatArray, dt: float) -> FloatArray:
        """Accelerations of all velocities; those of prescribed joints reach their targets in one step."""
        compiled = self.compiled
        driven = compiled.driven
        given = compiled.n_base + driven
        acceleration = np.zeros(len(force))
        targets = compiled.m.eq_data[: len(driven), 0]
        acceleration[given] = (targets - compiled.q[driven] - dt * compiled.v[driven]) / dt**2
        free = np.setdiff1d(np.arange(len(force)), given)
        rest = force[free] - mass[np.ix_(free, given)] @ acceleration[given]
        acceleration[free] = np.linalg.solve(mass[np.ix_(free, free)], rest)
        return acceleration
