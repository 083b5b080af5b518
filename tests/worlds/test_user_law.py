"""Laws of one's own: compiled once, implicit where they say how, and clear where they cannot be."""

import contextlib
import warnings

import numpy as np
import pytest
from numba import njit
from numpy.testing import assert_allclose

import snakelab as sl
from snakelab.physics.state import work_names
from snakelab.sim.compiled_loop import advance

MASS, LENGTH = 0.5, 0.1
LINK = sl.Link(LENGTH, mass=MASS)


def spring_to_origin(pose, twist, load, parameters, wrench, damping, stiffness):
    """Pull to the world's origin, with its stiffness and damping stated."""
    k, c = parameters[0], parameters[1]
    for i in range(3):
        wrench[i] = -c * twist[i]
        for j in range(3):
            wrench[i] -= k * pose[j, i] * pose[j, 3]  # R^T (-k p)
        damping[i, i] = c
        stiffness[i, i] = k


def explicit_spring_to_origin(pose, twist, load, parameters, wrench, damping, stiffness):
    """The same force, without a word on how it changes."""
    for i in range(3):
        wrench[i] = -parameters[1] * twist[i]
        for j in range(3):
            wrench[i] -= parameters[0] * pose[j, i] * pose[j, 3]


def viscous(pose, twist, load, parameters, wrench, damping, stiffness):
    """`ViscousFriction` again: the weight gives the mass."""
    for i in range(3):
        damping[i, i] = load / 9.81 * parameters[0 if i == 0 else 1]
        wrench[i] = -damping[i, i] * twist[i]


def recorded_arguments(pose, twist, load, parameters, wrench, damping, stiffness):
    """A force that shows one of the numbers that the law sees."""
    place = (pose[0, 3], pose[1, 3], pose[2, 3], pose[0, 0], pose[1, 0], pose[0, 1])
    messages = (*place, twist[0], twist[1], twist[5], load, float(len(parameters)))
    wrench[0] = messages[int(parameters[0])]


def nothing(pose, twist, load, parameters, wrench, damping, stiffness):
    """No force."""


def swing(function: object, parameters: tuple[float, ...], duration: float = 1.0, **options: object) -> sl.Recording:
    """A free link whose centre starts off the origin and moving, turned about an odd axis."""
    model = sl.build_model(sl.Robot([LINK]), sl.World([sl.UserLaw(function, parameters, name="magnet")]))
    quat = np.array([0.8, 0.36, -0.48, 0.0])
    x_axis = np.array([1 - 2 * 0.48**2, 2 * 0.36 * -0.48, -2 * 0.8 * -0.48])  # first column of its rotation
    state = sl.initial_state(model, quaternion=quat, position=START - LENGTH / 2 * x_axis, velocity=(*SPEED, 0, 0, 0))
    return sl.simulate(model, duration=duration, state=state, **options)


START, SPEED = np.array([0.2, -0.1, 0.05]), np.array([0.0, 0.5, -0.3])


def oscillator(t: np.ndarray, k: float, c: float) -> np.ndarray:
    """Closed form of m x'' = -k x - c x' from START and SPEED, shape (n, 3)."""
    decay = c / (2 * MASS)
    omega = np.sqrt(k / MASS - decay**2)
    t = t[:, None]
    return np.exp(-decay * t) * (START * np.cos(omega * t) + (SPEED + decay * START) / omega * np.sin(omega * t))


# ---- the law acts ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("damping", [0.0, 0.4])
def test_a_spring_to_a_point_is_the_textbook_oscillator(damping):
    recording = swing(spring_to_origin, (20.0, damping))
    assert_allclose(recording["com_position"].values, oscillator(recording["time"].values, 20.0, damping), atol=3e-5)


def test_its_error_falls_with_the_square_of_the_step():
    errors = []
    for step in (5e-3, 2.5e-3):
        recording = swing(spring_to_origin, (20.0, 0.4), step=step)
        errors.append(np.abs(recording["com_position"].values - oscillator(recording["time"].values, 20.0, 0.4)).max())
    assert 3.7 < errors[0] / errors[1] < 4.3


@pytest.mark.thorough
@pytest.mark.parametrize(("integrator", "ratio"), [("plain", 2), ("extrapolated", 4)])
def test_saying_nothing_of_stiffness_changes_the_result_at_the_order_of_the_step_only(integrator, ratio):
    apart = []
    for step in (1e-3, 5e-4):
        ends = [
            swing(law, (20.0, 0.4), step=step, integrator=integrator)["com_position"].values[-1]
            for law in (spring_to_origin, explicit_spring_to_origin)
        ]
        apart.append(np.linalg.norm(ends[0] - ends[1]))
    assert 1e-9 < apart[1] < 1e-2
    assert 0.93 * ratio < apart[0] / apart[1] < 1.07 * ratio


