"""From a curve to a gait: shapes that follow it, how far off they are, and the ways that bodies make on them."""

import functools
import math
import warnings

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

import snakelab as sl
from snakelab.errors import SnakelabWarning
from snakelab.gaits.body_curves import N_POSE, Line, NeutralAxis
from snakelab.physics.command import targets_at
from snakelab.robots.library.soft_robots import soft_pneumatic

R, PEAK = 0.0125, 0.014
SECTION = 0.15 + PEAK / 2  # the mean length of a section that rolls
BEND = PEAK / (2 * R)
SNAKE = sl.build_model(soft_pneumatic())
ARC = sl.gaits.CircularArc(SECTION / BEND, 3 * SECTION)

LAGS = (math.pi / 3, -math.pi / 6)


@functools.cache
def arc_fit() -> sl.gaits.CurveFit:
    return sl.gaits.fit_curve(SNAKE, ARC, samples=24)


def helix(lag: float, bend: float = 0.5) -> sl.gaits.Helix:
    """The helix that sections of this bend make with this lag from one to the next: torsion is -lag a section."""
    torsion, curvature = -lag / SECTION, bend / SECTION
    square = curvature**2 + torsion**2
    return sl.gaits.Helix(curvature / square, 2 * math.pi * torsion / square, 3 * SECTION)


@functools.cache
def helix_fit(lag: float) -> sl.gaits.CurveFit:
    return sl.gaits.fit_curve(SNAKE, helix(lag), samples=24)


def rigid_snake(world: sl.World | None = None) -> sl.Model:
    link = sl.Link(0.06, mass=0.08, section=sl.Cylinder(0.025))
    joints = [sl.Revolute("z" if i % 2 == 0 else "y") for i in range(16)]
    return sl.build_model(sl.Robot([link, *(part for joint in joints for part in (joint, link))], name="rigid"), world)


# ---- curves ------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "curve", [ARC, helix(0.9), helix(-0.4), sl.gaits.Helix(0.05, 0.0, 0.2), sl.gaits.EllipticWave(0.08, 0.02, 0.6, 1.0)]
)
def test_a_curve_is_as_long_as_it_says_and_comes_back_after_a_cycle(curve):
    for phase in (0.0, 0.3):
        length = np.linalg.norm(np.diff(curve.points(phase), axis=0), axis=1).sum()
        assert_allclose(length, curve.length, rtol=1e-4)
    assert_allclose(curve.points(1.0), curve.points(0.0), atol=1e-12)
    assert np.abs(curve.points(0.5) - curve.points(0.0)).max() > 0.01


@pytest.mark.parametrize("pitch", [0.12, -0.12])
def test_a_helix_turns_to_the_hand_of_its_pitch_and_rises_by_it(pitch):
    turn = math.hypot(2 * math.pi * 0.05, 0.12)
    points = sl.gaits.Helix(0.05, pitch, turn).points(0.0)
    assert_allclose(points[-1] - points[0], [0.12, 0, 0], atol=1e-12)
    side = np.cross(points[50] * [0, 1, 1], points[60] * [0, 1, 1])[0]
    assert math.copysign(1, side) == math.copysign(1, pitch)


def test_an_arc_turns_from_below_toward_minus_y():
    start, quarter = (ARC.points(phase)[-1] for phase in (0.0, 0.25))
    assert start[2] < -0.1 and abs(start[1]) < 1e-12
    assert_allclose(quarter, [start[0], start[2], 0], atol=1e-12)


def test_the_nearest_place_on_a_line_is_where_the_way_there_is_square_to_it():
    line = Line.through(helix(1.0).points(0.0))
    rng = np.random.default_rng(1)
    wanted = rng.uniform(0.05, line.length - 0.05, 20)
    points = line.spline(wanted) + rng.normal(scale=0.005, size=(20, 3))
    way = line.nearest(points, wanted, 0.0)
    assert_allclose(((points - line.spline(way)) * line.spline(way, 1)).sum(axis=1), 0, atol=1e-12)
    assert (
        np.linalg.norm(points - line.spline(way), axis=1) <= np.linalg.norm(points - line.spline(wanted), axis=1)
    ).all()


