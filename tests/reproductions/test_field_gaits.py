"""The trials of the field: grounds of the presets, figures that follow what is changed, orders that are counted."""

from functools import cache

import pytest

import snakelab as sl
from reproductions.snakesys.field_gaits import (
    CASES,
    VARIATIONS,
    Figures,
    Variation,
    relation_lines,
    run_trials,
    table_text,
)
from reproductions.snakesys.field_gaits.trial import GRASS
from snakelab.scenarios.scenario import load_scenario

BODY = {"size": (5.2, 6), "centre": (2.3, 0)}


@pytest.mark.few(3)
@pytest.mark.parametrize("case", CASES)
def test_the_ground_of_a_scenario_is_that_of_the_preset(case):
    _, actual = load_scenario(f"snakesys_field_{case}").world.media
    preset = (sl.worlds.grass if case in GRASS else sl.worlds.rocks)(1, **BODY)
    assert (actual.name, actual.surface, actual.friction) == (preset.name, preset.surface, preset.friction)
    assert actual.stiffness == pytest.approx(preset.stiffness, rel=1e-3)
    assert actual.damping == pytest.approx(preset.damping, rel=1e-3)


@cache
def with_tyres(case):
    variation = next(one for one in VARIATIONS if one.label == "friction 0.35 and 0.6")
    (figures,) = run_trials(variation, (1,), (case,))[case]
    return figures


@pytest.mark.slow
def test_with_the_friction_of_tyres_the_orders_of_the_paper_come_out():
    speed = {case: with_tyres(case).speed_by_radian for case in ("swl2", "swl4", "arl2", "arl4")}
    assert speed["swl2"] > 1.2 * speed["swl4"] > speed["arl4"] > speed["arl2"] > 0.03


@pytest.mark.slow
def test_servos_are_at_their_limit_and_without_one_above_it():
    assert with_tyres("arl2").peak_torque == pytest.approx(8.3)
    (strong,) = run_trials(VARIATIONS[1], (1,), ("arl2",))["arl2"]
    assert strong.peak_torque > 12 and strong.speed == pytest.approx(1.5708 * strong.speed_by_radian, rel=1e-4)


@pytest.mark.slow
def test_another_seed_is_another_ground():
    (other,) = run_trials(Variation("as it is"), (2,), ("arl2",))["arl2"]
    (first,) = run_trials(Variation("as it is"), (1,), ("arl2",))["arl2"]
    assert other.speed != first.speed and other.speed == pytest.approx(first.speed, rel=0.1)


def test_orders_are_counted_ground_by_ground():
    figures = {case: [Figures(1.0, float(i), 8.3, 5.0), Figures(1.0, 1.0, 8.3, 5.0)] for i, case in enumerate(CASES)}
    lines = relation_lines(figures)
    assert "arl3 faster than arl1: 1 of 2" in lines and "swl1 faster than swl3: 0 of 2" in lines
    assert "swl1 more torque (rms) than arl1: 0 of 2" in lines and len(lines) == 12
    assert table_text("all", figures).splitlines()[0].split()[1:4] == ["500.0", "+-500.0", "1000.0"]
