"""Elastomers in the step: orders, balances, start and stop at long steps, agreement with SciPy, static equilibria."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

import snakelab as sl
from snakelab.errors import SnakelabWarning
from snakelab.robots.library.soft_robots import MATERIALS, hydraulic_joint, silicone_chamber
from snakelab.sim.compiled_loop import advance

PRESSURES = [3e5, 2e5, 1e5]
# Smooth on the scale of a run of milliseconds, and far from rest in it.
SMOOTH = sl.robots.PowerLawViscosity(4000.0, 0.5, slow=0.5)


def arm(material="linear", **given):
    return sl.build_model(sl.Robot([hydraulic_joint(material, **({"radius": 0.045} | given))], base="fixed"))


def swimmer():
    """Two joints between three modules, afloat."""
    module = sl.Link(0.2, 1.272, section=sl.Cylinder(0.045))
    return sl.build_model(
        sl.Robot(
            [module, hydraulic_joint("linear", radius=0.045), module, hydraulic_joint("linear", radius=0.045), module]
        )
    )


def slide(viscous):
    """One kilogram on one chamber."""
    joint = sl.Prismatic("x", sl.Hydraulic(), silicone_chamber("yeoh_ring", body_radius=0.045, viscous=viscous))
    return sl.build_model(sl.Robot([sl.Link(0.1, 1.0), joint, sl.Link(0.1, 1.0)], base="fixed"))


def held(pressures, until=100.0):
    return sl.TableGait([0.0, until], [pressures, pressures])


def turns(rates, least=1e-9):
    """How often a rate changes its sign."""
    signs = np.sign(rates[np.abs(rates) > least])
    return int((np.diff(signs) != 0).sum())


# ---- orders ------------------------------------------------------------------------------------------------------------
@pytest.mark.few(2)
@pytest.mark.thorough
@pytest.mark.parametrize(
    ("integrator", "order", "material"),
    [
        *(("extrapolated", 2, material) for material in MATERIALS),
        *(pytest.param("plain", 1, material, marks=pytest.mark.slow) for material in MATERIALS[1:]),
        *(pytest.param("rk4", 4, material, marks=pytest.mark.slow) for material in MATERIALS[1:]),
        ("plain", 1, MATERIALS[0]),
        ("rk4", 4, MATERIALS[0]),
        pytest.param("extrapolated4", 4, MATERIALS[0], marks=pytest.mark.slow),
    ],
)
def test_each_step_has_its_order_with_every_material(material, integrator, order):
    model = arm(material, viscous=SMOOTH)
    state = sl.initial_state(model, q=[0.01, 0.005, 0.0], v=[0.4, 0.25, 0.15])
    settings = {"duration": 0.02, "state": state, "record_rate": 50}
    exact = sl.simulate(model, held(PRESSURES), integrator="Radau", tolerance=1e-12, **settings)
    steps = {"rk4": (1e-4, 5e-5), "extrapolated4": (5e-4, 2.5e-4)}.get(integrator, (4e-4, 2e-4))
    errors = []
    for step in steps:
        run = sl.simulate(model, held(PRESSURES), integrator=integrator, step=step, **settings)
        errors.append(np.abs(run["q"].values - exact["q"].values)[-1].max())
    assert order - 0.25 < np.log2(errors[0] / errors[1]) < order + 0.6, errors


@pytest.mark.thorough
def test_one_joint_under_the_papers_law_moves_as_by_radau():
    model = slide(silicone_chamber("linear", body_radius=0.045).viscous)
    exact = sl.simulate(model, held([3e5]), 1.0, integrator="Radau", tolerance=1e-9)
    errors = {}
    for step in (5e-3, 2.5e-3, 1.25e-3):
        run = sl.simulate(model, held([3e5]), 1.0, step=step)
        errors[step] = np.abs(run["q"].values - exact["q"].values).max()
    assert float(exact["q"][-1, 0]) > 0.059
    assert errors[5e-3] < 1e-4
    assert errors[1.25e-3] < errors[2.5e-3] < errors[5e-3] / 2


@pytest.mark.thorough
@pytest.mark.parametrize(
    "material", [MATERIALS[0], *(pytest.param(one, marks=pytest.mark.slow) for one in MATERIALS[1:])]
)
def test_a_pressed_arm_follows_radau_within_a_hundredth_of_its_way_at_5_ms(material):
    model = arm(material)
    exact = sl.simulate(model, held([3e5, 0, 0]), 0.5, integrator="Radau", tolerance=1e-8)
    run = sl.simulate(model, held([3e5, 0, 0]), 0.5, step=5e-3)
    way = exact["q"].values[-1, 0]
    assert way > 0.02
    assert np.abs(run["q"].values - exact["q"].values).max() < 0.01 * way


# ---- start and stop ----------------------------------------------------------------------------------------------------
@pytest.mark.slow
@pytest.mark.parametrize("integrator", [pytest.param("plain", marks=pytest.mark.slow), "extrapolated"])
def test_at_5_ms_it_starts_and_stops_without_chatter(integrator):
    """Pressure on and off: the rate changes its sign with the pressure, as SciPy's does, and not otherwise."""
    model, times = arm(), np.arange(0.0, 4.01, 0.5)
    gait = sl.TableGait(times, [[3e5 * (k % 2), 1e5, 0.0] for k in range(len(times))])
    run = sl.simulate(model, gait, 4.0, step=5e-3, integrator=integrator, record_rate=200)
    exact = sl.simulate(model, gait, 4.0, integrator="Radau", tolerance=1e-8, record_rate=200)
    for k, least in ((0, 7), (1, 0)):  # the second chamber's pressure is held
        assert turns(run["v"].values[:, k]) == turns(exact["v"].values[:, k]) >= least
    assert run["unconverged"].sum() == 0
    error = np.abs(run["q"].values - exact["q"].values).max()
    assert error < (1e-5 if integrator == "extrapolated" else 3e-4)