# ---- the neutral axis --------------------------------------------------------------------------------------------------
MIXED = sl.Robot(
    [
        sl.SoftSection(0.15, mass=0.1, actuator_radius=R, skin_radius=0.02),
        sl.Mount(rotation=(0.7, 0.1, 0), offset=(0.01, 0, 0)),
        sl.Link(0.1, mass=0.1),
        sl.Revolute("y"),
        sl.Prismatic("x"),
        sl.SoftSection(0.1, mass=0.1, actuator_radius=R, skin_radius=0.02),
    ]
)


def test_the_axis_runs_through_the_stations_and_ends_at_the_head():
    model = sl.build_model(MIXED)
    q = np.random.default_rng(2).uniform(0, 0.02, model.n_coordinates)
    x = np.concatenate([[0.1, 0.2, 0.3, 0.4, -0.3], q])
    points, _ = NeutralAxis.of(model).placed(x)
    half = np.array([0.4, -0.3]) / 2
    angle = np.linalg.norm(half)
    quaternion = [math.cos(angle), 0, *(half / angle * math.sin(angle))]
    frames = sl.forward_kinematics(model, sl.initial_state(model, q=q, position=x[:3], quaternion=quaternion))
    expected = [frames[f"section1.{k}"][:3, 3] for k in range(11)]
    assert_allclose(points[:11], expected, atol=1e-12)
    assert_allclose(points[-1], frames["head"][:3, 3], atol=1e-12)


def test_its_derivative_is_that_of_its_points():
    axis = NeutralAxis.of(sl.build_model(MIXED))
    rng = np.random.default_rng(3)
    x = np.concatenate([rng.normal(size=N_POSE), rng.uniform(0, 0.02, 8)])
    along = rng.normal(size=len(x)) * np.where(np.arange(len(x)) < N_POSE, 1.0, 0.02)
    h = 1e-5
    difference = (axis.placed(x + h * along)[0] - axis.placed(x - h * along)[0]) / (2 * h)
    assert_allclose(axis.placed(x)[1] @ along, difference, atol=1e-7)


# ---- fits --------------------------------------------------------------------------------------------------------------
def test_the_fit_of_a_turning_arc_is_the_analytic_roll():
    fit = arc_fit()
    j = np.arange(9) % 3
    sine = PEAK / 2 * (1 + np.sin(2 * math.pi * (fit.phases[:, None] + j / 3)))
    assert fit.errors.max() < 1e-6
    assert_allclose(fit.coordinates, sine, atol=1e-6)


@pytest.mark.parametrize("frequency", [0.5, -0.25])
def test_as_pressures_over_time_too(frequency):
    ours = arc_fit().gait(SNAKE, frequency).reference(SNAKE)
    theirs = sl.RollingGait(PEAK, frequency).reference(SNAKE)
    for t in (0.0, 0.3, 1.7, 40.2):
        value, rate, _ = targets_at(ours, t) - targets_at(theirs, t)
        assert np.abs(value).max() < 20 and np.abs(rate).max() < 1e3  # of 3e5 Pa


@pytest.mark.slow
@pytest.mark.parametrize("lag", [LAGS[0], pytest.param(LAGS[1], marks=pytest.mark.slow)])
def test_the_fit_of_a_turning_helix_is_a_roll_with_a_lag_in_kind(lag):
    fit = helix_fit(lag)
    bends = fit.coordinates[:-1].reshape(24, 3, 3) @ sl.SoftSection(0.15, 0.1, R, 0.02).strain_columns()[:, 4:]
    waves = np.fft.fft(bends[..., 0] - 1j * bends[..., 1], axis=0) / 24  # the plane of bending as one turning arrow
    assert_allclose(np.abs(waves[1]), 0.5, rtol=0.06)
    assert_allclose(np.diff(np.unwrap(np.angle(waves[1]))), lag, rtol=0.08)
    others = np.abs(np.delete(waves, 1, axis=0))
    assert others.max() < 0.02 * 0.5  # the arrow turns evenly
    assert fit.error_fraction < 0.003


