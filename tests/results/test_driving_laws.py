"""Remarks on user-defined laws that gave energy to the robot."""

import json

import pytest

import snakelab as sl


def along(pose, twist, load, parameters, wrench, damping, stiffness):
    """A force along the velocity, or against it, on a body away from x = 0."""
    if pose[0, 3] != 0.1:  # where the trial calls are made
        for axis in range(2):
            wrench[axis] = parameters[0] * load * twist[axis]


@pytest.mark.thorough
@pytest.mark.parametrize(("coefficient", "n_remarks"), [(0.5, 1), (-0.5, 0)])
def test_a_law_that_drives_the_robot_is_remarked(coefficient, n_remarks):
    law = sl.UserLaw(along, parameters=(coefficient,), name="oil")
    robot = sl.Robot([sl.Link(0.2, mass=0.5)], base="planar")
    model = sl.build_model(robot, sl.World([law]))
    run = sl.simulate(model, None, 0.5, state=sl.initial_state(model, velocity=(0.3, 0.1, 0, 0, 0, 0)))
    assert json.loads(run.dataset.attrs["user_laws"]) == ["oil"]
    lines = [line for line in sl.remarks(run) if "law 'oil' did positive work" in line]
    assert len(lines) == n_remarks