def test_a_jump_of_pressure_does_not_overshoot():
    """Far more viscous than heavy: the elongation rises to its end and never falls."""
    model = arm()
    run = sl.simulate(model, held([2e5, 2e5, 2e5]), 3.0, step=5e-3, record_rate=200)
    q = run["q"].values
    assert (np.diff(q, axis=0) > 0).all() and (np.ptp(q, axis=1) < 1e-9).all()
    assert (q < sl.gaits.static_equilibrium(model, [2e5, 2e5, 2e5])).all()


def test_at_rest_it_stays_at_rest():
    run = sl.simulate(swimmer(), held([0.0] * 6), 1.0, step=5e-3)
    assert np.abs(run["q"].values).max() == 0.0 and np.abs(run["v"].values).max() == 0.0


def test_near_its_place_it_creeps_as_a_dashpot_does():
    """Below the law's slow rate: time constant c / K, 13.7 s with the paper's numbers."""
    chamber, model = silicone_chamber("linear", body_radius=0.045), arm()
    equilibrium = sl.gaits.static_equilibrium(model, [1e5] * 3)
    area = float(chamber.force([1e-9])[0]) * chamber.length / 1e-9 / 2.048e5
    rate = 2.048e5 * area / chamber.length / (area * 22263.8 * 1e-3**-0.7 / chamber.length)
    run = sl.simulate(model, held([1e5] * 3), 20.0, state=sl.initial_state(model, q=equilibrium - 2e-5), step=0.02)
    assert 1 / rate == pytest.approx(13.7, abs=0.1)
    left = (equilibrium - run["q"].values[-1]) / 2e-5
    assert_allclose(left, np.exp(-20.0 * rate), rtol=0.03)  # the area grows by 1.5 %


def test_two_joints_of_a_floating_robot_settle_in_their_passes_at_any_step():
    model = swimmer()
    ends = []
    for step in (0.01, 5e-3, 1e-3):
        run = sl.simulate(model, held([3e5, 0, 0, 2e5, 1e5, 0]), 2.0, step=step)
        assert run.finished and run["unconverged"].sum() == 0
        ends.append(run["q"].values[-1])
    assert np.abs(ends[0] - ends[2]).max() < 1e-4 and np.abs(ends[1] - ends[2]).max() < 2e-5