@pytest.mark.thorough
def test_a_stiff_law_that_says_how_it_changes_holds_at_a_large_step():
    stiff = (1e5, 0.0)  # 450 rad/s, at a step of 10 ms
    held = swing(spring_to_origin, stiff, step=1e-2)
    assert held.finished
    assert np.abs(held["com_position"].values[-1]).max() < 1e-3
    assert "diverged" in swing(explicit_spring_to_origin, stiff, step=1e-2).status


@pytest.mark.thorough
def test_a_law_that_repeats_viscous_friction_gives_the_same_run():
    robot = sl.Robot([LINK, *3 * [sl.Revolute(), LINK]], base="planar")
    gait = sl.SerpenoidGait(0.6, 6.0, 0.9)
    laws = sl.ViscousFriction(0.5, 8.0), sl.UserLaw(viscous, (0.5, 8.0))
    built_in, own = (sl.simulate(sl.build_model(robot, sl.World([law])), gait, duration=0.5) for law in laws)
    for name in ("com_position", "q", "tau", "kinetic_energy"):
        assert_allclose(own[name].values, built_in[name].values, rtol=1e-9, atol=1e-11)
    assert_allclose(own["user_force"].values, built_in["friction_force"].values, rtol=1e-9, atol=1e-11)


@pytest.mark.thorough
def test_a_law_receives_pose_twist_and_load_of_its_station():
    place = {"position": (1, 2, 0), "quaternion": (np.cos(0.3), 0, 0, np.sin(0.3)), "velocity": (0.4, 0.1, 0, 0, 0, 2)}
    messages = []
    for i in range(11):
        world = sl.World([sl.UserLaw(recorded_arguments, (i, 7.0, 7.0))])
        model = sl.build_model(sl.Robot([LINK], base="planar"), world)
        state = sl.initial_state(model, **place)
        force = sl.simulate(model, duration=1e-3, state=state)["user_force"].values[0, 0]
        messages.append(np.hypot(*force[:2]) * np.sign(force @ [np.cos(0.6), np.sin(0.6), 0]))
    c, s = np.cos(0.6), np.sin(0.6)
    centre = [1 + LENGTH / 2 * c, 2 + LENGTH / 2 * s, 0]
    velocity = [c * 0.4 + s * 0.1, -s * 0.4 + c * 0.1 + 2 * LENGTH / 2, 2]
    assert_allclose(messages, [*centre, c, s, -s, *velocity, MASS * 9.81, 3], atol=1e-12)


@pytest.mark.thorough
def test_the_weight_follows_the_worlds_gravity():
    world = sl.World([sl.Gravity(1.62), sl.UserLaw(recorded_arguments, (9.0,))])
    recording = sl.simulate(sl.build_model(sl.Robot([LINK], base="planar"), world), duration=1e-3)
    assert_allclose(recording["user_force"].values[0, 0], [MASS * 1.62, 0, 0])


def test_its_force_and_its_work_are_recorded_under_its_name():
    recording = swing(spring_to_origin, (20.0, 0.0), step=1e-3)
    x = recording["com_position"].values
    assert_allclose(recording["magnet_force"].values[:, 0], -20.0 * x, atol=0.02)
    stored = 10.0 * (x**2).sum(axis=1)
    done = recording["work"].sel(term="magnet").values
    assert_allclose(done, stored[0] - stored, atol=1e-5)


# ---- compiled once -----------------------------------------------------------------------------------------------------
@pytest.mark.thorough
def test_the_same_function_is_compiled_once_whatever_its_numbers():
    first, second = sl.UserLaw(spring_to_origin, (1.0, 0.0)), sl.UserLaw(spring_to_origin, (2.0, 0.0), name="other")
    assert first.address == second.address
    assert first.address != sl.UserLaw(nothing).address


@pytest.mark.thorough
def test_neither_new_numbers_nor_a_new_law_recompile_the_engine():
    before = swing(spring_to_origin, (20.0, 0.0), 0.1)["com_position"].values[-1]
    compiled = len(advance.signatures)
    after = swing(spring_to_origin, (40.0, 0.0), 0.1)["com_position"].values[-1]
    swing(nothing, (), 0.1)
    assert len(advance.signatures) == compiled
    assert np.linalg.norm(after - before) > 1e-3


@pytest.mark.thorough
def test_a_function_that_numba_has_already_compiled_is_taken_as_it_is():
    compiled = swing(njit(spring_to_origin), (20.0, 0.4), 0.1)["com_position"].values
    assert_allclose(compiled, swing(spring_to_origin, (20.0, 0.4), 0.1)["com_position"].values, atol=1e-12)


# ---- names -------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("names", ["magnet magnet", "side_wind side_wind", "friction_2 friction", "gravity", "spring"])
def test_forces_of_one_name_are_kept_apart_or_refused(names):
    media = [sl.UserLaw(nothing, name=name) for name in names.split()]
    with contextlib.suppress(sl.errors.WorldError):
        terms = work_names(
            sl.build_model(sl.Robot([LINK]), sl.World([sl.LinkFriction(0.1, 0.5, shape="per_axis"), *media]))
        )
        assert len(set(terms)) == len(terms)


