"""Load of LinkFriction: the weight under the world's gravity, unless the law states its own."""

import warnings

import numpy as np
import pytest
from numpy.testing import assert_allclose

import snakelab as sl
from snakelab.physics.kinematics import sensed_gravity

MU = 0.3


def model_on(*media: object, **friction: object) -> sl.Model:
    """A link of 0.5 kg on a planar base, with isotropic friction."""
    return sl.build_model(
        sl.Robot([sl.Link(0.1, mass=0.5)], base="planar"), sl.World([sl.LinkFriction(MU, **friction), *media])
    )


def braking(model: sl.Model, engine: object = None) -> float:
    """Mean deceleration of a link that slides at 1 m/s [m/s^2]."""
    start = sl.initial_state(model, velocity=(0.0, 1.0, 0, 0, 0, 0))
    options = {} if engine is None else {"engine": engine}
    run = sl.simulate(model, duration=0.1, state=start, **options)
    return float(1.0 - run["com_velocity"].values[-1, 1]) / 0.1


@pytest.mark.parametrize(
    ("gravity", "pressing"),
    [
        ((), 9.81),
        ((sl.Gravity(),), 9.81),
        ((sl.Gravity(1.62),), 1.62),
        ((sl.Gravity((0.0, 0.0, -4.0)),), 4.0),
        ((sl.Gravity(1.0), sl.Gravity(2.0)), 3.0),
    ],
)
def test_the_load_is_the_weight_on_the_ground_under_the_worlds_gravity(gravity, pressing):
    assert_allclose(braking(model_on(*gravity)), MU * pressing, rtol=1e-3)


@pytest.mark.parametrize("gravity", [(), (sl.Gravity(),), (sl.Gravity(1.62),)])
def test_a_stated_gravity_takes_precedence(gravity):
    assert_allclose(braking(model_on(*gravity, gravity=2.5)), MU * 2.5, rtol=1e-3)
    assert_allclose(braking(model_on(*gravity, gravity=2.5, load_fraction=0.4)), MU * 1.0, rtol=1e-3)


@pytest.mark.parametrize("gravity", [sl.Gravity(0.0), sl.Gravity((9.81, 0.0, 0.0)), sl.Gravity((0.0, 0.0, 9.81))])
def test_gravity_that_does_not_press_on_the_ground_gives_no_friction_and_says_so(gravity):
    with pytest.warns(sl.SnakelabWarning, match="LinkFriction carries no load .* does not press on its ground"):
        model = model_on(gravity)
    assert abs(braking(model)) < 1e-9
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        model_on(gravity, gravity=9.81)


def test_a_robot_in_a_world_with_gravity_of_zero_weighs_nothing():
    weightless = sl.build_model(sl.Robot([sl.Link(0.1, mass=0.5)]), sl.World([sl.Gravity(0.0)]))
    assert_allclose(weightless.arrays.stations["weight"], 0.0)


def test_an_accelerometer_feels_the_gravity_under_which_the_ground_carries_the_robot():
    assert_allclose(sensed_gravity(model_on(gravity=1.62)), [0, 0, -1.62])
    assert_allclose(sensed_gravity(model_on(sl.Gravity(3.7), gravity=1.62)), [0, 0, -3.7])


def test_mujoco_takes_the_same_load():
    pytest.importorskip("mujoco")
    from snakelab.plugins.mujoco.engine.mujoco_engine import MujocoEngine

    for media, friction, pressing in (((sl.Gravity(1.62),), {}, 1.62), ((), {"gravity": 2.5}, 2.5), ((), {}, 9.81)):
        actual = braking(model_on(*media, **friction), MujocoEngine())
        assert_allclose(actual, MU * pressing, rtol=0.01)


def test_a_scenario_that_states_gravity_still_loads(tmp_path):
    path = tmp_path / "lunar.yaml"
    path.write_text(
        "name: lunar\nrobot: {base: planar, parts: [link: {length: 0.1, mass: 0.5}]}\n"
        "world: {media: [{link_friction: {mu_tangential: 0.3, gravity: 1.62}}]}\n"
        "duration: 0.01\n"
    )
    assert sl.load_scenario(path).world.media == (sl.LinkFriction(MU, gravity=1.62),)


def test_under_tilted_gravity_the_load_is_the_part_along_the_grounds_normal():
    """m g cos(angle), as on a slope."""
    angle = 0.5
    down = 9.81 * np.array([np.sin(angle), 0.0, -np.cos(angle)])
    planar = model_on(sl.Gravity(tuple(down)))
    start = sl.initial_state(planar, velocity=(1.0, 0, 0, 0, 0, 0))
    slid = sl.simulate(planar, duration=0.2, state=start)["com_velocity"].values[-1, 0]
    assert_allclose(slid, 1.0 + 0.2 * 9.81 * (np.sin(angle) - MU * np.cos(angle)), rtol=1e-3)
