"""Rods on the ground, in water, in sand and in pipes; their recordings, batches, scenarios and figures."""

import numpy as np
import pytest

import snakelab as sl
from snakelab.errors import SnakelabError
from snakelab.figures.picture_geometry import body_pieces
from snakelab.perception.body_kinematics import BodyKinematics

CONE = sl.Rod(0.4, taper=(0.02, 0.01), density=1100, E=2e5, strains=("bend_y", "bend_z"), degree=2, damping=0.02)
EEL = sl.Rod(0.5, taper=(0.006, 0.02), density=1000, strains=("bend_z",), degree=3, actuators=sl.Prescribed())


NODES, WEIGHTS = np.polynomial.legendre.leggauss(12)
POLYNOMIALS = np.polynomial.legendre.legvander(NODES, 3)


def wave(t):
    """A travelling wave of curvature toward the tail, by its components along the polynomials."""
    s = (NODES + 1) / 2
    curvature = min(t, 1.0) * 4.0 * (1.3 - s) * np.sin(2 * np.pi * (t + s))
    return (2 * np.arange(4) + 1) / 2 * ((WEIGHTS * curvature) @ POLYNOMIALS)


@pytest.fixture(scope="module")
def dropped():
    """A link, a rod and a link fall onto level ground."""
    robot = sl.Robot([sl.Link(0.1, 0.1), CONE, sl.Link(0.1, 0.1, section=sl.Cylinder(0.01))])
    model = sl.build_model(robot, sl.World([sl.Gravity(), sl.Contact()]))
    return sl.simulate(model, None, 0.6, state=sl.initial_state(model, position=(0, 0, 0.06)), step=1e-3)


def test_a_rod_rests_on_the_ground_at_its_own_radii(dropped):
    assert dropped.finished
    model = sl.build_model(sl.Robot([CONE]), sl.World([sl.Gravity(), sl.Contact()]))
    still = sl.simulate(model, None, 0.6, state=sl.initial_state(model, position=(0, 0, 0.022)), step=1e-3)
    heights = still["link_position"].values[-1, :, 2]
    np.testing.assert_allclose(heights, np.linspace(0.02, 0.01, 11), atol=1e-3)
    assert still["skin_load"].values[-1].sum() == pytest.approx(9.81 * CONE.whole_mass, rel=0.02)
    assert abs(sl.metrics(still)["energy_residual_ratio"]) < 0.01


@pytest.mark.slow
def test_the_stations_of_a_rod_are_one_line_in_figures(dropped, tmp_path):
    dropped.save(tmp_path / "run.nc")
    loaded = sl.load(tmp_path / "run.nc")
    assert [piece.shape[1] for piece in body_pieces(loaded)] == [2, 11, 2]
    assert list(loaded["coordinate"].values[:3]) == ["rod2.bend_y0", "rod2.bend_y1", "rod2.bend_y2"]
    np.testing.assert_allclose(loaded["link_width"].values[1:12], np.linspace(0.04, 0.02, 11))
    chain = body_pieces(loaded)
    np.testing.assert_allclose(chain[0][:, 1], chain[1][:, 0], atol=1e-12)
    np.testing.assert_allclose(chain[1][:, -1], chain[2][:, 0], atol=1e-12)
    report = sl.report(loaded, tmp_path / "report")
    assert report is not None and (tmp_path / "report" / "report.html").exists()


@pytest.mark.parametrize("base_end", ("tail", "head"))
def test_a_driven_rod_swims_forward_in_water(base_end):
    robot = sl.Robot([EEL], base="planar", base_end=base_end)
    recording = sl.simulate(sl.build_model(robot, sl.World([sl.Fluid()])), sl.FunctionGait(wave), 3.0)
    path = recording["com_position"].values[:, 0]
    assert recording.finished and path[-1] - path[100] > 0.1
    assert abs(sl.metrics(recording)["energy_residual_ratio"]) < 0.01


def test_the_end_of_the_base_does_not_change_the_motion():
    rod = sl.Rod(0.4, taper=(0.02, 0.01), density=1000, E=1e5, degree=(2, 2, 1, 0, 0, 0), incompressible=True)
    bent = 0.4 * np.random.default_rng(0).normal(size=len(rod.coordinates)) * np.where(rod.shapes[0] < 3, 0.02, 1)
    ends = []
    for base_end in ("tail", "head"):
        model = sl.build_model(sl.Robot([rod], base_end=base_end))
        recording = sl.simulate(model, None, 0.05, state=sl.initial_state(model, q=bent), step=2e-4)
        ends.append(recording["q"].values[-1])
    assert np.abs(ends[0] - bent).max() > 0.1
    np.testing.assert_allclose(ends[0], ends[1], atol=1e-4)


