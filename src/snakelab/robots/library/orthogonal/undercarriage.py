"""The passive wheels of the orthogonal snakes: two under a link, each with its bracket."""

from dataclasses import replace
from typing import Any

import numpy as np

from snakelab.geometry.inertia import as_one, disc
from snakelab.robots.parts import Link, Wheel

# Of the authors' model files: masses [kg], radius and width [m].
BRACKET, WHEEL = 0.05277, 0.03846
RADIUS, WIDTH = 0.018, 0.005
# How far to the side the wheels stand, share of the link's half width: 49 mm of 55 mm.
ASIDE = 0.049 / 0.055


def on_wheels(link: Link, x: float, friction: float) -> Link:
    """The link with two wheels under it, their mass and inertia in it.

    The axle lies across, as deep as the link reaches. A wheel has the inertia of a disc; its bracket, whose shape is not
    told, is a point at its centre. The source gives the place for links behind a yaw of the largest snake, at their tail
    end; that it is the head's front end there, which spaces all pairs evenly, and in proportion on the smaller snakes, is
    assumed. With both brackets and wheels in 15 pairs it is 2.74 kg, the source's 2.7 kg.

    Args:
        link: Without wheels.
        x: Of the axle, from the tail end [m].
        friction: Along the roll [-].

    Source: the published model files of Liu, Zang and Gao, Bio-Inspired Multimodal Motion Gait Control of Snake Robots
    with Environmental Adaptability Based on ROS, 2024.
    """
    y, z = ASIDE * link.shape.half_width, -link.shape.half_height
    places = [np.array([x, side * y, z]) for side in (1, -1)]
    own = link.whole_mass, link.com_point(), link.inertia_matrix()
    turning = disc(WHEEL, RADIUS, WIDTH, np.array([0.0, 1.0, 0.0]))
    mass, com, inertia = as_one([own, *((BRACKET + WHEEL, place, turning) for place in places)])
    wheels = tuple(Wheel((float(p[0]), float(p[1]), float(p[2])), RADIUS, friction) for p in places)
    rows: Any = tuple(tuple(row) for row in inertia.tolist())  # so that links can be compared
    return replace(link, mass=mass, com=tuple(com.tolist()), inertia=rows, wheels=wheels)