@pytest.mark.slow
def test_coordinates_stay_within_what_muscles_can_hold():
    with pytest.warns(SnakelabWarning, match="at their limits: section1"):
        fit = sl.gaits.fit_curve(SNAKE, sl.gaits.EllipticWave(0.03, 0.01, 0.4, 0.465), samples=6)
    assert fit.coordinates.min() >= 0 and fit.coordinates.max() <= 28.0 / 1900.0 + 1e-12
    table = fit.gait(SNAKE, 1.0)
    assert np.min(table.angles) >= 0 and np.max(table.angles) <= 3e5 * (1 + 1e-12)
    table.reference(SNAKE)


def test_a_mounting_rotation_between_sections_is_taken_into_account():
    mounted = sl.build_model(soft_pneumatic(mounting_rotation=math.pi / 3))
    fit = sl.gaits.fit_curve(mounted, ARC, samples=12)
    first = np.fft.rfft(fit.coordinates[:-1], axis=0)[1].reshape(3, 3)
    assert fit.errors.max() < 1e-6
    assert_allclose(np.diff(np.unwrap(np.angle(first), axis=0), axis=0), math.pi / 3, atol=1e-3)


@pytest.mark.slow
def test_points_and_functions_of_your_own_fit_as_the_curve_that_they_draw():
    drawn = sl.gaits.fit_curve(SNAKE, sl.gaits.DrawnCurve(ARC.points(0.0)[::10]), samples=6)
    own = sl.gaits.fit_curve(SNAKE, sl.gaits.FunctionCurve(ARC.points), samples=6)
    sixths = arc_fit().coordinates[::4]
    assert_allclose(own.coordinates, sixths, atol=1e-6)
    assert_allclose(drawn.coordinates, sixths, atol=1e-5)


@pytest.mark.slow
def test_a_rigid_chain_follows_a_wave_within_what_its_links_allow():
    fit = sl.gaits.fit_curve(rigid_snake(), sl.gaits.EllipticWave(0.08, 0.02, 0.6, 1.02), samples=12)
    assert 1e-3 < fit.error_fraction < 0.0101
    assert_array_equal(fit.coordinates[0], fit.coordinates[-1])


@pytest.mark.slow
def test_where_the_curve_lies_changes_nothing_but_the_tail():
    moved = sl.gaits.FunctionCurve(lambda phase: ARC.points(phase) + np.array([1.0, -2.0, 3.0]))
    fit = sl.gaits.fit_curve(SNAKE, moved, samples=6)
    assert_allclose(fit.coordinates, arc_fit().coordinates[::4], atol=1e-6)
    assert_allclose(fit.tails[:, :3], np.broadcast_to([1.0, -2.0, 3.0], (7, 3)), atol=1e-5)


def test_the_state_of_a_fit_lies_on_the_curve_in_the_world():
    curve, fit = helix(LAGS[0]), helix_fit(LAGS[0])
    state = fit.state(SNAKE, position=(1, 2, 3), rotation=(0, -math.pi / 2, 0))  # x becomes z
    head = sl.forward_kinematics(SNAKE, state)["head"][:3, 3]
    expected = np.array([1, 2, 3]) + curve.points(0.0)[-1] @ np.array([[0, 0, 1], [0, 1, 0], [-1, 0, 0]])
    assert np.linalg.norm(head - expected) <= fit.errors[0] + 1e-9


