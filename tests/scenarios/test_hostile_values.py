"""Values that no one means: each is one clear error, in no time and in no memory."""

import numpy as np
import pytest
from pydantic import TypeAdapter, ValidationError

import snakelab as sl
from snakelab.scenarios.words.derivation import type_of_class
from snakelab.studies.running import Ledger
from snakelab.studies.sweeps.parameter import Range

HUGE = 10**9


@pytest.mark.parametrize(
    "make, told",
    [
        (lambda: sl.Link(length=0.1, mass=10**400), "finite number"),
        (lambda: sl.SoftSection(0.1, 0.1, 0.01, 0.02, n_steps=HUGE), "at most 10000"),
        (lambda: sl.Skin(points_around=HUGE), "at most 1000"),
        (lambda: sl.Skin(rings_per_link=HUGE), "at most 1000"),
        (lambda: sl.Horizon(steps=HUGE), "at most 100000"),
        (lambda: sl.Terrain(sl.Boulders(0.1, 1e6), (2, 2), 0.1).numbers(), "squares"),
        (lambda: sl.HeightField([[0, 0], [0, 0]], spacing=[1, 2, 3]), "must be 2 numbers"),
        (lambda: sl.MonteCarloMpc(goal=(1, 0), joints=5), "must be a list of names"),
        (lambda: sl.MonteCarloMpc(goal=(1, 0), joints=[5]), "must be a list of names"),
        (lambda: sl.Sampling(limit=[[1], [1, 2]]), "must be numbers in rad"),
        (lambda: sl.HopfNetwork(weights=5), "must be a square"),
        (lambda: sl.CpgGait(sl.NamedGait("CL"), schedule=5), "must be a list of GaitChange"),
        (lambda: sl.CurveGait(sl.CircularArc(1, 1), 1, samples=float("nan")), "whole number"),
        (lambda: sl.CurveGait(sl.CircularArc(1, 1), 1, tolerance=float("nan")), "finite number"),
        (lambda: sl.grass(roughness="rough"), "roughness must be a number"),
        (lambda: sl.grass(roughness=1e300), "at most 1000"),
        (lambda: sl.rocks(body=5), "body must be one of Bearing"),
        (lambda: sl.robots.library.snake_iii(2, wheels="no"), "wheels must be one of bool"),
        (lambda: sl.robots.library.snake_iii(2, wheel_friction=float("nan")), "finite number"),
        (lambda: Range(0, 1, count=HUGE).grid(), "at most 1000000"),
        (lambda: Range(0, 1e18, whole=True).grid(), "at most 1000000"),
    ],
)
def test_a_value_that_no_one_means_is_one_clear_error(make, told):
    with pytest.raises(sl.SnakelabError, match=told) as caught:
        make()
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("text", ["junk", "{}", "[]", "null", '{"status": 5}'])
def test_a_result_of_a_ledger_that_is_none_is_told_with_the_file(tmp_path, text):
    with Ledger(tmp_path / "ledger.sqlite", {"kind": "sweep"}) as ledger:
        ledger._base.execute("INSERT INTO results VALUES ('a', ?)", (text,))
        with pytest.raises(sl.errors.RecordingError, match=r"ledger\.sqlite holds what is no result"):
            ledger.results()


def test_a_ledger_whose_study_is_no_document_is_told_with_the_file(tmp_path):
    with Ledger(tmp_path / "ledger.sqlite", {"kind": "sweep"}) as ledger:
        ledger._base.execute("UPDATE study SET description = 'junk'")
    with pytest.raises(sl.errors.RecordingError, match="holds what is no result"):
        Ledger(tmp_path / "ledger.sqlite", {"kind": "sweep"})


def test_the_steered_joints_of_a_scenario_are_names():
    adapter = TypeAdapter(type_of_class(sl.MonteCarloMpc))
    made = adapter.validate_python({"goal": [1, 0], "joints": ["joint1", "joint2"]})
    assert tuple(made.joints) == ("joint1", "joint2")
    with pytest.raises(ValidationError, match="must be a list of names"):
        adapter.validate_python({"goal": [1, 0], "joints": [1]})
    assert np.isfinite(made.sampling.limit).all()
