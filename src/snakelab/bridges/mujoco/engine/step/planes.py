"""Planes of skin points, moved at every step to the surface below them."""

import numpy as np

from snakelab.bridges.mujoco.engine.compiled_model import NONE, CompiledModel
from snakelab.compiling import kernel
from snakelab.physics.contacts.detection import find_contacts
from snakelab.physics.dynamics.outward import outward
from snakelab.physics.model_tables.workspace import CONTACT_OFFSET, GAP, NORMAL, workspace
from snakelab.types import FloatArray
from snakelab.worlds.law import CONTACT, POSITION, ROTATION

FAR = 1e3  # distance of the unused plane below a point that is not near a surface [m]


class Planes:
    """Planes of one compiled model.

    Args:
        compiled: The compiled model.

    Attributes:
        any: True if there are any.
    """

    def __init__(self, compiled: CompiledModel) -> None:
        self.compiled, arrays = compiled, compiled.model.arrays
        self.geoms = np.flatnonzero(compiled.geom_plane != NONE)
        self.any = len(self.geoms) > 0
        if not self.any:
            return
        self.ws = workspace(arrays)
        self.mocaps = compiled.m.body_mocapid[compiled.m.geom_bodyid[compiled.geom_plane[self.geoms]]]
        self.links = compiled.geom_link[self.geoms]
        first = {int(k): int(law["address"]) for k, law in enumerate(arrays.laws) if law["code"] == CONTACT}
        laws = compiled.geom_law[compiled.geom_plane[self.geoms]]
        self.rows = np.array([first[int(law)] for law in laws], np.int64) * len(arrays.points)
        self.rows += compiled.geom_points[self.geoms, 0]
        self.radii = compiled.m.geom_size[self.geoms, 0]
        self.bodies = compiled.m.geom_bodyid[self.geoms]
        # a geom compiled at the origin of its body would remain there, independent of `geom_pos`
        compiled.m.geom_sameframe[self.geoms] = 0

    def place(self, row: FloatArray, dt: float) -> None:
        """Move every plane to the surface, and every ball of the skin to the point of contact with that plane.

        Of a ball at c with radius r on a plane through p - gap n, with n the normal and p our point at c - r n, MuJoCo
        finds the gap, the normal and, but for half of its depth, the point that the built-in step finds.

        Args:
            row: State row, equal to MuJoCo's state.
            dt: Length of the coming step [s].
        """
        import mujoco

        m, d, ws = self.compiled.m, self.compiled.d, self.ws
        touching(self.compiled.model.arrays, row, dt, ws)
        mujoco.mj_kinematics(m, d)
        frames = ws.stations[self.links]
        R_world_link = frames[:, ROTATION : ROTATION + 9].reshape(-1, 3, 3)
        contacts = ws.contacts[self.rows]
        point = frames[:, POSITION : POSITION + 3] + np.einsum(
            "kij,kj->ki", R_world_link, contacts[:, CONTACT_OFFSET : CONTACT_OFFSET + 3]
        )
        normal = np.einsum("kij,kj->ki", R_world_link, contacts[:, NORMAL : NORMAL + 3])
        near = np.zeros(len(ws.contacts), bool)
        near[ws.near[1 : 1 + ws.near[0, 0], 0]] = True
        near = near[self.rows]
        normal[~near] = (0.0, 0.0, 1.0)
        gap = np.where(near, contacts[:, GAP], FAR)
        d.mocap_pos[self.mocaps] = point - gap[:, None] * normal
        d.mocap_quat[self.mocaps] = _quats_from_z(normal)
        away = point + self.radii[:, None] * normal - d.xpos[self.bodies]
        m.geom_pos[self.geoms] = np.einsum("kji,kj->ki", d.xmat[self.bodies].reshape(-1, 3, 3), away)


def _quats_from_z(directions: FloatArray) -> FloatArray:
    """Quaternions of the shortest rotations that take z to unit directions, shape (n, 3) to (n, 4)."""
    x, y, z = directions.T
    quats = np.column_stack((1.0 + z, -y, x, np.zeros(len(x))))
    quats[1.0 + z < 1e-12] = (0.0, 1.0, 0.0, 0.0)
    return quats / np.linalg.norm(quats, axis=1)[:, None]


@kernel
def touching(model, y, dt, ws):
    """Gaps, points and normals of all contacts in a state.

    Args:
        model: ModelArrays.
        y: State row.
        dt: Next step, which determines the range of the query [s].
        ws: Workspace: fills stations, contacts and near.
    """
    outward(model, y, ws)
    find_contacts(model, dt, ws)