@pytest.mark.thorough
def test_on_the_ground_contacts_and_elastomers_settle_together():
    world = sl.World([sl.Gravity(), sl.Contact(stiffness=3000.0, damping=100.0)])
    model = sl.build_model(swimmer().robot, world)
    times = np.arange(0.0, 6.1, 0.75)
    gait = sl.TableGait(times, [[2e5 * (k % 2), 0, 0, 0, 1.5e5 * (1 - k % 2), 0] for k in range(len(times))])
    start = sl.initial_state(model, position=[0.0, 0.0, 0.1])
    ends = []
    for step in (5e-3, 2.5e-3):
        run = sl.simulate(model, gait, 2.0, state=start, step=step)
        assert run.finished
        assert run["unconverged"].sum() == 0
        ends.append(run["q"].values[-1])
    assert np.abs(ends[0] - ends[1]).max() < 3e-4 and np.abs(ends[1]).max() > 3e-3


@pytest.mark.thorough
def test_an_adaptive_step_needs_few_steps_for_a_start_from_rest():
    model = arm()
    exact = sl.simulate(model, held([3e5, 0, 0]), 0.5, integrator="Radau", tolerance=1e-8)
    run = sl.simulate(model, held([3e5, 0, 0]), 0.5, tolerance=1e-5)
    assert np.abs(run["q"].values - exact["q"].values).max() < 2e-5
    assert int(run.dataset.attrs["steps"]) < 1000


# ---- energy ------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("integrator", "order"), [("plain", 1), ("extrapolated", 2)])
def test_the_energy_balance_closes_at_the_order_of_the_step(integrator, order):
    model = arm("yeoh_ring", viscous=SMOOTH)
    state = sl.initial_state(model, q=[0.02, 0.01, 0.0], v=[0.4, 0.25, 0.15])
    left = []
    for step in (4e-4, 2e-4):
        run = sl.simulate(model, held(PRESSURES), 0.1, state=state, integrator=integrator, step=step).dataset
        energy = run.kinetic_energy + run.elastic_energy
        work = run.work.sum("term") - run.work.sel(term="spring")
        left.append(abs(float(energy[-1] - energy[0] - work[-1])))
    assert np.log2(left[0] / left[1]) > order - 0.3, left
    assert float(run.elastic_energy[-1]) > 1.0 and left[1] < 0.03


@pytest.mark.parametrize("material", MATERIALS)
def test_the_work_of_the_elastic_force_is_the_energy_that_is_recorded(material):
    model = arm(material)
    run = sl.simulate(model, held([3e5, 1e5, 0]), 1.0, tolerance=1e-5).dataset
    stored = float(run.elastic_energy[-1] - run.elastic_energy[0])
    assert stored == pytest.approx(-float(run.work.sel(term="spring")[-1]), rel=1e-3)
    chamber = model.robot.parts[0].springs
    assert_allclose(run.elastic_energy[-1], chamber.energy(run.q.values[-1]).sum(), rtol=1e-12)


@pytest.mark.thorough
@pytest.mark.parametrize("integrator", ["plain", "extrapolated"])
def test_the_damper_takes_energy_in_every_step_from_random_states(integrator):
    rng = np.random.default_rng(11)
    for model in (arm("yeoh"), swimmer()):
        n = model.n_coordinates
        for _ in range(20):
            state = sl.initial_state(
                model, q=rng.uniform(-0.02, 0.05, n), v=rng.normal(size=n) * 10 ** rng.uniform(-4, -0.5)
            )
            gait = held(list(rng.uniform(0, 4e5, n)))
            run = sl.simulate(model, gait, 0.05, state=state, integrator=integrator, step=5e-3, record_rate=200)
            assert run.finished
            assert (np.diff(run["work"].sel(term="damper").values) <= 0).all()


# ---- what else asks for the force --------------------------------------------------------------------------------------
@pytest.mark.thorough
def test_what_is_recorded_is_the_law_at_the_state():
    model = arm("yeoh_ring")
    run = sl.simulate(model, held([3e5, 1e5, 0]), 0.06, integrator="DOP853", tolerance=1e-9)
    chamber = model.robot.parts[0].springs
    for k in (0, 3, 6):
        q, v = run["q"].values[k], run["v"].values[k]
        assert_allclose(run["spring_torque"].values[k], -chamber.force(q), rtol=1e-9, atol=1e-12)
        viscous = [float((chamber.force([a], b) - chamber.force([a]))[0]) for a, b in zip(q, v, strict=True)]
        assert_allclose(run["damper_torque"].values[k], -np.array(viscous), rtol=1e-7, atol=1e-9)


