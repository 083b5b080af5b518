"""Hydraulic actuators: pressure to force, static equilibria of soft joints, warnings beyond what was tested."""

import math
import warnings

import numpy as np
import pytest
from numpy.testing import assert_allclose

import snakelab as sl
from snakelab.errors import SnakelabWarning
from snakelab.gaits.equilibrium import commands_for, reach
from snakelab.physics.command import checked_command
from snakelab.robots.actuators import lengths_at
from snakelab.robots.library.soft_robots import MATERIALS, hydraulic_joint, silicone_chamber

MPA = 1e6


def joint(**given) -> sl.Model:
    return sl.build_model(
        sl.Robot([hydraulic_joint(**({"material": "linear", "radius": 0.045} | given))], base="fixed")
    )


def bend(model: sl.Model, pressures: list[float]) -> float:
    """In degrees."""
    strain = model.robot.parts[0].strain_columns().T @ sl.gaits.static_equilibrium(model, pressures)
    return math.degrees(np.hypot(*strain[4:]))


# ---- static tables -----------------------------------------------------------------------------------------------------
def test_the_default_material_lengthens_as_our_reference_says():
    lengths = lengths_at(
        [0.1 * MPA, 0.2 * MPA, 0.3 * MPA], silicone_chamber("linear", body_radius=0.045), sl.Hydraulic()
    )
    assert_allclose(1e3 * lengths, [12.513, 24.831, 36.992], atol=5e-4)


@pytest.mark.parametrize(
    ("material", "radius", "bends", "digit"),
    [
        ("linear", 0.045, (19.9, 39.5, 58.9), 0.1),
        ("linear", 0.09, (3.95, 7.89, 11.83), 0.01),
        ("yeoh", 0.045, (63, 146, 248), 1),
        ("yeoh", 0.09, (11.1, 22.9, 35.5), 0.1),
        ("yeoh_ring", 0.045, (36, 79, 128), 1),
    ],
)
def test_pressure_in_one_chamber_bends_the_joint_as_our_reference_says(material, radius, bends, digit):
    model = joint(material=material, radius=radius)
    values = [bend(model, [p * MPA, 0, 0]) for p in (0.1, 0.2, 0.3)]
    assert_allclose(values, bends, atol=digit / 2)


def test_yeoh_rubber_without_the_body_around_the_tubes_bends_more_than_a_turn():
    chamber = silicone_chamber("yeoh", body_radius=None)
    (length,) = lengths_at([0.1 * MPA], chamber, sl.Hydraulic())
    assert math.degrees(length / (1.5 * 0.024)) > 360


def test_the_first_chamber_stands_at_plus_y_and_bends_the_joint_away_from_it():
    model = joint()
    for k, angle in enumerate((0.0, 2 * math.pi / 3, 4 * math.pi / 3)):  # from y toward z
        q = sl.gaits.static_equilibrium(model, [0.1 * MPA * (i == k) for i in range(3)])
        tip = sl.forward_kinematics(model, sl.initial_state(model, q=q))["head"][:3, 3]
        assert_allclose(tip[1:] / np.hypot(*tip[1:]), [-math.cos(angle), -math.sin(angle)], atol=1e-12)


@pytest.mark.parametrize(
    ("pressures", "length", "theta", "phi"),
    [
        ((0.3, 0, 0), 0.2123, 58.9, 180.0),
        ((0.2, 0.3, 0), 0.2206, 51.97, -101.19),
        ((0.2, 0, 0.1), 0.2124, 34.23, 149.74),
        ((0.1, 0, 0.2), 0.2124, 34.23, 90.26),
        ((0.2, 0.2, 0.3), 0.2289, 19.35, 60.0),
    ],
)
def test_several_pressures_give_length_bend_and_plane_of_our_reference(pressures, length, theta, phi):
    model = joint()
    strain = model.robot.parts[0].strain_columns().T @ sl.gaits.static_equilibrium(model, [p * MPA for p in pressures])
    assert 0.2 + strain[0] == pytest.approx(length, abs=5.5e-5)
    assert math.degrees(np.hypot(*strain[4:])) == pytest.approx(theta, abs=0.05)
    # a bend about z moves the tip to +y, one about y to -z
    plane = math.degrees(math.atan2(-strain[4], strain[5]))
    assert (plane - phi + 180) % 360 - 180 == pytest.approx(0, abs=6e-3)


