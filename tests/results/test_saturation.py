"""A servo that is at its torque limit and does not follow its target is reported by the remarks of its run."""

import snakelab as sl

LINK = sl.Link(0.1, 0.1, sl.Box(0.04, 0.03))


def remarks_of(torque_limit):
    joint = sl.Revolute("z", actuator=sl.Servo(20.0, 0.5, torque_limit=torque_limit))
    robot = sl.Robot([LINK, joint, LINK, joint, LINK], "planar")
    world = sl.World([sl.LinkFriction(0.5, 0.8, shape="per_axis")])
    run = sl.simulate(sl.build_model(robot, world), sl.SerpenoidGait(0.8, 6.0, 0.8, ramp=0.2), 2.0, record_rate=50)
    return [line for line in sl.remarks(run) if "torque limit" in line]


def test_a_saturated_servo_that_does_not_follow_is_reported_with_its_error():
    (line,) = remarks_of(0.003)
    assert "joint1 and 1 more were at the torque limit" in line or "joint2 and 1 more were at the torque limit" in line
    assert (
        "% of the time, so the targets are not followed (largest error " in line and " rad); raise torque_limit" in line
    )


def test_a_servo_with_enough_torque_is_not_reported():
    assert remarks_of(5.0) == []