# ---- what cannot be ----------------------------------------------------------------------------------------------------
def too_few(pose, twist):
    """Not what the engine calls."""


def not_compiled(pose, twist, load, parameters, wrench, damping, stiffness):
    """Python only."""
    wrench[0] = {"a": object()}["a"]


class Magnet:
    """A callable that Numba cannot compile."""

    def __call__(self, pose, twist, load, parameters, wrench, damping, stiffness):
        """No force."""


ARGUMENTS = "pose, twist, load, parameters, wrench, damping, stiffness"
IMPOSSIBLE = [
    (lambda: sl.UserLaw(too_few), ["'too_few' takes 2 arguments, (pose, twist); write", ARGUMENTS]),
    (lambda: sl.UserLaw(not_compiled), ["'not_compiled'", "does not compile", ARGUMENTS]),
    (lambda: sl.UserLaw("wind"), ["UserLaw function", ARGUMENTS, "'wind'"]),
    (lambda: sl.UserLaw(None), ["UserLaw function", ARGUMENTS, "None"]),
    (lambda: sl.UserLaw(Magnet()), ["UserLaw function", ARGUMENTS, "Magnet"]),
    (lambda: sl.UserLaw(np.sin), ["UserLaw function", ARGUMENTS, "sin"]),
    (lambda: sl.UserLaw(nothing, name="side wind"), ["UserLaw name", "a plain word", "'side wind'"]),
    (lambda: sl.UserLaw(nothing, name=5), ["UserLaw name", "a plain word", "5"]),
    (lambda: sl.UserLaw(nothing, (1.0, np.nan)), ["UserLaw parameters", "finite numbers", "nan"]),
    (lambda: sl.UserLaw(nothing, "soft"), ["UserLaw parameters", "numbers", "'soft'"]),
    (lambda: sl.UserLaw(nothing, 3.0), ["UserLaw parameters", "list of numbers", "3.0"]),
    (lambda: sl.World([sl.UserLaw]), ["World media[0]", "UserLaw(...)"]),
    (lambda: sl.World([nothing]), ["World media[0]", "UserLaw", "nothing"]),
]


@pytest.mark.parametrize(("make", "words"), IMPOSSIBLE, ids=[f"{words[0]} {words[-1]}" for _, words in IMPOSSIBLE])
def test_a_law_that_cannot_be_says_the_value_and_what_is_allowed(make, words):
    with pytest.raises(sl.errors.WorldError) as caught:
        make()
    for word in words:
        assert word in str(caught.value)


def too_far(pose, twist, load, parameters, wrench, damping, stiffness):
    wrench[0] = parameters[3]


def returns(pose, twist, load, parameters, wrench, damping, stiffness):
    return -twist


def drives(pose, twist, load, parameters, wrench, damping, stiffness):
    damping[0, 0] = -1.0


def breaks(pose, twist, load, parameters, wrench, damping, stiffness):
    wrench[0] = np.log(-1.0 - parameters[0])


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("function", "message"),
    [
        (too_far, "IndexError"),
        (returns, "return nothing"),
        (drives, "damping with a negative matrix; .* for friction that decreases with speed write the secant"),
        (breaks, "not finite"),
    ],
)
def test_what_compiled_code_would_not_notice_is_found_by_a_trial(function, message):
    with np.errstate(invalid="ignore"), pytest.raises(sl.errors.WorldError, match=message):
        sl.UserLaw(function, [1.0])


@pytest.mark.thorough
def test_what_numba_cannot_read_at_all_is_reported_in_one_line():
    def prints(pose, twist, load, parameters, wrench, damping, stiffness):
        print(f"{twist[0]:.3f}")

    with pytest.raises(
        sl.errors.WorldError, match=r"'prints' does not compile with Numba; .* Message of Numba: \S"
    ) as error:
        sl.UserLaw(prints)
    assert "\n" not in str(error.value)
    assert error.value.__cause__ is None


def _drag(pose, twist, load, parameters, wrench, damping, stiffness):
    for axis in range(3):
        wrench[axis] = parameters[0] * twist[axis]


@pytest.mark.thorough
def test_a_drag_with_the_wrong_sign_is_reported_once():
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        law = sl.UserLaw(_drag, parameters=(0.5,))
        sl.build_model(sl.Robot([sl.Link(0.1, 0.1)]), sl.World([law, sl.Contact(friction=law)]))
    assert sum("drives the body" in str(one.message) for one in caught) == 1


@pytest.mark.thorough
def test_a_drag_with_the_wrong_sign_is_reported_when_it_is_made():
    with pytest.warns(
        sl.SnakelabWarning,
        match=r"UserLaw .oil. drives the body: its function, called with twist = .* as a test, .*0\.14 W.*check the sign",
    ):
        sl.UserLaw(_drag, parameters=(1.0,), name="oil")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        sl.UserLaw(_drag, parameters=(-1.0,), name="oil")
