"""Checks of the initial state: outside of all surfaces, with a free position in the message."""

import re

import numpy as np
import pytest

import snakelab as sl
from snakelab.sim.checks_before_run import check_outside

GROUND = sl.Contact(sl.Plane(), name="ground")
WALL = sl.Contact(sl.Block((0.2, 4.0, 1.0), (-0.1, 0.0, 0.5)), name="wall")
SNAKE = sl.Robot([sl.Link(0.2, 0.1), sl.Revolute("z"), sl.Link(0.2, 0.1)])


def suggested(error):
    return [float(x) for x in re.search(r"position=\((.*?)\)", str(error.value)).group(1).split(", ")]


def test_the_suggested_position_is_outside_of_all_surfaces():
    model = sl.build_model(SNAKE, sl.World([GROUND, WALL]))
    with pytest.raises(sl.errors.SimulationError, match=r"link1\S* is 0\.\d+ m deep in 'wall'") as error:
        sl.simulate(model, duration=0.1, state=sl.initial_state(model, position=(-0.06, 0.0, 0.01)))
    place = suggested(error)
    assert place[0] >= 0.0 and place[2] > 0.0
    check_outside(model, sl.initial_state(model, position=place))


def test_a_body_that_ends_at_a_wall_may_start():
    model = sl.build_model(SNAKE, sl.World([WALL]))
    check_outside(model, sl.initial_state(model, position=(0.0, 0.0, 0.5)))


def test_a_body_without_room_is_reported_without_a_position():
    slot = [
        sl.Contact(sl.Plane((0, 0, 1)), name="floor"),
        sl.Contact(sl.Plane((0, 0, -1), (0, 0, 0.04)), name="ceiling"),
    ]
    robot = sl.Robot([sl.Link(0.2, 0.1, sl.Cylinder(0.05))])
    model = sl.build_model(robot, sl.World(slot))
    with pytest.raises(sl.errors.SimulationError, match="no free position was found near it"):
        sl.simulate(model, duration=0.1)


def test_a_batch_reports_the_same_as_a_single_run():
    model = sl.build_model(SNAKE, sl.World([GROUND]))
    deep = sl.initial_state(model, position=(0.0, 0.0, -0.1))
    with pytest.raises(sl.errors.SimulationError) as single:
        sl.simulate(model, duration=0.1, state=deep)
    with pytest.raises(sl.errors.SimulationError) as batch:
        sl.Batch(model, 2, period=0.1).reset(states=[sl.initial_state(model, position=(0.0, 0.0, 0.1)), deep])
    assert str(batch.value) == str(single.value)


def test_a_body_that_grips_and_one_that_rests_may_start():
    model = sl.build_model(SNAKE, sl.World([GROUND]))
    radius = float(np.max(model.arrays.rings["radius"]))
    check_outside(model, sl.initial_state(model, position=(0.0, 0.0, 0.4 * radius)))
    with pytest.raises(sl.errors.SimulationError):
        check_outside(model, sl.initial_state(model, position=(0.0, 0.0, 0.2 * radius)))
