"""Three-link swimmers with resistance along their links, and an independent model of them in plain NumPy."""

from itertools import pairwise

import numpy as np

import snakelab as sl


def line_drag(pose, twist, load, parameters, wrench, damping, stiffness):
    """Resistance of a straight link of length L: -c_t and -c_n per length, with its moment c_n L^3 / 12."""
    length, along, across = parameters[0], parameters[1], parameters[2]
    damping[0, 0], damping[1, 1], damping[5, 5] = along * length, across * length, across * length**3 / 12
    wrench[0], wrench[1] = -along * length * twist[0], -across * length * twist[1]
    wrench[5] = -across * length**3 / 12 * twist[5]


def swimmer(n_links=3, ratio=2.0):
    """Links of total length 1 with drag along them."""
    link = sl.Link(1 / n_links, mass=1.0)
    robot = sl.Robot([link, *(n_links - 1) * [sl.Revolute("z"), link]], base="planar")
    return sl.build_model(robot, sl.World([sl.UserLaw(line_drag, (1 / n_links, 1.0, ratio))]))


def centre_drag_swimmer(ratio=2.0):
    """Three links of total length 1 with drag at their centres only."""
    link = sl.Link(1 / 3, mass=1.0)
    robot = sl.Robot([link, sl.Revolute("z"), link, sl.Revolute("z"), link], base="planar")
    return sl.build_model(robot, sl.World([sl.ViscousFriction(1.0, ratio)]))


def integrated_square(ratio, amplitude, n_steps=400):
    """Displacement (x, y, heading) of Purcell's swimmer over one square, integrated by Runge-Kutta 4.

    Written on its own: the middle link's pose is (x, y, theta), the outer links are at angles theta - a1 and theta + a2 with
    the joints at -+ L / 2, and drag is summed over 400 points along the three links.
    """
    L = 1 / 3
    along = (np.arange(400) + 0.5) / 400 - 0.5
    corners = amplitude * np.array([[1, 1], [-1, 1], [-1, -1], [1, -1], [1, 1]], float)
    pose = np.zeros(3)

    def velocity(pose, angles, rates):
        unknowns = []
        for motion in (*np.eye(5)[:3], np.array([0, 0, 0, *rates])):
            force = np.zeros(3)
            for side, turn, spin in ((-1, -angles[0], -motion[3]), (0, 0.0, 0.0), (1, angles[1], motion[4])):
                direction = pose[2] + turn
                t = np.array([np.cos(direction), np.sin(direction)])
                axis = np.array([np.cos(pose[2]), np.sin(pose[2])])
                arm = side * L / 2 * axis + np.outer(L * along + side * L / 2, t)
                own = np.outer(L * along + side * L / 2, t)
                v = motion[:2] + motion[2] * np.column_stack([-arm[:, 1], arm[:, 0]])
                v = v + spin * np.column_stack([-own[:, 1], own[:, 0]])
                drag = -ratio * v + (ratio - 1) * np.outer(v @ t, t)
                force[:2] += drag.mean(axis=0) * L
                force[2] += (arm[:, 0] * drag[:, 1] - arm[:, 1] * drag[:, 0]).mean() * L
            unknowns.append(force)
        return -np.linalg.solve(np.array(unknowns[:3]).T, unknowns[3])

    for start, end in pairwise(corners):
        rates, h = end - start, 1 / n_steps
        for k in range(n_steps):
            k1 = velocity(pose, start + k * h * rates, rates)
            k2 = velocity(pose + h / 2 * k1, start + (k + 0.5) * h * rates, rates)
            k3 = velocity(pose + h / 2 * k2, start + (k + 0.5) * h * rates, rates)
            k4 = velocity(pose + h * k3, start + (k + 1) * h * rates, rates)
            pose = pose + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
    return pose