def test_a_rod_in_sand_is_braked():
    sand = sl.GranularMedium(sl.worlds.generic_grains(), depth=0.05)
    model = sl.build_model(sl.Robot([CONE], base="planar"), sl.World([sand, sl.Gravity()]))
    start = sl.initial_state(model, velocity=(0.2, 0.1, 0, 0, 0, 0))
    recording = sl.simulate(model, None, 0.2, state=start)
    assert recording.finished
    assert np.linalg.norm(recording["com_velocity"].values[-1]) < 0.02


def test_a_batch_of_rods_of_other_stiffness_has_the_bits_of_single_runs():
    models = [
        sl.build_model(sl.Robot([sl.Rod(0.4, 0.01, 1000, E)], "fixed"), sl.World([sl.Gravity()])) for E in (1e5, 4e5)
    ]
    together = sl.simulate_batch(models, [None, None], 0.1)
    for model, recording in zip(models, together, strict=True):
        alone = sl.simulate(model, None, 0.1)
        assert np.array_equal(recording["q"].values, alone["q"].values)


def test_a_scenario_with_rods_is_written_and_read_back(tmp_path):
    scenario = sl.load_scenario("rod_tapered_arm")
    recording = sl.run_scenario(scenario)
    recording.save(tmp_path / "arm.nc")
    assert sl.load(tmp_path / "arm.nc")["q"].values[-1] == pytest.approx(recording["q"].values[-1])
    assert repr(scenario.robot.parts[0]).startswith("Rod(length=1.0, density=1100.0, E=4000000.0, strains=('bend_y',)")


@pytest.mark.slow
def test_inverse_kinematics_reach_a_point_with_a_rod():
    rod = sl.Rod(0.4, 0.01, 1000, strains=("bend_y", "bend_z"), degree=1, actuators=sl.Prescribed())
    model = sl.build_model(sl.Robot([rod], "fixed"))
    solution = sl.InverseKinematics(model).solve((0.3, 0.1, 0.05), sl.initial_state(model, q=(0.1, 0.0, 0.1, 0.0)))
    tip = sl.forward_kinematics(model, sl.initial_state(model, q=solution.state.q))["head"][:3, 3]
    np.testing.assert_allclose(tip, (0.3, 0.1, 0.05), atol=1e-3)


def test_models_of_planar_chains_refuse_rods_in_one_line():
    model = sl.build_model(
        sl.Robot([EEL], base="planar"), sl.World([sl.LinkFriction(mu_tangential=0.05, mu_normal=0.5, shape="per_axis")])
    )
    with pytest.raises(SnakelabError, match=r"part 0 is Rod\(length=0.5") as problem:
        sl.plugins.lanes.LaneBatch(model, 16)
    assert "\n" not in str(problem.value)


def test_the_kinematics_of_estimators_follow_a_rod():
    model = sl.build_model(sl.Robot([sl.Link(0.1, 0.1), CONE, sl.Link(0.1, 0.1)]))
    q = 0.4 * np.random.default_rng(0).normal(size=6)
    head = sl.forward_kinematics(model, sl.initial_state(model, q=q))["head"]
    T = BodyKinematics(model).frames(q[None], ["base", "head"])[0]
    np.testing.assert_allclose(
        (np.linalg.inv(T[0]) @ T[1])[:3, 3], head[:3, 3], atol=1e-3
    )  # strain is constant within its steps


def test_gaits_of_joint_angles_refuse_to_drive_rods():
    model = sl.build_model(sl.Robot([EEL], base="planar"))
    with pytest.raises(SnakelabError, match="SerpenoidGait does not drive rods, and Rod"):
        sl.simulate(model, sl.SerpenoidGait(0.3, 3.0, 0.5), 0.1)
    with pytest.raises(SnakelabError, match="it has rods"):
        sl.simulate(model, sl.CurveGait(sl.gaits.CircularArc(radius=0.3, length=0.5), frequency=1.0), 0.1)
