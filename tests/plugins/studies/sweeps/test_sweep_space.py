"""What a sweep varies: values of grids and ranges, sampling, the configuration, and what is said of a wrong one."""

import math

import numpy as np
import pytest

from snakelab.errors import ScenarioError
from snakelab.plugins.studies.sweeps.configuration import load_sweep
from snakelab.plugins.studies.sweeps.sweep_parameters import Parameter, Range, Sampling
from snakelab.scenarios.scenario import load_scenario

AMPLITUDE, NORMAL = "controller.serpenoid_gait.amplitude", "world.media.0.viscous_friction.normal"
CONFIGURATION = {
    "scenario": "planar_viscous",
    "set": {"duration": 0.1},
    "parameters": {AMPLITUDE: {"from": 0.2, "to": 0.8, "count": 4}, NORMAL: [2, 10]},
}


def written(folder, text):
    path = folder / "winding.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_grid_has_every_combination_and_its_ends():
    sweep = load_sweep(CONFIGURATION)
    assert [trial.values for trial in sweep.trials] == [(a, n) for a in (0.2, 0.4, 0.6, 0.8) for n in (2, 10)]


def test_a_logarithmic_grid_has_equal_ratios_and_whole_numbers_are_whole():
    values = np.array(Range(1e-3, 10.0, 5, log=True).grid())
    assert values[0] == 1e-3 and values[-1] == 10.0
    np.testing.assert_allclose(values[1:] / values[:-1], 10.0, rtol=1e-9)
    assert Range(2, 5, whole=True).grid() == [2, 3, 4, 5]
    assert all(isinstance(value, int) for value in Range(2, 9, 3, whole=True).grid())
    assert Range(1, 100, 3, log=True, whole=True).grid() == [1, 10, 100]
    logs = [Range(1, 100, log=True, whole=True).at(share) for share in np.linspace(0, 1, 2001)]
    assert min(logs) == 1 and max(logs) == 100 and sum(value <= 10 for value in logs) == pytest.approx(1150, abs=20)
    drawn = [Range(2, 5, whole=True).at(share) for share in np.linspace(0, 1, 4001)]
    counts = [drawn.count(value) for value in (2, 3, 4, 5)]
    assert sum(counts) == 4001 and max(counts) - min(counts) <= 2


@pytest.mark.parametrize("log", [True, False])
def test_the_fraction_of_a_value_gives_the_value(log):
    ends = Range(0.3, 7.0, log=log)
    for share in (0.0, 0.2, 0.77, 1.0):
        assert ends.fraction(ends.at(share)) == pytest.approx(share, abs=1e-12)


def points(kind, n, seed=0):
    parameters = [Parameter(name, (name,), Range(-1.0, 1.0)) for name in "ab"]
    return np.array(Sampling(kind, n, seed).choose(parameters))


@pytest.mark.parametrize("kind", ["random", "sobol"])
def test_samples_fill_the_ranges_and_a_longer_sweep_begins_with_the_shorter(kind):
    short, long = points(kind, 24), points(kind, 100)
    assert short.shape == (24, 2) and np.abs(long).max() <= 1.0
    np.testing.assert_array_equal(short, long[:24])
    assert (np.abs(long.mean(axis=0)) < 0.2).all() and (long.std(axis=0) > 0.5).all()
    assert not np.array_equal(points(kind, 24, seed=1), short)


def test_sobol_points_are_spread_more_evenly_than_random_ones():
    """64 points lie evenly in 16 strips of equal width, but for the shift."""
    for seed in range(3):
        strips = np.floor((points("sobol", 64, seed) + 1) * 8).astype(int)
        assert all(3 <= count <= 5 for axis in strips.T for count in np.bincount(axis, minlength=16))


def test_seeds_come_one_after_the_other_so_that_a_sweep_that_is_cut_off_has_something_of_each_point():
    trials = load_sweep(CONFIGURATION | {"seeds": {"count": 2, "from": 5}}).trials
    assert [trial.seed for trial in trials] == 8 * [5] + 8 * [6]
    assert len({trial.key for trial in trials}) == 16


