"""An independent reading of URDF: another parser, and a mass matrix by plain sums over the links."""

import importlib
from dataclasses import dataclass

import numpy as np
from scipy.spatial.transform import Rotation

from optional_packages import urdf_parser_py  # noqa: F401


def _pose(origin):
    """(p, R) of an origin element."""
    if origin is None:
        return np.zeros(3), np.eye(3)
    rpy = origin.rpy if origin.rpy is not None else [0, 0, 0]
    xyz = origin.xyz if origin.xyz is not None else [0, 0, 0]
    return np.array(xyz, float), Rotation.from_euler("xyz", rpy).as_matrix()


@dataclass
class UrdfOracle:
    """A chain as `urdf_parser_py` reads it; its base link stands at (p, R) and may float.

    Attributes:
        xml: The document.
        base_link: The link whose frame is the base's.
    """

    xml: str
    base_link: str

    def __post_init__(self):
        self.robot = importlib.import_module("urdf_parser_py.urdf").URDF.from_xml_string(self.xml.encode())
        self.moving = [j for j in self._joints() if j.type in ("revolute", "continuous", "prismatic")]

    def _joints(self):
        """Joints from the base link outward."""
        values, waiting = [], [self.base_link]
        while waiting:
            link = waiting.pop(0)
            for joint in self.robot.joints:
                if joint.parent == link:
                    values.append(joint)
                    waiting.append(joint.child)
        return values

    def mass_matrix(self, q, p, R):
        """M over the base's linear and angular velocity in world axes, and the joints; shape (6 + n, 6 + n)."""
        n = len(self.moving)
        lever = np.zeros((6, 6 + n))
        lever[:, :6] = np.eye(6)
        frames = {self.base_link: (np.asarray(p, float), np.asarray(R, float), lever, np.asarray(p, float))}
        for joint in self._joints():
            frames[joint.child] = self._carried(joint, q, *frames[joint.parent])
        M = np.zeros((6 + n, 6 + n))
        for link in self.robot.links:
            if link.name in frames and link.inertial is not None:
                M += self._energy(link.inertial, *frames[link.name])
        return M

    def _carried(self, joint, q, p, R, J, at):
        """Frame of a joint's child: position, axes, Jacobian (linear, angular) of the point `at`."""
        p_joint, R_joint = _pose(joint.origin)
        p, R, J = p + R @ p_joint, R @ R_joint, J.copy()
        J[:3] += np.cross(J[3:].T, p - at).T
        if joint in self.moving:
            i = self.moving.index(joint)
            axis = np.array(joint.axis if joint.axis is not None else [1, 0, 0], float)
            axis /= np.linalg.norm(axis)
            if joint.type == "prismatic":
                J[:3, 6 + i] += R @ axis
                p = p + R @ axis * q[i]
                # a slide displaces the point of its child, which moves with the parent's turning
                J[:3] += np.cross(J[3:].T, R @ axis * q[i]).T
            else:
                J[3:, 6 + i] += R @ axis
                R = R @ Rotation.from_rotvec(axis * q[i]).as_matrix()
        return p, R, J, p

    def _energy(self, inertial, p, R, J, at):
        p_com, R_com = _pose(inertial.origin)
        d = R @ p_com
        linear = J[:3] + np.cross(J[3:].T, d).T
        I = inertial.inertia
        local = np.array([[I.ixx, I.ixy, I.ixz], [I.ixy, I.iyy, I.iyz], [I.ixz, I.iyz, I.izz]], float)
        turned = R @ R_com @ local @ (R @ R_com).T
        return inertial.mass * linear.T @ linear + J[3:].T @ turned @ J[3:]