# ---- pressures, lengths, shapes ----------------------------------------------------------------------------------------
@pytest.mark.parametrize("material", MATERIALS)
def test_the_elongations_balance_the_pressures(material):
    chamber, pressures = silicone_chamber(material, body_radius=0.045), np.linspace(0, 0.5 * MPA, 7)
    lengths = lengths_at(pressures, chamber, sl.Hydraulic())
    assert_allclose(chamber.force(lengths) / sl.Hydraulic().area, pressures, rtol=1e-10, atol=1e-6)


def test_a_quiet_shape_holds_all_kinds_of_actuators():
    chamber = silicone_chamber("linear", body_radius=0.045)
    parts = [
        hydraulic_joint("linear", radius=0.045, actuators=(sl.Hydraulic(), sl.Motor(force_limit=20.0), sl.Passive())),
        sl.Revolute("z", sl.Motor(), sl.Spring(2.0, rest=0.1)),
        sl.Link(0.1, 0.1),
        sl.Revolute("y", sl.Prescribed()),
        sl.Link(0.1, 0.1),
        sl.Prismatic("x", sl.Passive(), sl.Spring(3.0, rest=0.02)),
        sl.Link(0.1, 0.1),
    ]
    model = sl.build_model(sl.Robot(parts, base="fixed"))
    shape = sl.gaits.static_equilibrium(model, [0.1 * MPA, 30.0, 0, 1.0, 0.7, 0])
    assert_allclose(chamber.force(shape[:3]), [0.1 * MPA * sl.Hydraulic().area, 20.0, 0.0], atol=1e-9)
    assert_allclose(shape[3:], [0.6, 0.7, 0.02])
    with pytest.raises(sl.errors.SimulationError, match="commands must be 6 numbers"):
        sl.gaits.static_equilibrium(model, [0.0])


def test_a_fit_may_ask_an_elastomer_for_lengths_and_a_wave_may_not():
    model = joint()
    lengths = np.array([[0.0, 0.01, 0.02], [0.03, 0.0, 0.01]])
    wanted = silicone_chamber("linear", body_radius=0.045).force(lengths.ravel()).reshape(2, 3) / sl.Hydraulic().area
    assert_allclose(commands_for(model, lengths, "CurveFit"), wanted)
    with pytest.raises(sl.errors.GaitError, match=r"section1\.1 has an Elastomer; write a TableGait of pressures"):
        sl.RollingGait(0.01, 0.5).reference(model)


def test_the_reach_ends_at_the_ceiling_if_there_is_one():
    open_end = joint().robot.parts[0].coordinates[0]
    assert reach(open_end) == (0.0, math.inf)
    closed = joint(actuators=sl.Hydraulic(max_pressure=0.3 * MPA)).robot.parts[0].coordinates[0]
    assert_allclose(reach(closed), (0.0, 0.0369923), atol=1e-7)


# ---- a run -------------------------------------------------------------------------------------------------------------
def test_the_command_is_a_pressure_that_arrives_through_the_lag():
    model = joint(actuators=sl.Hydraulic(time_constant=0.2))
    run = sl.simulate(model, sl.TableGait([0, 1], 2 * [[0.2 * MPA, 0, 0]]), 0.5)
    time, force = run["time"].values[1:], run["tau"].values[1:, 0]
    assert_allclose(force, 201.06 * 0.2 * (1 - np.exp(-time / 0.2)), rtol=2e-2)


# ---- what is beyond the tested range, and what cannot be ---------------------------------------------------------------
def test_a_table_beyond_the_tested_pressure_warns_once():
    model = joint()
    table = sl.TableGait([0, 1], 2 * [[0.6 * MPA, 0.7 * MPA, 0]])
    with pytest.warns(
        SnakelabWarning,
        match=r"commands 600000 Pa for section1\.1, which has been tested up to 500000 Pa only.*tested_pressure",
    ) as caught:
        table.reference(model)
        table.reference(model)
    assert len(caught) == 1
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        sl.TableGait([0, 1], 2 * [[0.5 * MPA, 0.5 * MPA, 0]]).reference(joint())
        table.reference(joint(actuators=sl.Hydraulic(tested_pressure=0.8 * MPA)))


