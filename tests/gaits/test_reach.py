"""A gait beyond a joint's range: refused for prescribed joints, a warning for servos, with the largest amplitude that fits."""

import math
import warnings

import numpy as np
import pytest

import snakelab as sl

LINK = sl.Link(0.1, 0.1, sl.Box(0.04, 0.03))


def snake(*limits, actuator=None):
    joints = [sl.Revolute("z", actuator or sl.Prescribed(), limits=bounds) for bounds in limits]
    return sl.build_model(sl.Robot([LINK, *(part for joint in joints for part in (joint, LINK))], "planar"))


WIDE, NARROW = sl.Limits(-1.0, 1.0), sl.Limits(-0.3, 0.4)


def test_a_serpenoid_wave_beyond_the_range_names_the_largest_amplitude_that_fits():
    model = snake(WIDE, NARROW, WIDE)
    words = "moves joint2 to -0.5 rad, and its limit is -0.3 rad; the largest admissible amplitude is 0.3"
    with pytest.raises(sl.errors.GaitError, match=words):
        sl.SerpenoidGait(0.5, 3.0, 0.8).reference(model)
    sl.SerpenoidGait(0.3, 3.0, 0.8).reference(model)


@pytest.mark.parametrize(
    ("gait", "most"),
    [
        (sl.SerpenoidGait(0.5, 3.0, 0.8, offset=0.1), 0.3),
        (sl.SerpenoidGait(0.5, 3.0, 0.8, offset=-0.1), 0.2),
        (sl.SerpenoidGait(0.9, 3.0, 0.8, profile=[1.0, 0.5, 1.0]), 0.6),
        (sl.SerpenoidGait(-0.5, 3.0, 0.8), -0.3),
    ],
)
def test_the_amplitude_that_is_named_fits(gait, most):
    model = snake(WIDE, NARROW, WIDE)
    with pytest.raises(sl.errors.GaitError, match=f"largest admissible amplitude is {most:g}$"):
        gait.reference(model)
    fitting = sl.SerpenoidGait(most, gait.angular_frequency, 0.8, offset=gait.offset, profile=gait.profile)
    fitting.reference(model)
    with pytest.raises(sl.errors.GaitError):
        sl.SerpenoidGait(1.01 * most, 3.0, 0.8, offset=gait.offset, profile=gait.profile).reference(model)


def test_an_offset_that_is_out_of_range_already_is_reported():
    with pytest.raises(sl.errors.GaitError, match="the centre is out of range: use another offset"):
        sl.SerpenoidGait(0.1, 3.0, 0.8, offset=0.6).reference(snake(WIDE, NARROW))


def test_a_servo_command_beyond_the_joint_limit_gives_a_warning():
    model = snake(WIDE, NARROW, actuator=sl.Servo(kp=2.0))
    with pytest.warns(sl.SnakelabWarning, match="SerpenoidGait moves joint2 to .*largest admissible amplitude is 0.3"):
        sl.SerpenoidGait(0.5, 3.0, 0.8).reference(model)


def test_a_passive_joint_follows_no_target():
    joints = [sl.Revolute("z"), sl.Revolute("z", sl.Passive(), limits=NARROW)]
    model = sl.build_model(sl.Robot([LINK, *(part for joint in joints for part in (joint, LINK))], "planar"))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        sl.SerpenoidGait(0.5, 3.0, 0.8).reference(model)


def test_a_table_beyond_the_range_gives_the_largest_fraction_that_fits():
    times = np.linspace(0, 2, 9)
    angles = np.outer(np.sin(math.pi * times), [0.5, 0.5])
    angles[-1] = angles[0]
    model = snake(WIDE, NARROW)
    with pytest.raises(
        sl.errors.GaitError, match=r"TableGait moves joint2 to .*the largest admissible scale of its angles is 0.6$"
    ):
        sl.TableGait(times, angles, repeat=True).reference(model)
    sl.TableGait(times, 0.6 * angles, repeat=True).reference(model)


def test_a_joint_without_limits_that_a_table_does_not_move_causes_no_warning():
    times = np.linspace(0, 2, 9)
    angles = np.outer(np.sin(math.pi * times), [0.0, 0.5])
    angles[-1] = angles[0]
    with warnings.catch_warnings(), pytest.raises(sl.errors.GaitError, match=r"scale of its angles is 0.6$"):
        warnings.simplefilter("error")
        sl.TableGait(times, angles, repeat=True).reference(snake(sl.Limits(-math.inf, math.inf), NARROW))


def test_an_orthogonal_gait_names_the_largest_amplitudes_that_fit():
    robot = sl.robots.library.snake_iii()
    parts = [
        sl.Revolute(part.axis, part.actuator, limits=sl.Limits(-0.2, 0.2), name=part.name) if part.coordinates else part
        for part in robot.parts
    ]
    model = sl.build_model(sl.Robot(parts, base_end=robot.base_end))
    with pytest.raises(sl.errors.GaitError, match=r"the largest amplitudes that fit are 0\.\d+ times these"):
        sl.gaits.NamedGait("CL").reference(model)
