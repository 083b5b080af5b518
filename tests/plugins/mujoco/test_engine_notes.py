"""What is noted of MuJoCo's laws beside ours: a line for each thing that applies."""

import snakelab as sl
from snakelab.plugins.mujoco.engine.mujoco_engine import differences

LINK = sl.Link(0.1, mass=0.1, section=sl.Cylinder(0.02))


def log(friction):
    return sl.build_model(sl.Robot([LINK]), sl.World([sl.Gravity(), sl.Contact(friction=friction)]))


def test_a_robot_without_contacts_has_only_the_step_to_differ():
    (line,) = differences(sl.build_model(sl.Robot([LINK]), sl.World([])))
    assert "first order" in line


def test_friction_and_contacts_are_reported_where_there_are_any():
    smooth, rough = differences(log(None)), differences(log(sl.SurfaceFriction(0.3, eps=5e-3)))
    assert not any("friction" in line for line in smooth) and any("thousandth" in line for line in smooth)
    (line,) = [line for line in rough if "friction" in line]
    assert "at its load" in line and "here 0.005 m/s" in line and "resting load" not in line
