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
    assert line.startswith("on average the 2 servos were at their torque limits ")
    assert "the robot cannot do what the gait demands (largest error " in line and "); raise torque_limit" in line


def test_an_impossible_demand_stands_before_all_other_remarks():
    joint = sl.Revolute("z", actuator=sl.Servo(20.0, 0.5, torque_limit=0.003))
    robot = sl.Robot([LINK, joint, LINK, joint, LINK])
    run = sl.simulate(sl.build_model(robot), sl.SerpenoidGait(0.8, 6.0, 0.8, ramp=0.2), 2.0, record_rate=50)
    assert [line.split()[0] for line in sl.remarks(run)] == ["on", "no"]  # servos, and "no force acts on the robot"


def test_one_saturated_servo_of_several_is_reported_by_its_name():
    weak, strong = (sl.Revolute("z", actuator=sl.Servo(20.0, 0.5, torque_limit=limit)) for limit in (0.003, 5.0))
    robot = sl.Robot([LINK, weak, LINK, strong, LINK, strong, LINK], "planar")
    world = sl.World([sl.LinkFriction(0.5, 0.8, shape="per_axis")])
    run = sl.simulate(sl.build_model(robot, world), sl.SerpenoidGait(0.8, 6.0, 0.8, ramp=0.2), 2.0, record_rate=50)
    (line,) = (line for line in sl.remarks(run) if "torque limit" in line)
    assert line.startswith("joint1 was at the torque limit ") and "the targets are not followed (largest error " in line


def test_a_servo_with_enough_torque_is_not_reported():
    assert remarks_of(5.0) == []