DRAWN = "controller.sampling_mpc.sampling.seed"


@pytest.mark.thorough
def test_a_seed_goes_also_to_the_places_that_take_it_and_makes_another_trial_of_each():
    configuration = {"scenario": "pipe_bend", "seeds": {"values": [3, 4], "places": [DRAWN]}}
    sweep = load_sweep(configuration)
    seeds = [(one.settings.seed, one.controller.sampling.seed) for one in map(sweep.scenario, sweep.trials)]
    assert seeds == [(3, 3), (4, 4)]
    assert not {trial.key for trial in sweep.trials} & {
        trial.key for trial in load_sweep(configuration | {"seeds": [3, 4]}).trials
    }


def test_one_parameter_can_move_several_places_and_take_numbers_with_pi():
    places = ["robot.parts.0.link.mass", "robot.parts.-1.link.mass"]
    mass = {"places": places, "values": [1, 2]}
    configuration = CONFIGURATION | {"parameters": {"mass": mass, AMPLITUDE: ["pi/8"]}}
    sweep = load_sweep(configuration)
    heavy = sweep.scenario(sweep.trials[1])
    assert (heavy.robot.parts[0].mass, heavy.robot.parts[-1].mass) == (2.0, 2.0)
    assert heavy.controller.amplitude == math.pi / 8


