"""Errors measured by `bench_truth`: against a closed form, of runs that are wrong on purpose, and of a few seeds."""

import json
import math
import warnings
from dataclasses import replace

import numpy as np
import pytest

import snakelab as sl
from benchmarks import bench_truth
from benchmarks.bench_truth import (
    MOTION,
    QUANTITIES,
    REGIMES,
    Settings,
    announcements,
    counts,
    drawn_case,
    errors,
    judged,
)

NOTHING_SAID = announcements([], [])
RATE = 5.0  # coefficient of the viscous friction [1/s]


def coasting(step=2e-3, friction=RATE):
    """A link that coasts under viscous friction, for 1 s from 0.3 m/s along its axis."""
    robot = sl.Robot([sl.Link(0.1, 0.2), sl.Revolute("z", actuator=sl.Passive()), sl.Link(0.1, 0.2)], base="planar")
    model = sl.build_model(robot, sl.World([sl.ViscousFriction(friction, friction)]))
    start = sl.initial_state(model, velocity=(0.3, 0, 0, 0, 0, 0))
    return sl.simulate(model, None, 1.0, state=start, step=step)


def with_centre(recording, centre):
    dataset = recording.dataset.copy(deep=True)
    dataset["com_position"].values[:] = centre
    return replace(recording, dataset=dataset)


def exact(recording):
    """The same with the closed form of the centre of mass: x = x_0 + v_0 (1 - exp(-C t)) / C."""
    centre, t = recording["com_position"].values.copy(), recording["time"].values
    centre[:, 0] = centre[0, 0] + 0.3 * -np.expm1(-RATE * t) / RATE
    return with_centre(recording, centre)


@pytest.fixture(scope="module")
def coast():
    return coasting()


def test_the_error_of_the_centre_is_the_distance_to_the_closed_form_over_the_path(coast):
    run, t = coasting(friction=1.02 * RATE), coast["time"].values
    path = [0.3 * -np.expm1(-rate * t) / rate for rate in (RATE, 1.02 * RATE)]
    found = errors(exact(coast), run)
    assert found["centre"] == pytest.approx(np.abs(path[1] - path[0]).max() / path[0][-1], rel=1e-3)
    assert found["mean speed"] == pytest.approx(1 - path[1][-1] / path[0][-1], rel=1e-3)


def test_the_default_step_is_accurate_and_of_second_order_against_the_closed_form(coast):
    half = coasting(1e-3)
    outcome = judged(0, "viscous", exact(coast), exact(coast), coast, half, NOTHING_SAID, Settings())
    assert outcome.kind == "judged" and outcome.motion < 1e-4
    assert bench_truth.motion_ratio([outcome], noise=0.0) == pytest.approx(4, abs=0.2)


@pytest.mark.parametrize(("wrong", "above"), [(0.005, (1, 0, 0, 0)), (0.02, (1, 1, 0, 1)), (0.2, (1, 1, 1, 1))])
def test_a_wrong_run_is_found_and_is_silent_unless_it_was_announced(coast, wrong, above):
    centre = coast["com_position"].values
    run = with_centre(coast, centre[0] + (1 + wrong) * (centre - centre[0]))
    outcome = judged(0, "viscous", coast, coast, run, run, NOTHING_SAID, Settings())
    assert outcome.errors["centre"] == pytest.approx(wrong) and outcome.errors["joints"] == 0
    assert counts([outcome], "centre") == counts([outcome], MOTION) == counts([outcome], "mean speed") == above
    said = announcements(["the step is too long for this motion; try tolerance=1e-4"], [])
    outcome = judged(0, "viscous", coast, coast, run, run, said, Settings())
    assert counts([outcome], "centre") == (*above[:3], 0)
    assert f"Announced: 1 of 1 runs; in {int(wrong < 0.01)} of them" in bench_truth.tables([outcome])


