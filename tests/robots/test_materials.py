"""Elastomers: areas, elastic laws against energies and closed forms, viscous law, what cannot be."""

import dataclasses
import math

import numpy as np
import pytest
from numpy.testing import assert_allclose

import snakelab as sl
from snakelab.robots.actuators import extension_under
from snakelab.robots.library.soft_robots import MATERIALS, silicone_chamber
from snakelab.robots.materials import damped_rate, elastic_force, viscous_force, viscous_secant

TUBE = sl.robots.FibreReinforcedChamber(0.008, 0.006, 0.002)
SHARED = sl.robots.FibreReinforcedChamber(0.008, 0.006, 0.002, 0.045)
RUBBER = sl.robots.Yeoh(12563.0, -67.784, 2.7385)
L = 0.2


def yeoh_energy(rubber, stretch):
    """U of the law, by volume."""
    x = stretch**2 + 2 / stretch - 3
    return rubber.c10 * x + rubber.c20 * x**2 + rubber.c30 * x**3


def area(chamber, strain):
    """A(e) written out."""
    r, w, f = chamber.radius, chamber.wall, chamber.fabric
    share = (strain + chamber.matrix_fraction) / (1 + strain)
    filler = 0.0
    if chamber.body_radius:
        filler = (math.pi * chamber.body_radius**2 - chamber.sharing * math.pi * (r + w + f) ** 2) / chamber.sharing
    return filler + share * 2 * math.pi * ((r + w) * f + r * w)


# ---- areas -------------------------------------------------------------------------------------------------------------
def test_the_material_at_rest_is_that_of_the_paper():
    stiffness = sl.robots.Elastomer(L, SHARED, sl.robots.LinearElastic(1.0))
    assert float(stiffness.force([1e-9])[0]) * L / 1e-9 == pytest.approx(1.555e-3, abs=5e-7)
    assert_allclose(SHARED.ring_area, math.pi * (0.016**2 - 0.014**2))
    assert_allclose(SHARED.pressure_area * 1e6, 201.06, atol=5e-3)


@pytest.mark.parametrize("chamber", [TUBE, SHARED, dataclasses.replace(SHARED, matrix_fraction=1.0)])
@pytest.mark.parametrize("strain", [-0.3, 0.0, 0.2, 1.5])
def test_a_linear_law_pulls_by_its_area(chamber, strain):
    law = sl.robots.Elastomer(L, chamber, sl.robots.LinearElastic(2e5))
    assert_allclose(law.force([strain * L]), [area(chamber, strain) * 2e5 * strain], rtol=1e-13)


def test_the_ring_is_as_stiff_as_fibres_that_do_not_stretch_let_it_be():
    plain = sl.robots.Elastomer(L, SHARED, RUBBER)
    ringed = dataclasses.replace(plain, ring_modulus=2e5)
    e = 0.3
    share = (e + 0.5) / (1 + e)
    assert_allclose(ringed.force([e * L]) - plain.force([e * L]), [SHARED.ring_area * 2e5 / share * e], rtol=1e-12)


# ---- elastic laws ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("stretch", [0.7, 0.95, 1.2, 2.0, 3.0])
def test_the_stress_is_the_slope_of_the_energy(stretch):
    h = 1e-5
    slope = (yeoh_energy(RUBBER, stretch + h) - yeoh_energy(RUBBER, stretch - h)) / (2 * h)
    force = float(sl.robots.Elastomer(L, SHARED, RUBBER).force([(stretch - 1) * L])[0])
    assert_allclose(force / area(SHARED, stretch - 1), slope, rtol=1e-7)


def test_the_modulus_of_small_strains_is_six_times_the_first_constant():
    law = sl.robots.Elastomer(L, SHARED, RUBBER)
    slope = float((law.force([1e-7]) - law.force([-1e-7]))[0]) / 2e-7
    assert_allclose(slope * L / area(SHARED, 0.0), 6 * 12563.0, rtol=1e-6)


@pytest.mark.parametrize("material", MATERIALS)
@pytest.mark.parametrize("q", [-0.12, -0.0905, -0.0895, -0.05, 0.0, 0.03, 0.2])
def test_the_slope_is_that_of_the_force(material, q):
    law, h = silicone_chamber(material, body_radius=0.045), 1e-7
    m = law.numbers()
    (up, _), (down, _) = (elastic_force(law.law, m, x) for x in (q + h, q - h))
    assert_allclose(elastic_force(law.law, m, q)[1], (up - down) / (2 * h), rtol=1e-5)


