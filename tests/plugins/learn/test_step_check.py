"""Check of the time step of environments by the energy balance of a run with random actions."""

import re
import warnings
from pathlib import Path

import pytest

import snakelab as sl

pytest.importorskip("gymnasium", reason="no environments: pip install '.[learn]'")
from snakelab.plugins.learn import environments as registration


def lines(make):
    with warnings.catch_warnings(record=True) as issued:
        warnings.simplefilter("always")
        make()
    return [str(one.message) for one in issued if one.category is sl.SnakelabWarning]


def test_steps_that_are_too_long_for_the_actions_are_named_with_a_remedy():
    (line,) = lines(lambda: registration.crawl(step=5e-3, integrator="plain"))
    assert "steps of 0.005 s are too long" in line and line.endswith("try step=0.001, integrator='extrapolated'")
    page = (Path(__file__).parents[3] / "docs/learning.md").read_text(encoding="utf-8")
    shown = next(
        text for text in re.findall(r"^```text\n(.*?)^```", page, re.MULTILINE | re.DOTALL) if "random" in text
    )
    assert " ".join(shown.split()) == f"SnakelabWarning: {line}"
    (line,) = lines(lambda: registration.crawl_rows(4, step=5e-3))
    assert "steps of 0.005 s are too long" in line and "integrator" not in line


@pytest.mark.few(2)
@pytest.mark.parametrize("make", [registration.crawl, registration.crawl_rows, registration.goal, registration.ground])
@pytest.mark.parametrize("period", [0.05, 0.1])
def test_the_registered_environments_have_short_enough_steps(make, period):
    assert lines(lambda: make(period=period)) == []


def test_slow_actions_allow_longer_steps():
    assert lines(lambda: sl.environment("planar_viscous", action="gait")) == []