def test_the_key_of_a_trial_does_not_depend_on_what_else_is_swept():
    longer = CONFIGURATION | {"parameters": {NORMAL: [1, 2, 10], AMPLITUDE: {"from": 0.2, "to": 0.8, "count": 7}}}
    assert {trial.key for trial in load_sweep(CONFIGURATION).trials} < {
        trial.key for trial in load_sweep(longer).trials
    }


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("parameters: {controller.serpenoid_gait.amplitud: [1, 2]}", r":2: .*unknown key 'amplitud'; did you mean 'amplitude'"),
        ("parameters: {controler.x: [1]}", "unknown key 'controler'"),
        (f"parameters: {{{AMPLITUDE}: {{from: 1, to: 1, count: 2}}}}", f"winding.yaml:2: parameters.{AMPLITUDE}: an empty range"),
        (f"parameters: {{{AMPLITUDE}: {{from: 1, to: 0.5, count: 2}}}}", "`from` must be less than `to`; got 1 and 0.5"),
        (f"parameters: {{{AMPLITUDE}: []}}", "an empty list: give at least one value"),
        (f"parameters: {{{AMPLITUDE}: {{from: 0.1, to: 1}}}}", "a grid needs `count`"),
        (f"parameters: {{{AMPLITUDE}: {{from: 0, to: 1, count: 3, scale: log}}}}", "`from` must be greater than 0"),
        (f"parameters: {{{AMPLITUDE}: {{fro: 0, to: 1}}}}", "unknown key 'fro'; did you mean 'from'"),
        (f"parameters: {{{AMPLITUDE}: 3}}", "must be keys with values"),
        (f"parameters: {{{NORMAL}: {{from: -1, to: 1, count: 3}}}}", "winding.yaml:2: .*normal must be at least 0"),
        ("sampling: {randm: 3}", "did you mean 'random'"),
        ("sampling: {sobol: 0}", "must be a whole number of at least 1"),
        ("seeds: []", "must be whole numbers"),
        ("seeds: [0, -1]", "got -1"),
        ("seeds: {values: [0.5]}", "must be whole numbers"),
        ("seeds: {places: [robot]}", "winding.yaml:2: seeds: must have either a count or values"),
        ("seeds: {count: 2, values: [0]}", "must have either a count or values"),
        ("seeds: {count: 2, places: [controller.serpenoid_gait.sed]}", "winding: seeds: controller.*unknown key 'sed'"),
        (f"seeds: {{count: 2, places: [{AMPLITUDE}]}}\nparameters: {{{AMPLITUDE}: [1]}}", "2: seeds: .*is varied by"),
        (f"seeds: {{count: 2, places: [{AMPLITUDE}]}}\nset: {{{AMPLITUDE}: 1}}", "is also given under `set`"),
        ("metrics: [sped]", "unknown metric 'sped'; did you mean 'speed'"),
        ("metrics: [mean_sped]", "unknown metric 'mean_sped'; did you mean 'mean_speed'"),
        ("window: [3, 1]", "two times in s, from and to"),
        ("set: {duratoin: 3}", "winding.yaml:2: .*'duratoin'"),
        ("parametres: {}", "unknown key 'parametres'; did you mean 'parameters'"),
        ("sweep: x", "no parameters; add `parameters:`"),
        ("window: [20, 30]", r"winding.yaml:2: window: must lie within the run of 20 s; got \[20.0, 30.0\]"),
        ("window: [0.05, .inf]", "window: must lie within the run of"),
        (f"set: {{{NORMAL}: 3}}\nparameters: {{{NORMAL}: [1, 2]}}", "normal is also given under `set`, where it"),
        (f"set: {{{NORMAL}: 3}}\nparameters: {{world.media.0: [{{}}]}}", "is also given under `set`"),
        (f"parameters: {{{AMPLITUDE}: [1, 2], controller: [{{}}]}}", "cannot both be varied: one is a part of the other"),
        (f"parameters: {{{AMPLITUDE}: [1, 2], controller.amplitude: [1]}}", f"amplitude is varied by .* already, as {AMPLITUDE}"),
        (f"parameters: {{controller.amplitude: [1, 2], {AMPLITUDE}: [1]}}", "is varied by 'controller.amplitude' already"),
        ("parameters: {robot.parts.-1.link.mass: [1], robot.parts.-1.mass: [2]}", "mass is varied by .* already"),
        ("parameters: {robot.parts.0.link.mass: [1], robot.parts.0.link: [{}]}", "one is a part of the other"),
        (f"set: {{controller.amplitude: 0.3}}\nparameters: {{{AMPLITUDE}: [1, 2]}}", "is also given under `set`"),
        (f"seeds: {{count: 2, places: [controller.amplitude]}}\nparameters: {{{AMPLITUDE}: [1]}}", "2: seeds: .*is varied by"),
        ("parameters: {seed: [1, 2]}", "the seed is varied by `seeds:"),
        (f"parameters: {{status: {{places: [{AMPLITUDE}], values: [1]}}}}", "the table has trial, seed, status, .* already"),
        (f"parameters: {{a/b: {{places: [{AMPLITUDE}], values: [1]}}}}", "must not contain /"),
        (f"parameters: {{a: {{places: [{AMPLITUDE}, {AMPLITUDE}], values: [1]}}}}", "is varied by 'a' already"),
        (f"parameters: {{{AMPLITUDE}: {{values: [1, 2], count: 5}}}}", "`count` is for a range, and has no effect on a list"),
        ("parameters: {robot.parts.1.repeat.times: {from: 2, to: 5, count: 2}}", "whole number.*; add `whole: true`"),
        (f"parameters: {{{AMPLITUDE}: {{from: -1e9, to: 1, count: 2}}}}", r"winding.yaml:2: .*at most one turn; got -1e\+09"),
        ("sampling: {random: 10}", "winding.yaml:2: sampling: there are no `parameters:` to sample"),
        ("sampling: {sobol: 1073741824}", "winding.yaml:2: sampling: more than 1000000 trials"),
        ("seeds: {count: 1000000000}", "winding.yaml:2: seeds: at most 1000000 are allowed"),
        (f"seeds: [{2**63}]", r"must be whole numbers from 0 to 2\*\*63 - 1"),
        (f"seeds: {{count: 10000}}\nparameters: {{{AMPLITUDE}: {{from: 0.1, to: 1, count: 1000}}}}", "10000000 trials, at most"),
    ],
)  # fmt: skip
def test_a_wrong_configuration_is_refused_with_its_line_and_what_to_write(tmp_path, text, words):
    seeds = "" if "seeds" in text or text == "sweep: x" else "seeds: [0]\n"
    with pytest.raises(ScenarioError, match=words):
        load_sweep(written(tmp_path, f"scenario: planar_viscous\n{text}\n{seeds}"))


