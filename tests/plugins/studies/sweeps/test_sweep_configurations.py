"""The configurations of the page on sweeps, one for each kind of robot: each is checked whole, and swept in small."""

import re
from pathlib import Path

import numpy as np
import pytest

from snakelab.plugins.studies.sweeps.configuration import load_sweep
from snakelab.plugins.studies.sweeps.sweep_run import run_sweep
from snakelab.scenarios.yaml_document import read_document

pytestmark = pytest.mark.usefixtures("undrawn_pages")

PAGE = (Path(__file__).parents[4] / "docs" / "sweeps.md").read_text(encoding="utf-8")
CONFIGURATIONS = {
    re.search(r"^sweep: (\w+)", text).group(1): text for text in re.findall(r"^```yaml\n(sweep: .*?)^```", PAGE, re.M | re.S)
}  # fmt: skip
TRIALS = {"waves": 18, "links": 28, "soft": 9, "thrust": 5, "pipe": 12, "gaits": 9, "meadow": 12}


def test_the_page_has_a_configuration_for_each_kind_of_robot():
    assert set(CONFIGURATIONS) == set(TRIALS)


@pytest.mark.thorough
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow) if name in ("pipe", "meadow") else name for name in TRIALS]
)
def test_a_configuration_of_the_page_is_in_order_and_two_of_its_trials_run(name, tmp_path):
    path = tmp_path / f"{name}.yaml"
    path.write_text(CONFIGURATIONS[name], encoding="utf-8")
    assert len(load_sweep(path).trials) == TRIALS[name]
    data = read_document(path).data
    short = {"duration": 0.05} | ({"controller.rolling_gait.start": 0} if name == "soft" else {})
    if name == "pipe":  # predicts as far, with fewer samples
        short["controller.sampling_mpc.sampling.n_samples"] = 16
    small = data | {"set": data.get("set", {}) | short, "sampling": {"sobol": 2}, "seeds": [0]}
    small.pop("window", None)
    result = run_sweep(small, tmp_path / "out", workers=1)
    energy = result.dataset["actuation_energy"].values
    assert result.count("finished") == 2 and np.isfinite(result.dataset["mean_speed"]).all()
    assert energy[0] != energy[1], "what is varied has an effect"
