"""MuJoCo's compiled model, and the bodies in it."""

from typing import Any

import numpy as np

from snakelab.bridges.chain.tree import BOX, CAPSULE, CYLINDER, OTHER, SPHERE, Body, Shape, TreeFrame, TreeJoint, tidy
from snakelab.bridges.mujoco.extent import check_extent
from snakelab.bridges.xml_input import Document
from snakelab.errors import MissingExtraError, RobotError
from snakelab.geometry.rotations import quat_to_matrix
from snakelab.installation import install_line
from snakelab.physics.layout.tables import HEAD
from snakelab.types import FloatArray

PLANE, HEIGHT_FIELD = 0, 1
SHAPES = {2: SPHERE, 3: CAPSULE, 5: CYLINDER, 6: BOX}


def compiled(document: Document) -> Any:
    """Return the document as a `mujoco.MjModel`, with all bodies that it names.

    Raises:
        RobotError: if MuJoCo rejects it, or it has more copies than a chain can need.
        MissingExtraError: if MuJoCo is not installed.
    """
    try:
        import mujoco
    except ImportError:
        raise MissingExtraError(f"reading MJCF needs MuJoCo; type: {install_line('mujoco')}") from None
    check_extent(document)
    try:
        # From the file itself, so that includes and meshes are found relative to it.
        spec = (
            mujoco.MjSpec.from_file(str(document.path)) if document.path else mujoco.MjSpec.from_string(document.text)
        )
        spec.compiler.fusestatic = False
        return spec.compile()
    except (ValueError, mujoco.FatalError) as problem:
        reason = "; ".join(line.strip() for line in str(problem).splitlines() if line.strip())
        raise RobotError(f"{document.name}: MuJoCo cannot read it: {reason}") from problem


def joint_names(m: Any) -> list[str]:
    """Names of all joints; empty for joints without a name."""
    return [m.joint(j).name for j in range(m.njnt)]


def rotation(quat_wxyz: FloatArray) -> FloatArray:
    """Rotation matrix, shape (3, 3)."""
    w, x, y, z = quat_wxyz.tolist()
    return tidy(np.array(quat_to_matrix((w, x, y, z))).reshape(3, 3))


def body_of(m: Any, i: int, parent: int, joints: tuple[TreeJoint, ...]) -> Body:
    """Convert a body of the compiled model."""
    axes = rotation(m.body_iquat[i])
    geoms = range(int(m.body_geomadr[i]), int(m.body_geomadr[i]) + int(m.body_geomnum[i]))
    shapes = tuple(_shape(m, g) for g in geoms if m.geom_type[g] not in (PLANE, HEIGHT_FIELD))
    return Body(
        m.body(i).name,
        parent,
        np.zeros(3) if parent < 0 else np.array(m.body_pos[i]),
        np.eye(3) if parent < 0 else rotation(m.body_quat[i]),
        joints,
        float(m.body_mass[i]),
        np.array(m.body_ipos[i]),
        axes @ np.diag(m.body_inertia[i]) @ axes.T,
        shapes,
        bool(shapes),
        frames=frames_of(m, i),
    )


def head_of(m: Any, i: int, index: int) -> list[Body]:
    """Return the site that marks the head end, as a frame fixed to its body."""
    heads = [s for s in range(m.nsite) if m.site_bodyid[s] == i and m.site(s).name == HEAD]
    return [Body(HEAD, index, np.array(m.site_pos[s]), rotation(m.site_quat[s])) for s in heads]


def frames_of(m: Any, i: int) -> tuple[TreeFrame, ...]:
    """Return the other sites of a body, and its cameras, as frames on it."""
    sites = [
        TreeFrame(m.site(s).name or f"site_{s + 1}", np.array(m.site_pos[s]), rotation(m.site_quat[s]))
        for s in range(m.nsite)
        if m.site_bodyid[s] == i and m.site(s).name != HEAD
    ]
    cameras = [
        TreeFrame(m.camera(c).name or f"camera_{c + 1}", np.array(m.cam_pos[c]), rotation(m.cam_quat[c]))
        for c in range(m.ncam)
        if m.cam_bodyid[c] == i
    ]
    return (*sites, *cameras)


def _shape(m: Any, g: int) -> Shape:
    R = rotation(m.geom_quat[g])
    box = np.array(m.geom_aabb[g])  # middle and half extents, in the geom's axes
    return Shape(SHAPES.get(int(m.geom_type[g]), OTHER), box[3:], m.geom_pos[g] + R @ box[:3], R)