def test_an_unknown_scenario_is_named_with_the_nearest(tmp_path):
    with pytest.raises(
        ScenarioError,
        match=r"winding.yaml:1: scenario: unknown scenario 'planar_viscos'; did you mean 'planar_viscous'",
    ):
        load_sweep(written(tmp_path, "scenario: planar_viscos\nseeds: [0]\n"))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("name: a\nrobot: {parts: []}\n", "winding.yaml is a scenario; .* to run it once: snakelab run "),
        ("scenario: ./winding.yaml\nseeds: [0]\n", "winding.yaml:1: scenario: names this configuration itself"),
    ],
)
def test_a_scenario_in_place_of_a_configuration_and_a_configuration_in_place_of_a_scenario_are_reported_apart(
    tmp_path, text, words
):
    with pytest.raises(ScenarioError, match=words):
        load_sweep(written(tmp_path, text))


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (
            "seeds: [0]\n",
            "winding.yaml is a sweep configuration, .* 'planar_viscous'; to run it: snakelab sweep .*winding.yaml",
        ),
        ("maximise: speed\n", "winding.yaml is a search configuration, .*: snakelab optimise .*winding.yaml"),
    ],
)
def test_a_configuration_in_place_of_a_scenario_is_reported_with_its_command(tmp_path, more, words):
    configuration = written(tmp_path, "scenario: planar_viscous\n" + more)
    with pytest.raises(ScenarioError, match=words):
        load_scenario(configuration)


def test_a_scenario_with_a_key_of_a_configuration_is_still_a_scenario(tmp_path):
    with pytest.raises(ScenarioError, match=r"winding.yaml:2: scenario: unknown key"):
        load_scenario(written(tmp_path, "base: planar_viscous\nscenario: planar_viscous\n"))


def test_a_scenario_of_the_library_is_no_configuration():
    with pytest.raises(
        ScenarioError, match=r"planar_viscous is a scenario of the library; .*: snakelab run planar_viscous"
    ):
        load_sweep("planar_viscous")


def test_a_configuration_that_is_not_there_is_reported_with_the_nearest(tmp_path):
    written(tmp_path, "seeds: [0]")
    with pytest.raises(ScenarioError, match=r"there is no file .*windin.yaml; did you mean 'winding.yaml'\?"):
        load_sweep(tmp_path / "windin.yaml")
    with pytest.raises(ScenarioError, match="write a sweep configuration"):
        load_sweep(tmp_path / "another")


def test_a_fault_of_the_first_trial_is_reported_once_with_its_values_and_not_of_every_other_value(tmp_path):
    torque = "controller.serpenoid_gait.angular_frequency"
    text = (
        f"scenario: planar_viscous\nset: {{{AMPLITUDE}: 1e9}}\nparameters:\n  {torque}: [1, 2]\n  {NORMAL}: [2, 10]\n"
    )
    with pytest.raises(ScenarioError) as problem:
        load_sweep(written(tmp_path, text))
    (line,) = str(problem.value).splitlines()
    assert "at most one turn; got 1e+09" in line and line.endswith(f"(the first trial: {torque} = 1, {NORMAL} = 2)")


def test_too_many_points_are_refused_before_memory_is_taken():
    with pytest.raises(ScenarioError, match="1073741824 points, at most 1000000"):
        Sampling("sobol", 2**30).choose([Parameter("a", ("a",), Range(0.0, 1.0))])


def test_every_fault_of_the_parameters_is_reported_at_once(tmp_path):
    text = f"scenario: planar_viscous\nparameters:\n  {AMPLITUDE}: []\n  {NORMAL}: {{from: 2, to: 1, count: 3}}\n"
    with pytest.raises(ScenarioError) as problem:
        load_sweep(written(tmp_path, text))
    assert [line.split(": ")[0].rsplit(":", 1)[1] for line in str(problem.value).splitlines()] == ["3", "4"]