def test_a_wave_of_lengths_beyond_the_tested_pressure_warns():
    section = sl.SoftSection(0.2, 0.1, 0.02, 0.03, actuators=sl.Hydraulic(), springs=sl.Spring(1000.0, 10.0))
    model = sl.build_model(sl.Robot([section], base="fixed"))
    with pytest.warns(SnakelabWarning, match=r"RollingGait commands 746039 Pa for section1\.1"):
        sl.RollingGait(0.15, 0.5).reference(model)


def test_a_spline_may_pass_a_little_below_no_pressure_between_its_points():
    rows = [[0.0, 0.0, 1.5e5 * (1 - k % 2)] for k in range(9)]
    assert sl.TableGait(np.arange(0, 6.1, 0.75), rows).reference(joint()) is not None


def test_a_controller_beyond_the_tested_pressure_is_warned_once_and_goes_on():
    model = joint()
    with pytest.warns(SnakelabWarning, match="Command.target commands 600000 Pa for section1.3") as caught:
        for time in (0.0, 0.1):
            assert checked_command(sl.Command(np.array([0, 0, 0.6 * MPA])), model, time).target[2] == 0.6 * MPA
    assert len(caught) == 1


@pytest.mark.parametrize(
    ("muscle", "message"), [(sl.Hydraulic(), "at least 0 Pa"), (sl.Hydraulic(max_pressure=4e5), "ceiling of 400000")]
)
def test_a_controller_that_asks_for_less_than_nothing_is_stopped(muscle, message):
    command = sl.Command(np.array([0.0, -100.0, 0.0]))
    with pytest.raises(
        sl.errors.ControlError, match=rf"-100 Pa for section1\.2; a pressure must be .*{message}.*np\.clip"
    ):
        checked_command(command, joint(actuators=muscle), 0.0)


@pytest.mark.parametrize(
    ("pressure", "muscle", "message"),
    [
        (-0.1 * MPA, sl.Hydraulic(), "-1 bar at t = 1 s.*must be at least 0"),
        (5e5, sl.Hydraulic(max_pressure=4e5), "limit of 4 bar"),
    ],
)
def test_a_table_that_asks_for_a_pressure_that_cannot_be_had_is_refused(pressure, muscle, message):
    table = sl.TableGait([0, 1, 2], [[0, 0, 0], [0, pressure, 0], [0, 0, 0]])
    with pytest.raises(sl.errors.GaitError, match=rf"section1\.2 to have .*{message}"):
        table.reference(joint(actuators=muscle))


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: sl.Hydraulic(-1.0), "Hydraulic area must be greater than 0 and at most 1 m"),
        (lambda: sl.Hydraulic(max_pressure=0.5), r"max_pressure must be at least 1000 Pa, got 0.5; did you mean 500000\?"),
        (lambda: sl.Hydraulic(max_pressure=-1), "max_pressure must be at least 1000 Pa, got -1$"),
        (lambda: sl.Hydraulic(tested_pressure=0.5), r"tested_pressure must be at least 1000 Pa, got 0.5; did you mean 500000\?"),
        (lambda: sl.Hydraulic(time_constant=-1), "time_constant must be at least 0 s, got -1"),
        (lambda: lengths_at([-1.0], silicone_chamber(), sl.Hydraulic()), "pressures must be between 0 Pa and more"),
        (lambda: hydraulic_joint(radius=0.02), "leave room for 3 tubes"),
        (lambda: hydraulic_joint(radius=-1), "hydraulic_joint radius must be greater than 0 m, got -1"),
    ],
)  # fmt: skip
def test_what_a_hydraulic_joint_cannot_do_is_said_with_the_value(make, words):
    with pytest.raises(sl.errors.RobotError, match=words):
        make()
