"""Errors in the scenario of a pipe: one line each, with the value, what is allowed, and the nearest valid value."""

import pytest

from snakelab.errors import ScenarioError, SnakelabError
from snakelab.scenarios.scenario import load_scenario

MPC = "controller.sampling_mpc"
LANES = f"{MPC}.rollouts.lane_rollouts"
WALLS = "world.media.1.contact.surface.extruded"
PIPE = f"{WALLS}.solids.0.hull_wall.pipe"
NUMBERS = [
    f"{MPC}.sampling.sigma",
    f"{MPC}.sampling.limit",
    f"{MPC}.horizon.period",
    f"{PIPE}.radii",
    f"{LANES}.corner_reach",
]


VALUES = ["-1", ".nan", ".inf", "abc", "true", "null"]
# Null stands for the usual value of a sampling.
WRONG = [(place, value) for place in NUMBERS for value in VALUES if value != "null" or ".sampling." not in place]


@pytest.mark.parametrize("place, value", WRONG)
def test_a_wrong_number_is_refused_at_its_place_with_the_value(place, value):
    with pytest.raises(ScenarioError) as error:
        load_scenario("pipe_step_in", [f"{place}={value}"])
    (line,) = str(error.value).splitlines()
    shown = {".nan": "nan", ".inf": "inf", "null": "nothing", "abc": "'abc'", "true": "True"}.get(value, value)
    assert line.startswith(f"--set {place}={value}: ") and "must be" in line and shown in line.split("got")[1]


@pytest.mark.few(5)
@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({f"{MPC}.sampling.n_sample": 5}, "did you mean 'n_samples'?"),
        ({f"{MPC}.horizont.steps": 5}, "did you mean 'horizon'?"),
        ({f"{MPC}.sampling.source": "Sobol"}, "did you mean 'sobol'?"),
        ({"controller.sampling_mcp.goal": [1, 1]}, "did you mean 'sampling_mpc'?"),
        ({f"{WALLS}.solids": "[{hull_wal: {pipe: {line: [[-5, -5], [-4, -5]], radii: 0.2}}}]"}, "did you mean 'hull_wall'?"),
        ({f"{WALLS}.spacin": 0.5}, "did you mean 'spacing'?"),
        ({f"{PIPE}.radii": [0.2, 0.1]}, "one for each of the 4 points"),
        ({f"{PIPE}.radii": [0.2, 0.2, 0.005, 0.005]}, "write radii above 0.01, or a smaller corner_reach"),
        ({f"{PIPE}.line": [[-5, -5], [-7, -5], [-4, -5], [-9, -5]], f"{PIPE}.radii": 0.2}, "as at [-7.0, -5.0]"),
        ({f"{WALLS}.lower": [1, 2]}, "solids[0] would have no effect"),
        ({f"{WALLS}.solids": "[]"}, "needs at least one solid, got none"),
        ({f"{MPC}.goal": [-7, -4]}, "the goal (-7, -4) is 0.8 m inside a wall"),
        ({f"{MPC}.goal": [-100, -5]}, "outside of the map of the walls"),
        ({f"{LANES}.joints": ["joint1"]}, "did you mean 'joint9'?"),
        ({"initial.quaternion": [1, 1, 0, 0]}, "quaternion [1.0, 1.0, 0.0, 0.0]; write (cos(a/2)"),
        ({"seed": 99999999999999999999}, "at most 9223372036854775807, got 99999999999999999999"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_reported_in_one_line_with_what_to_write(changes, words):
    with pytest.raises(SnakelabError) as error:
        load_scenario("pipe_step_in", [f"{place}={value}" for place, value in changes.items()])
    (line,) = str(error.value).splitlines()
    assert words in line and (line.startswith("--set ") or "pipe_step_in.yaml:" in line)


def test_a_misspelt_wall_is_reported_before_the_faults_of_its_arguments():
    with pytest.raises(ScenarioError) as error:
        load_scenario("pipe_step_in", [f"{WALLS}.solids=[{{hull_wal: {{}}}}]"])
    name, missing = str(error.value).splitlines()
    assert "did you mean 'hull_wall'?" in name and missing.endswith("hull_wal: the key 'pipe' is missing")


def test_the_largest_seed_is_taken():
    assert load_scenario("pipe_step_in", ["seed=9223372036854775807"]).settings.seed == 2**63 - 1