def test_errors_of_joints_are_relative_to_their_range_and_a_robot_at_rest_has_none(coast):
    assert math.isnan(errors(coast, coast)["peak torque"])
    dataset = coast.dataset.copy(deep=True)
    dataset["q"].values[:, 0] = np.linspace(0, 0.5, len(dataset["time"]))
    bent = replace(coast, dataset=dataset)
    dataset = bent.dataset.copy(deep=True)
    dataset["q"].values[-1, 0] += 0.01
    assert errors(bent, replace(bent, dataset=dataset))["joints"] == pytest.approx(0.02)
    rest = with_centre(coast, 0.0)
    found = errors(rest, with_centre(coast, 1e-9))
    assert judged(0, "viscous", rest, rest, rest, rest, NOTHING_SAID, Settings()).kind == "at rest"
    assert found["centre"] < 1e-6 and math.isnan(found["mean speed"]) and math.isnan(found["cost of transport"])


def test_a_run_whose_references_disagree_is_chaotic(coast):
    other = with_centre(coast, 1.01 * coast["com_position"].values)
    outcome = judged(0, "viscous", coast, other, coast, coast, NOTHING_SAID, Settings())
    assert outcome.kind == "chaotic" and "| all | 0 | 0 | 1 | 0 |" in bench_truth.tables([outcome])


def test_a_small_fixed_step_is_the_reference_where_the_adaptive_step_cannot_reach_its_tolerance():
    seed = 5  # starts at a kink of its friction, where no step reaches rounding
    case = drawn_case(seed)[1]
    failed = sl.simulate(case.model, case.gait, 0.05, state=case.state, tolerance=1e-15)
    assert failed.status.startswith("failed")
    found = bench_truth.outcome(seed, Settings(duration=0.05, tolerance=1e-15))
    assert found.kind == "judged" and 0 < found.motion < 0.01


def test_only_messages_about_accuracy_announce_an_error():
    said = announcements(
        ["a link penetrated or crossed 'post', 10 mm thick"],
        ["the robot fell freely", "the energy balance is off by 9 %; try step=0.0005"],
    )
    assert [len(said[kind]) for kind in ("warnings", "remarks")] == [1, 1]
    assert bench_truth.Outcome(0, "pole", "judged", announced={"warnings": [], "remarks": []}).silent
    assert not bench_truth.Outcome(0, "pole", "judged", announced=said | {"warnings": []}).silent


def test_each_regime_can_be_drawn_and_a_seed_gives_the_same_case_again():
    for seed in range(len(REGIMES)):
        regime, case = drawn_case(seed)
        again = drawn_case(seed)[1]
        assert regime == list(REGIMES)[seed] and case.gait == again.gait
        assert case.state.q.tolist() == again.state.q.tolist()


def test_the_command_prints_the_tables_and_writes_the_outcomes(capsys, tmp_path):
    path = tmp_path / "truth.json"
    options = ["--runs", "2", "--first-seed", "3", "--duration", "0.1", "--workers", "1", "--tolerance", "1e-4"]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        bench_truth.main([*options, "--json", str(path)])
    shown, found = capsys.readouterr().out, json.loads(path.read_text())
    assert "| all | 2 | 0 | 0 | 0 |" in shown and "seeds 3 to 4" in shown
    assert [one["regime"] for one in found["outcomes"]] == ["viscous", "LinkFriction, isotropic"]
    assert all(set(one["errors"]) == set(QUANTITIES) for one in found["outcomes"])


def test_an_interrupt_prints_what_is_done(capsys, monkeypatch):
    def stopped(seeds, settings, workers):
        yield bench_truth.Outcome(0, "air", "no reference")
        raise KeyboardInterrupt

    monkeypatch.setattr(bench_truth, "outcomes", stopped)
    bench_truth.main(["--runs", "5"])
    shown = capsys.readouterr()
    assert "stopped after 1 of 5 runs" in shown.err and "| all | 0 | 0 | 0 | 1 |" in shown.out