@pytest.mark.few(5)
@pytest.mark.parametrize("material", MATERIALS)
@pytest.mark.parametrize("q", [-0.15, -0.06, 0.01, 0.1, 0.3])
def test_the_energy_is_the_work_of_the_force(material, q):
    law = silicone_chamber(material, body_radius=0.045)
    x = np.linspace(0.0, q, 20001)
    f = law.force(x)
    work = float(((f[1:] + f[:-1]) / 2 * np.diff(x)).sum())
    assert_allclose(law.energy([q])[0], work, rtol=2e-6)
    assert work > 0


@pytest.mark.parametrize("material", MATERIALS)
def test_squeezed_beyond_its_silicone_it_goes_on_pushing_back(material):
    law = silicone_chamber(material, body_radius=0.045)
    force = law.force(np.linspace(-0.195, 0.0, 400)[:-1])
    assert (np.diff(force) > 0).all() and (force < 0).all()
    tube = sl.robots.Elastomer(L, TUBE, sl.robots.LinearElastic(2e5)).force(np.linspace(-0.195, 0.0, 400)[:-1])
    assert (tube < 0).all() and (np.diff(tube[:200]) > 0).all()


# ---- viscous law -------------------------------------------------------------------------------------------------------
def test_the_viscous_force_is_the_papers_power_of_the_rate():
    law = silicone_chamber("linear", body_radius=0.045)
    q, v = 0.03, 0.4
    wanted = area(SHARED, q / L) * 22263.8 * abs(v / L) ** 0.3
    assert_allclose(law.force([q], v) - law.force([q]), [wanted], rtol=2e-6)
    slow = 1e-7
    wanted = area(SHARED, q / L) * 22263.8 * 1e-3 ** (0.3 - 1) * slow / L
    assert_allclose(law.force([q], slow) - law.force([q]), [wanted], rtol=1e-6)


def test_the_viscous_force_takes_energy_in_every_state():
    rng = np.random.default_rng(3)
    for _ in range(300):
        chamber = sl.robots.FibreReinforcedChamber(*rng.uniform(0.001, 0.02, 3), matrix_fraction=rng.uniform(0.05, 1))
        viscous = sl.robots.PowerLawViscosity(10 ** rng.uniform(0, 6), rng.uniform(0.05, 1), 10 ** rng.uniform(-6, 0))
        law = sl.robots.Elastomer(rng.uniform(0.05, 1), chamber, RUBBER, viscous)
        m, q, v = law.numbers(), rng.uniform(-1, 3) * law.length, rng.normal() * 10 ** rng.uniform(-9, 3)
        force, slope = viscous_force(m, q, v)
        assert force * v > 0 and slope > 0
        assert_allclose(force, viscous_secant(m, q, v) * v)


@pytest.mark.parametrize("index", [0.05, 0.3, 0.7, 1.0])
def test_the_rate_under_a_drag_is_found_from_anywhere(index):
    rng = np.random.default_rng(4)
    for _ in range(300):
        viscous = sl.robots.PowerLawViscosity(10 ** rng.uniform(0, 6), index, 10 ** rng.uniform(-6, 0))
        m = sl.robots.Elastomer(L, SHARED, RUBBER, viscous).numbers()
        free, mobility = rng.normal() * 10 ** rng.uniform(-12, 3), 10 ** rng.uniform(-12, 3)
        v = damped_rate(m, 0.01, free, mobility)
        assert 0 <= v / free <= 1
        assert_allclose(v + mobility * viscous_force(m, 0.01, v)[0], free, rtol=1e-9)
    assert damped_rate(m, 0.01, 0.0, 1.0) == 0.0 and damped_rate(m, 0.01, 2.0, 0.0) == 2.0