def test_inverse_dynamics_gives_the_force_that_holds_an_elastomer():
    model = arm("yeoh")
    q, v = np.array([0.03, 0.01, -0.01]), np.array([0.2, 0.0, -0.1])
    chamber = model.robot.parts[0].springs
    force = sl.inverse_dynamics(model, sl.initial_state(model, q=q), np.zeros(3))
    assert_allclose(force, chamber.force(q), rtol=1e-10)
    bare = sl.build_model(sl.Robot([hydraulic_joint("linear", radius=0.045, actuators=sl.Motor())], base="fixed"))
    bare.arrays.coordinates["material"] = 0
    moving = sl.inverse_dynamics(model, sl.initial_state(model, q=q, v=v), np.zeros(3))
    inertial = sl.inverse_dynamics(bare, sl.initial_state(bare, q=q, v=v), np.zeros(3))
    assert_allclose(moving - inertial, [float(chamber.force([a], b)[0]) for a, b in zip(q, v, strict=True)], rtol=1e-9)


def test_a_linear_model_has_the_tangent_of_the_elastic_force():
    model = arm("yeoh", viscous=None)
    q = sl.gaits.static_equilibrium(model, [2e5, 1e3, 1e3])
    A, B = sl.linearise(model, sl.initial_state(model, q=q), u=[2e5, 1e3, 1e3])
    M = sl.mass_matrix(model, sl.initial_state(model, q=q))
    chamber = model.robot.parts[0].springs
    slopes = (chamber.force(q + 1e-6) - chamber.force(q - 1e-6)) / 2e-6
    assert_allclose(-M @ A[3:, :3], np.diag(slopes), atol=1e-4 * slopes.max())
    assert_allclose(M @ B[3:], np.diag([sl.Hydraulic().area] * 3), atol=1e-9)


def test_a_prescribed_joint_needs_the_force_of_its_elastomer():
    chamber = silicone_chamber("yeoh", body_radius=0.045)
    joint = sl.Prismatic("x", sl.Prescribed(), chamber)
    model = sl.build_model(sl.Robot([sl.Link(0.1, 1.0), joint, sl.Link(0.1, 1e-6)], base="fixed"))
    run = sl.simulate(model, sl.TableGait([0, 1, 2], [[0.0], [0.05], [0.0]]), 2.0, step=1e-3)
    wanted = [
        float(chamber.force([q], v)[0]) for q, v in zip(run["q"].values[:, 0], run["v"].values[:, 0], strict=True)
    ]
    assert_allclose(run["tau"].values[1:, 0], wanted[1:], rtol=1e-3, atol=1e-2)


def test_a_changed_number_changes_the_run_and_compiles_nothing():
    sl.simulate(arm("yeoh"), held([1e5, 0, 0]), 0.01)
    compiled, ends = len(advance.signatures), []
    for modulus in (2e5, 3e5):
        chamber = sl.robots.Elastomer(
            0.2,
            silicone_chamber("linear", body_radius=0.045).chamber,
            sl.robots.LinearElastic(modulus),
            sl.robots.PowerLawViscosity(4e3),
        )
        model = sl.build_model(
            sl.Robot([sl.Link(0.1, 1.0), sl.Prismatic("x", sl.Hydraulic(), chamber), sl.Link(0.1, 1.0)], "fixed")
        )
        ends.append(float(sl.simulate(model, held([1e5]), 1.0)["q"][-1, 0]))
        assert_allclose(ends[-1], sl.gaits.static_equilibrium(model, [1e5])[0], rtol=1e-3)
    assert ends[1] < 0.7 * ends[0]
    assert len(advance.signatures) == compiled > 0


def test_explicit_steps_through_a_power_law_are_reported():
    model = sl.build_model(sl.Robot([hydraulic_joint("linear", radius=0.045)], base="fixed"))
    with pytest.warns(SnakelabWarning, match="integrator='rk4' is explicit"):
        sl.simulate(model, duration=0.01, integrator="rk4")
