"""A robot that nothing carries, or on which nothing acts, is reported by the remarks of its run and by `snakelab check`."""

import warnings

import pytest

import snakelab as sl
from snakelab.results.diagnostics import NO_GRAVITY, NOTHING_ACTS, without_support

LINK = sl.Link(0.1, 0.1, sl.Box(0.04, 0.03))
PARTS = [LINK, sl.Revolute("z"), LINK, sl.Revolute("z"), LINK]
WAVE = sl.SerpenoidGait(0.5, 3.0, 0.8, ramp=0.2)


def remarks_of(base, media, height=0.015):
    model = sl.build_model(sl.Robot(PARTS, base), sl.World(media))
    position = (0.0, 0.0, height if base == "floating" else 0.0)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", sl.SnakelabWarning)
        recording = sl.simulate(model, WAVE, 0.5, state=sl.initial_state(model, position=position))
    warned = NO_GRAVITY in [str(warning.message) for warning in caught]
    assert warned == (without_support(model.robot, model.world) == NO_GRAVITY)
    return without_support(model.robot, model.world), sl.remarks(recording)


def test_a_free_fall_is_reported_before_and_after():
    before, after = remarks_of("floating", [sl.Gravity()])
    assert before.startswith("the robot has no support and falls freely; add a ground: contact:")
    (line,) = after
    assert line.startswith("the robot fell freely at 9.81 m/s^2 for the whole run, without support: add a ground")


@pytest.mark.parametrize("base", ["floating", "planar"])
def test_an_empty_world_is_reported(base):
    assert remarks_of(base, []) == (NOTHING_ACTS, [NOTHING_ACTS])


def test_gravity_does_nothing_to_a_planar_base():
    assert remarks_of("planar", [sl.Gravity()]) == (NOTHING_ACTS, [NOTHING_ACTS])


@pytest.mark.parametrize("media", [[sl.Contact()], [sl.Contact(), sl.Gravity(0.0)]])
def test_a_ground_without_gravity_is_reported(media):
    assert remarks_of("floating", media) == (NO_GRAVITY, [NO_GRAVITY])


@pytest.mark.parametrize(
    "media",
    [[sl.Contact(surface=sl.Pole(0.1, (1.0, 0.0, 0.0)))], [sl.Contact(), sl.Fluid()], [sl.Contact(), sl.Gravity()]],
)
def test_contact_that_needs_no_gravity_is_not_reported(media):
    assert NO_GRAVITY not in str(remarks_of("floating", media))


def test_a_robot_that_starts_far_above_its_ground_is_reported():
    before, (after,) = remarks_of("floating", [sl.Gravity(), sl.Contact()], height=10.0)
    assert before == "" and "fell freely" in after and "check its initial position" in after


@pytest.mark.parametrize(
    ("base", "media"),
    [
        ("floating", [sl.Gravity(), sl.Contact()]),
        ("planar", [sl.LinkFriction(0.1, 0.5)]),
        ("floating", [sl.Fluid()]),
        ("fixed", []),
    ],
)
def test_a_robot_that_is_carried_is_not_reported(base, media):
    assert remarks_of(base, media) == ("", [])
