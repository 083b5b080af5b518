"""Friction by the direction of the slip in runs: it only takes energy, converges, and is the same in both engines."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

import snakelab as sl
from snakelab.plugins.mujoco.engine.mujoco_engine import MujocoEngine

SHAPES = ("along_slip", "weighted_slip")
MU = {"mu_tangential": 0.1, "mu_normal": 0.5, "mu_backward": 0.3}
LINK = sl.Link(0.1, mass=0.5, section=sl.Box(0.04, 0.04))
GAIT = sl.SerpenoidGait(0.6, 6.0, 0.9)


def slid(friction: object, velocity: tuple[float, ...], duration: float = 0.2, **options: object) -> sl.Recording:
    """A link that slides and turns, on a planar base or on a contact."""
    if isinstance(friction, sl.SurfaceFriction):
        ground = sl.Contact(stiffness=1e5, damping=300.0, friction=friction)
        model = sl.build_model(sl.Robot([LINK]), sl.World([sl.Gravity(), ground]))
        start = sl.initial_state(model, position=(0, 0, 0.02 - 0.5 * 9.81 / 4 / 1e5), velocity=velocity)
    else:
        model = sl.build_model(sl.Robot([LINK], base="planar"), sl.World([friction]))
        start = sl.initial_state(model, velocity=velocity)
    return sl.simulate(model, duration=duration, state=start, **options)


@pytest.mark.parametrize("law", [sl.LinkFriction, sl.SurfaceFriction])
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("integrator", ["plain", "extrapolated"])
def test_its_work_is_never_positive(law, shape, integrator):
    robot = sl.Robot([LINK, *3 * [sl.Revolute(), LINK]], base="planar" if law is sl.LinkFriction else "floating")
    friction = law(**MU, shape=shape)
    media = [friction] if law is sl.LinkFriction else [sl.Gravity(), sl.Contact(stiffness=2e4, friction=friction)]
    model = sl.build_model(robot, sl.World(media))
    start = sl.initial_state(
        model, position=(0, 0, 0.0 if law is sl.LinkFriction else 0.02), q=0.6 * np.sin(0.9 * np.arange(3))
    )
    run = sl.simulate(model, GAIT, duration=1.0, state=start, integrator=integrator)
    term = "friction" if law is sl.LinkFriction else "contact_friction"
    work = run["work"].sel(term=term).values
    assert work[-1] < -0.01
    assert (np.diff(work) <= 1e-15).all()


@pytest.mark.parametrize("law", [sl.LinkFriction, sl.SurfaceFriction])
@pytest.mark.parametrize("shape", SHAPES)
def test_it_converges_at_the_order_of_the_step(law, shape):
    friction = law(**MU, shape=shape, eps=0.2)
    ends = [
        slid(friction, (0.3, 0.4, 0, 0, 0, 0), step=step, record_rate=10)["com_velocity"].values[-1, :2]
        for step in (5e-3, 2.5e-3, 2.5e-4)
    ]
    errors = [np.linalg.norm(end - ends[-1]) for end in ends[:2]]
    assert errors[1] < 2e-5
    assert errors[0] / errors[1] > 3.0


@pytest.mark.parametrize("law", [sl.LinkFriction, sl.SurfaceFriction])
@pytest.mark.parametrize(
    ("velocity", "mu"), [((1.0, 0.0), 0.1), ((-1.0, 0.0), 0.3), ((0.0, 1.0), 0.5), ((0.0, -1.0), 0.5)]
)
def test_along_and_across_the_body_it_brakes_by_the_coefficient_of_that_direction(law, velocity, mu):
    for shape in SHAPES:
        run = slid(law(**MU, shape=shape), (*velocity, 0, 0, 0, 0), 0.05)
        lost = np.array(velocity) - run["com_velocity"].values[-1, :2]
        assert_allclose(lost, 0.05 * mu * 9.81 * np.array(velocity), rtol=0.02, atol=1e-3)


@pytest.mark.parametrize("law", [sl.LinkFriction, sl.SurfaceFriction])
def test_a_diagonal_slip_is_braked_against_it_or_by_its_weighted_parts(law):
    way = np.array([0.6, 0.8])
    for shape, expected in (
        ("along_slip", (0.1 * 0.36 + 0.5 * 0.64) * way),
        ("weighted_slip", np.array([0.1, 0.5]) * way),
    ):
        run = slid(law(**MU, shape=shape), (*way, 0, 0, 0, 0), 0.01)
        lost = way - run["com_velocity"].values[-1, :2]
        assert_allclose(lost, 0.01 * 9.81 * expected, rtol=0.02)


@pytest.mark.thorough
@pytest.mark.few(1)
@pytest.mark.parametrize("shape", SHAPES)
def test_mujoco_has_it_on_links(shape):
    pytest.importorskip("mujoco", reason="mujoco is not installed")
    robot = sl.Robot([LINK, *3 * [sl.Revolute(), LINK]], base="planar")
    model = sl.build_model(robot, sl.World([sl.LinkFriction(**MU, shape=shape, eps=0.02)]))
    ours, theirs = (sl.simulate(model, GAIT, 0.5, step=5e-4, **engine) for engine in ({}, {"engine": MujocoEngine()}))
    assert np.ptp(ours["com_position"].values[:, 0]) > 0.01
    assert_allclose(theirs["com_position"].values, ours["com_position"].values, atol=1.5e-3)


@pytest.mark.parametrize("shape", SHAPES)
def test_mujoco_says_that_its_contacts_have_an_ellipse(shape):
    pytest.importorskip("mujoco", reason="mujoco is not installed")
    friction = sl.SurfaceFriction(0.1, 0.5, shape=shape)
    ground = sl.Contact(friction=friction)
    model = sl.build_model(sl.Robot([LINK]), sl.World([sl.Gravity(), ground]))
    start = sl.initial_state(model, position=(0, 0, 0.02))
    run = sl.simulate(model, duration=0.01, state=start, engine=MujocoEngine())
    assert f"shape '{shape}' of the friction of contact: MuJoCo's is elliptic" in str(run.dataset.attrs["notes"])


@pytest.mark.parametrize("shape", SHAPES)
def test_a_scenario_names_it(shape, tmp_path):
    path = tmp_path / "scales.yaml"
    numbers = f"mu_tangential: 0.11, mu_normal: 0.2, mu_backward: 0.14, shape: {shape}"
    path.write_text(
        "name: scales\nrobot: {base: planar, parts: [link: {length: 0.1, mass: 0.5}]}\n"
        f"world: {{media: [{{link_friction: {{{numbers}}}}}, {{contact: {{friction: {{{numbers}}}}}}}]}}\nduration: 0.01\n"
    )
    links, contact = sl.load_scenario(path).world.media
    assert links == sl.LinkFriction(0.11, 0.2, 0.14, shape)
    assert contact.friction == sl.SurfaceFriction(0.11, 0.2, 0.14, shape=shape)
