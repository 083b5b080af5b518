"""Gaps of the skin in NumPy against those of the compiled record."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose

import snakelab as sl
from chains import mixed_robot, random_state
from snakelab.physics.clearance import skin_gaps, station_frames
from snakelab.physics.command import constant_reference
from snakelab.physics.record_kernels import record_layout, record_width
from snakelab.sim.engine import SnakelabEngine

RNG = np.random.default_rng(5)
HILLS = sl.HeightField(0.3 * RNG.standard_normal((9, 9)), spacing=0.25, origin=(-1.0, -1.0))
WORLDS = {
    "plane and block": [sl.Plane(), sl.Block((0.4, 0.6, 0.5), (0.4, 0.0, 0.1), (0.2, -0.3, 0.5))],
    "hills": [HILLS],
    "pipe and pole": [
        sl.Pipe([(-1, 0, 0), (0.5, 0, 0), (0.5, 0, 0), (2, 0.3, 0.2)], [0.5, 0.4, 0.2, 0.3]),
        sl.Pole(0.2, (0.3, 0.1, 0)),
    ],
    "walls": [sl.geometry.Extruded([sl.geometry.Post((0.4, 0.02), 0.3)], (-1, -1), (1.5, 1))],
}
SKINS = {"round": sl.Skin(), "points": sl.Skin(points_around=5), "joined": sl.Skin(rings_per_link=3, joined=True)}


def compiled_gaps(model, state):
    row = np.zeros((1, record_width(model)))
    SnakelabEngine().advance(model, constant_reference(state.q), state, np.array([0.0]), row)
    return row[0, record_layout(model)["skin_gap"][0]]


def with_shapes(robot):
    """The robot, its links a cylinder, a box, an ellipse, and one with wheels."""
    sections = [sl.Cylinder(0.04), sl.Box(0.08, 0.05), sl.Ellipse(0.1, 0.06), sl.Cylinder(0.03)]
    wheels = [sl.Wheel((0.05, 0.04, -0.02), 0.05), sl.Wheel((0.05, -0.04, -0.02), 0.05, axle=(0.2, 1.0, 0.1))]
    parts = [
        replace(part, section=sections.pop(0), wheels=() if sections else wheels) if isinstance(part, sl.Link) else part
        for part in robot.parts
    ]
    return replace(robot, parts=parts)


@pytest.mark.few(2)
@pytest.mark.parametrize("base_end", ["tail", "head"])
@pytest.mark.parametrize("world", WORLDS)
def test_gaps_are_those_of_the_compiled_record(world, base_end):
    rng = np.random.default_rng(3)
    robot = replace(with_shapes(mixed_robot(rng)), base_end=base_end)
    media = [sl.Contact(surface, name=f"s{i}") for i, surface in enumerate(WORLDS[world])]
    n_deep = n_equal = n_edges = 0
    for skin in SKINS.values():
        model = sl.build_model(replace(robot, skin=skin), sl.World(media))
        for _ in range(10):
            state = random_state(model, rng, speed=0.0)
            state = replace(state, base_position=0.3 * rng.normal(size=3))
            found, expected = skin_gaps(model, state), compiled_gaps(model, state)
            # the record takes the radius off the distance of the centre of a ring that is out of reach, and of an edge
            # point that does not act
            edge = np.array([".edge" in name for name in model.skin_names])
            deep = (expected < 0) & ~edge
            # at a bend of a pipe two pieces are equally near, and rounding decides whose direction the normal has
            difference = np.abs(found.gap[deep] - expected[deep])
            assert difference.max(initial=0.0) < (1e-2 if world == "pipe and pole" else 1e-9)
            n_equal += np.count_nonzero(difference < 1e-9)
            assert (found.gap[~deep & ~edge] >= 0).all()
            same = np.abs(found.gap - expected) < 1e-9
            assert (same | (found.gap > expected))[edge & (expected < 0)].all()
            n_edges += np.count_nonzero(same & edge & (expected < 0))
            assert_allclose(
                np.linalg.norm(found.normal[deep], axis=1), 1.0, atol=0.05
            )  # beyond bends of a pipe not quite
            n_deep += np.count_nonzero(deep)
    assert n_deep > 10 and n_equal > 0.97 * n_deep
    assert world == "hills" or n_edges > 0


@pytest.mark.parametrize("base_end", ["tail", "head"])
def test_frames_of_stations_are_those_of_the_recursion(base_end):
    rng = np.random.default_rng(4)
    model = sl.build_model(replace(mixed_robot(rng), base_end=base_end))
    state = random_state(model, rng)
    poses = sl.forward_kinematics(model, state)
    assert_allclose(station_frames(model, state), [poses[name] for name in model.station_names], atol=1e-12)