# ---- static equilibrium ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("holder", [*map(silicone_chamber, MATERIALS), sl.Spring(1900.0, rest=0.02)])
@pytest.mark.parametrize("force", [-300.0, -1.0, 0.0, 1e-6, 60.0, 900.0])
def test_the_quiet_length_carries_the_force(holder, force):
    q = extension_under(holder, force)
    carried = holder.force([q])[0] if isinstance(holder, sl.robots.Elastomer) else 1900.0 * (q - 0.02)
    assert_allclose(carried, force, rtol=1e-10, atol=1e-12)


def test_an_infinite_force_gives_an_infinite_length_and_a_too_large_one_raises():
    law = silicone_chamber("linear", body_radius=0.045)
    assert extension_under(law, math.inf) == math.inf and extension_under(law, -math.inf) == -math.inf
    with pytest.raises(sl.errors.RobotError, match=r"1e\+06 N stretch an elastomer of 0.2 m more than 100 times"):
        extension_under(law, 1e6)
    with pytest.raises(sl.errors.RobotError, match=r"no static equilibrium without a spring; write Spring\(stiffness"):
        extension_under(sl.Spring(damping=3.0), 1.0)


# ---- what cannot be ----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: sl.robots.LinearElastic(-1.0), "LinearElastic modulus must be greater than 0 Pa, got -1"),
        (lambda: sl.robots.Yeoh(0.0), "Yeoh c10 must be greater than 0 Pa, got 0"),
        (lambda: sl.robots.Yeoh(1e4, -50.0), "must give a tensile stress at every stretch.*c20=-50"),
        (lambda: sl.robots.Yeoh(1e4, 0.0, -1.0), "must give a tensile stress at every stretch.*c30=-1"),
        (lambda: sl.robots.Yeoh(1e4, -500.0, 2.0), "must give a tensile stress at every stretch"),
        (lambda: sl.robots.PowerLawViscosity(-1.0), "consistency must be at least 0, got -1"),
        (lambda: sl.robots.PowerLawViscosity(1.0, 0.0), "index must be greater than 0 and at most 1, got 0"),
        (lambda: sl.robots.PowerLawViscosity(1.0, 1.3), "index must be greater than 0 and at most 1, got 1.3"),
        (lambda: sl.robots.PowerLawViscosity(1.0, 0.3, 0.0), "slow must be greater than 0 1/s, got 0"),
        (lambda: sl.robots.FibreReinforcedChamber(0.0, 1e-3, 1e-3), "radius must be greater than 0 m, got 0"),
        (
            lambda: sl.robots.FibreReinforcedChamber(0.008, 0.006, 0.002, 0.02),
            "leave room for 3 tubes of 0.016 m, that is, exceed 0.02771 m; got 0.02",
        ),
        (
            lambda: sl.robots.FibreReinforcedChamber(1, 1, 1, matrix_fraction=1.2),
            "matrix_fraction must be greater than 0 and at most 1",
        ),
        (lambda: sl.robots.Elastomer(-0.2, TUBE, RUBBER), "Elastomer length must be greater than 0 m, got -0.2"),
        (
            lambda: sl.robots.Elastomer(L, TUBE, sl.robots.Yeoh),
            "Elastomer elastic must be one of LinearElastic, Yeoh.*write Yeoh",
        ),
        (lambda: sl.robots.Elastomer(L, 0.01, RUBBER), "Elastomer chamber must be one of FibreReinforcedChamber; got 0.01"),
        (lambda: sl.robots.Elastomer(L, TUBE, RUBBER, 5.0), "Elastomer viscous must be one of PowerLawViscosity; got 5"),
        (lambda: sl.robots.Elastomer(L, TUBE, RUBBER, ring_modulus=-1), "ring_modulus must be at least 0 Pa, got -1"),
        (lambda: sl.robots.Elastomer(L, TUBE, RUBBER).force([0.0, -0.2]), "the stretch 1 \\+ q / length must be positive"),
        (
            lambda: sl.Revolute("z", spring=sl.robots.Elastomer(L, TUBE, RUBBER)),
            "Revolute spring must be one of Spring; got Elastomer",
        ),
        (lambda: silicone_chamber("yeo"), "material must be one of linear, yeoh, yeoh_ring; got 'yeo'; did you mean 'yeoh'"),
    ],
)  # fmt: skip
def test_a_material_that_cannot_be_says_why(make, words):
    with pytest.raises(sl.errors.RobotError, match=words):
        make()
