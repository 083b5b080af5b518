"""Motions that a real robot cannot make are reported, and what they say to type helps."""

import re
import warnings
from dataclasses import replace

import numpy as np
import pytest

import snakelab as sl
from snakelab.errors import SimulationError, SnakelabWarning


def shot(speed, surface, *, stiffness=1e4, step=2e-3, n_links=1):
    """A short round link, or two, thrown along x from the origin."""
    link = sl.Link(0.04, 0.1, sl.Cylinder(0.02))
    robot = sl.Robot([link, *(n_links - 1) * [sl.Revolute("z"), link]])
    model = sl.build_model(robot, sl.World([sl.Contact(surface, stiffness, name="wall")]))
    state = replace(sl.initial_state(model), base_velocity=np.array([speed, 0, 0, 0, 0, 0.0]))
    return sl.simulate(model, duration=1.5 / speed, state=state, step=step)


def went_through(recording):
    return [line for line in sl.remarks(recording) if "penetrated or crossed" in line]


def test_a_fast_body_through_a_thin_plate_is_reported_with_its_speed_the_thickness_and_what_would_stop_it():
    plate = sl.Block((0.01, 1, 1), (0.5, 0, 0))
    with pytest.warns(
        SnakelabWarning, match=r"a link penetrated or crossed 'wall', 10 mm thick: link1 at t = .* s and 10 m/s"
    ):
        (line,) = went_through(shot(10.0, plate))
    step, stiffness = re.search(r"(?:try step=(\S+) and )?give that .*stiffness of at least (\S+) N/m", line).groups()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        after = shot(10.0, plate, stiffness=float(stiffness), **({} if step is None else {"step": float(step)}))
    assert not went_through(after) and (after["link_position"].values[:, 0, 0] < 0.5).all()


@pytest.mark.filterwarnings("ignore::snakelab.SnakelabWarning")
@pytest.mark.parametrize(
    ("surface", "thick"), [(sl.Pole(0.005, (0.5, 0, 0)), "10 mm"), (sl.Block((0.05, 1, 1), (0.5, 0, 0)), "50 mm")]
)
def test_a_pole_is_passed_and_a_link_stays_in_a_thick_block(surface, thick):
    (line,) = went_through(shot(30.0, surface))
    assert f"'wall', {thick} thick: link1" in line and "30 m/s" in line


def test_a_body_that_bounces_off_or_passes_beside_is_not_reported():
    for speed, surface in ((1.0, sl.Block((0.01, 1, 1), (0.5, 0, 0))), (10.0, sl.Block((0.01, 1, 1), (0.5, 0.55, 0)))):
        assert not went_through(shot(speed, surface))


def squeezing(length):
    section = sl.SoftSection(0.1, 0.1, 0.01, 0.02, actuators=sl.Prescribed())
    model = sl.build_model(sl.Robot([section]))
    return model, sl.FunctionGait(lambda t: np.full(3, (length - 0.1) * 0.5 * (1 - np.cos(np.pi * t))))


def test_a_section_pressed_to_a_negative_length_under_way_is_reported_with_the_time():
    model, gait = squeezing(-0.02)
    with pytest.warns(
        SnakelabWarning, match=r"pressed to a length of -\S+ m, section1 at t = 0\.\d+ s: it cannot be shorter"
    ):
        recording = sl.simulate(model, gait, 1.0)
    assert any("pressed to a length of" in line for line in sl.remarks(recording))
    model, gait = squeezing(0.02)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        sl.simulate(model, gait, 1.0)


def test_a_start_with_a_section_of_negative_length_is_refused():
    model = sl.build_model(sl.Robot([sl.Link(0.1, 0.1), sl.SoftSection(0.1, 0.1, 0.01, 0.02)]))
    with pytest.raises(
        SimulationError, match=r"section2 starts with a length of -0\.02 m: .* write a mean above -0\.1 m"
    ):
        sl.simulate(model, duration=0.1, state=sl.initial_state(model, q=[-0.12, -0.12, -0.12]))


@pytest.mark.thorough
@pytest.mark.parametrize("base_end", ["tail", "head"])
def test_a_rod_compressed_below_zero_at_one_place_is_reported_with_the_time(base_end):
    rod = sl.Rod(0.3, 0.01, 1000, 1e6, strains=("bend_y", "stretch"), degree=1, actuators=sl.Prescribed(), name="arm")
    model = sl.build_model(sl.Robot([rod], "fixed", base_end=base_end))

    def gait(most):
        return sl.FunctionGait(lambda t: np.array([0, 0, -0.2, most]) * (1 - np.cos(np.pi * t)) / 2)

    with pytest.warns(
        SnakelabWarning,
        match=r"a rod was compressed to -0\.\d+ times the length at rest, arm at t = 0\.9\d* s: it cannot",
    ):
        recording = sl.simulate(model, gait(-0.105), 1.0)
    assert any("a rod was compressed" in line for line in sl.remarks(recording))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        sl.simulate(model, gait(-0.09), 1.0)


def tipped_off(duration, *media):
    """Two hinged links that lie across a bar, most of them on one side: they tip and slide off."""
    link = sl.Link(0.3, 0.2, sl.Cylinder(0.02))
    robot = sl.Robot([link, sl.Revolute("y", actuator=sl.Passive()), link])
    bar = sl.Contact(sl.Block((0.1, 1.0, 0.1), (0.0, 0.0, -0.05)), name="bar")
    model = sl.build_model(robot, sl.World([sl.Gravity(), bar, *media]))
    return sl.simulate(model, duration=duration, state=sl.initial_state(model, position=(-0.1, 0.0, 0.02)))


def lost_support(recording):
    return [line for line in sl.remarks(recording) if "lost its support" in line]


def test_a_robot_that_leaves_its_support_is_reported_with_time_drop_and_speed():
    with pytest.warns(SnakelabWarning, match="lost its support and fell freely"):
        recording = tipped_off(4.0)
    (line,) = lost_support(recording)
    begin, drop, speed = map(float, re.search(r"from t = (\S+) s .* by (\S+) m, and reached (\S+) m/s", line).groups())
    assert 0.05 < begin < 1.5 and speed == pytest.approx(np.linalg.norm(recording["com_velocity"].values[-1]), rel=0.01)
    assert drop == pytest.approx(0.5 * 9.81 * (4.0 - begin) ** 2, rel=0.3)


@pytest.mark.filterwarnings("ignore::snakelab.SnakelabWarning")
def test_a_fall_onto_the_ground_is_no_remark():
    assert not lost_support(tipped_off(3.0, sl.Contact(sl.Plane(point=(0.0, 0.0, -1.0)), name="floor")))