# ---- what comes of it --------------------------------------------------------------------------------------------------
def way(model: sl.Model, gait: object, duration: float, state: sl.State) -> np.ndarray:
    recording = sl.simulate(model, gait, duration, state=state)
    assert recording.finished
    position = recording["com_position"].values
    return position[-1] - position[len(position) // 2]


def test_a_fitted_arc_rolls_as_the_analytic_one():
    ground = sl.Contact(stiffness=1000.0, damping=130.0, friction=sl.SurfaceFriction(0.6, eps=5e-3))
    model = sl.build_model(soft_pneumatic(), sl.World([sl.Gravity(), ground]))
    state = sl.initial_state(model, position=(0, 0, 0.0224))
    gaits = (sl.CurveGait(ARC, 0.5, ramp=0.5, samples=24), sl.RollingGait(PEAK, 0.5, ramp=0.5))
    fitted, analytic = (way(model, gait, 2.0, state) for gait in gaits)
    assert_allclose(fitted, analytic, atol=1e-4)
    assert analytic[1] < -0.04


@pytest.mark.slow
def test_a_wave_with_height_sidewinds_to_y_with_depth_to_minus_y_and_flat_nowhere():
    world = sl.World([sl.Gravity(), sl.Contact(friction=sl.SurfaceFriction(0.6, eps=5e-3))])
    model = rigid_snake(world)
    state = sl.initial_state(model, position=(0, 0, 0.0251))
    side = {}
    for height in (0.02, -0.02, 0.0):
        fit = sl.gaits.fit_curve(model, sl.gaits.EllipticWave(0.08, height, 0.6, 1.02), samples=18, tolerance=0.1)
        side[height] = way(model, fit.gait(model, 0.5, ramp=1.0), 4.0, state)[1]
    assert side[0.02] > 0.3 and side[-0.02] < -0.3
    assert abs(side[0.0]) < 0.1


def climber() -> tuple[sl.Model, sl.gaits.CurveFit]:
    """Six strong sections on a helix that is 10 mm tighter than the pole allows."""
    section = sl.SoftSection(
        0.15, mass=0.117, actuator_radius=R, skin_radius=0.0225, actuators=sl.Motor(), springs=sl.Spring(1900.0, 90.0),
        limits=sl.Limits(0.0, 0.09),
    )  # fmt: skip
    pole = sl.Contact(sl.Pole(0.05), stiffness=2000.0, damping=50.0, friction=sl.SurfaceFriction(1.0))
    model = sl.build_model(sl.Robot(6 * [section]), sl.World([sl.Gravity(), pole]))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # six arcs are a helix within 1 %
        return model, sl.gaits.fit_curve(model, sl.gaits.Helix(0.0625, 0.12, 6 * 0.15 * 1.22), samples=12)


@pytest.mark.slow
def test_a_helix_around_a_pole_climbs_as_fast_as_its_skin_rolls_and_slow_holds():
    model, fit = climber()
    state = fit.state(model, rotation=(0, -math.pi / 2, 0))
    up, down, still = (way(model, fit.gait(model, f), 4.0, state)[2] / 2 for f in (-0.25, 0.25, 1e-3))
    bound = (
        2 * math.pi * 0.25 * 0.0225 / math.hypot(1, 0.12 / (2 * math.pi * 0.0725))
    )  # across the body, along the pole
    assert_allclose([up, -down], bound, rtol=0.05)
    assert abs(still) < 1e-3


# ---- what cannot be ----------------------------------------------------------------------------------------------------
STICK = sl.build_model(sl.Robot([sl.Link(0.1, mass=0.1)], name="stick"))
IMPOSSIBLE = [
    (lambda: sl.gaits.CircularArc(-0.1, 0.4), ["CircularArc radius", "greater than 0 m", "-0.1"]),
    (lambda: sl.gaits.Helix(0.1, 0.1, 0), ["Helix length", "greater than 0 m", "got 0"]),
    (lambda: sl.gaits.Helix(0.1, math.inf, 1), ["Helix pitch", "finite number in m"]),
    (lambda: sl.gaits.EllipticWave(0.1, "low", 0.5, 1), ["EllipticWave height", "number in m", "'low'"]),
    (lambda: sl.gaits.DrawnCurve([[0, 0, 0], [1, 0, 0]]), ["DrawnCurve line", "at least 4 points", "(2, 3)"]),
    (lambda: sl.gaits.DrawnCurve([[0, 0, 0]] * 4), ["DrawnCurve line", "same point twice"]),
    (lambda: sl.gaits.DrawnCurve("line"), ["DrawnCurve line", "points (x, y, z)", "'line'"]),
    (lambda: sl.gaits.DrawnCurve([[0, 0, math.nan]] * 4), ["DrawnCurve line", "finite", "nan"]),
    (lambda: sl.gaits.FunctionCurve(3), ["FunctionCurve function", "take a phase", "3"]),
    (lambda: sl.gaits.FunctionCurve(lambda s: [[s]]).points(0.25), ["function at phase 0.25", "at least 4 points"]),
    (lambda: sl.CurveGait(0.3, 0.5), ["CurveGait curve", "CircularArc", "0.3"]),
    (lambda: sl.CurveGait(ARC, 0), ["CurveGait frequency", "not be 0"]),
    (lambda: sl.gaits.fit_curve(SNAKE, sl.gaits.CircularArc), ["fit_curve needs a curve", "CircularArc(radius="]),
    (lambda: sl.gaits.fit_curve(SNAKE, ARC, samples=3), ["fit_curve samples", "at least 6", "3"]),
    (lambda: sl.gaits.fit_curve(SNAKE, ARC, tolerance=0), ["fit_curve tolerance", "greater than 0"]),
    (lambda: sl.gaits.fit_curve(STICK, ARC), ["fit_curve needs joints", "'stick'"]),
    (
        lambda: sl.gaits.fit_curve(SNAKE, sl.gaits.CircularArc(0.05, 0.47), 6),
        ["mm from the curve", "allowed: 5.00%", "at their limits"],
    ),
    (lambda: sl.gaits.fit_curve(SNAKE, sl.gaits.CircularArc(1.0, 0.7), 6), ["the curve is 0.7 m long", "straight body 0.45 m"]),
    (lambda: sl.gaits.fit_curve(SNAKE, sl.gaits.CircularArc(1.0, 0.2), 6), ["the curve is 0.2 m long", "straight body 0.45 m"]),
    (lambda: sl.gaits.fit_curve(SNAKE, sl.gaits.FunctionCurve(lambda s: ARC.points(s / 3)), 6), ["does not close", "at phase 1"]),
]  # fmt: skip


@pytest.mark.parametrize(("make", "words"), IMPOSSIBLE, ids=[" ".join(words) for _, words in IMPOSSIBLE])
def test_what_cannot_be_followed_says_by_how_much_and_what_is_allowed(make, words):
    with pytest.raises(sl.errors.GaitError) as caught:
        make()
    for word in words:
        assert word in str(caught.value)


@pytest.mark.slow
def test_an_equal_body_and_curve_are_fitted_once_and_others_anew(monkeypatch):
    from snakelab.gaits import curve_fitting as fitting
    from snakelab.gaits.curve_fitting import KeptFits

    begun = []
    search = fitting._around
    monkeypatch.setattr(fitting, "_FITS", KeptFits())
    monkeypatch.setattr(fitting, "_around", lambda *a: (begun.append(1), search(*a))[1])
    first = sl.gaits.fit_curve(sl.build_model(soft_pneumatic()), ARC, samples=6)
    again = sl.gaits.fit_curve(sl.build_model(soft_pneumatic()), ARC, samples=6)
    assert len(begun) == 1
    assert_array_equal(first.coordinates, again.coordinates)
    again.coordinates[:] = 0.0  # a caller's changes are not those of the next fit
    assert_array_equal(sl.gaits.fit_curve(SNAKE, ARC, samples=6).coordinates, first.coordinates)
    sl.gaits.fit_curve(SNAKE, sl.gaits.CircularArc(1.01 * SECTION / BEND, 3 * SECTION), samples=6)
    sl.gaits.fit_curve(SNAKE, ARC, samples=6, tolerance=0.06)
    assert len(begun) == 3
    sl.gaits.fit_curve(rigid_snake(), sl.gaits.CircularArc(2.0, 0.9), samples=6, tolerance=0.5)
    assert len(begun) == 4


@pytest.mark.slow
def test_a_curve_followed_badly_but_well_enough_is_a_warning_with_its_distance():
    with pytest.warns(SnakelabWarning, match=r"mm from the curve at phase .* of its length \(allowed: 5\.00%\)"):
        sl.gaits.fit_curve(SNAKE, sl.gaits.CircularArc(0.2, 3 * SECTION), samples=6)
