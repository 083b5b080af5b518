"""Roll-outs by CUDA: the processor's costs, in Numba's simulator without a GPU, and on a GPU where there is one."""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import snakelab as sl
from planar_swimmers import snake_model, start
from plugins.lanes.gpu_rollouts.snakes import CASES, KINDS, PLACES, task
from snakelab.control.plan_sampling import best_samples
from snakelab.errors import ControlError, MissingExtraError
from snakelab.plugins.cuda.devices import Found, find_gpu
from snakelab.plugins.lanes.gpu_rollouts import cuda_backend
from snakelab.plugins.lanes.mpc import rollouts
from snakelab.plugins.lanes.mpc.rollouts import best_of_roll_outs, roll_out

HERE = Path(__file__).parent
GPU = find_gpu()
needs_gpu = pytest.mark.skipif(not GPU.name, reason=f"no GPU: {GPU.why_not}")
# Rounding differs: a logarithm's last place moves a sample by as much, whatever the kind of number of the motion.
CLOSE = {"float32": 1e-5, "float64": 1e-8}


def program(name: str, **environment: str) -> dict:
    """What a program of this folder prints."""
    around = os.environ | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)} | environment
    done = subprocess.run([sys.executable, str(HERE / name)], env=around, capture_output=True, text=True, timeout=500)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


@pytest.fixture(scope="module")
def simulated():
    """Costs by Numba's simulator, which must be chosen before Numba starts."""
    return program("snakes.py", NUMBA_ENABLE_CUDASIM="1")


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("kind", ["float64", pytest.param("float32", marks=pytest.mark.slow)])
@pytest.mark.parametrize("place", PLACES)
def test_in_the_simulator_the_costs_are_those_of_the_processor(simulated, place, kind, case):
    expected = roll_out(**task(place, kind, case))
    assert len(np.unique(expected)) == 5
    assert np.allclose(simulated[f"{place}, {kind}, {case}"], expected, rtol=CLOSE[kind], atol=0.0)


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("place", PLACES)
def test_in_the_simulator_the_best_are_selected_from_its_costs(simulated, place, case):
    costs, (indices, best, n_diverged) = (simulated[f"{place}, float64, {case}{more}"] for more in ("", ", best"))
    order = np.argsort(costs)[:3]
    assert indices == order.tolist() and best == np.array(costs)[order].tolist() and n_diverged == 0


@pytest.mark.slow
def test_one_lane_compiled_gives_the_costs_of_sixteen():
    """The code that a GPU's thread gets, compiled for the processor, in a process of its own."""
    for name, costs in program("one_lane_compiled.py").items():
        place, kind, case = name.split(", ")
        assert np.allclose(costs, roll_out(**task(place, kind, case)), rtol=CLOSE[kind], atol=0.0)


def test_without_the_package_it_says_what_to_install(monkeypatch):
    monkeypatch.setattr("snakelab.plugins.cuda.devices.find_spec", lambda name: None)
    rollouts.find_backend.cache_clear()
    with pytest.raises(MissingExtraError, match=r'pip install "\.\[cuda\]" in the folder.*backend="cpu" needs no GPU'):
        roll_out(**task("open water", "float32", "held"), backend="cuda")


def test_without_a_gpu_it_says_so(monkeypatch):
    monkeypatch.setattr(cuda_backend, "find_gpu", lambda: Found("", "no driver"))
    rollouts.find_backend.cache_clear()
    model = snake_model()
    mpc = sl.SamplingMpc(
        sl.plugins.lanes.LaneRollouts(backend="cuda"),
        goal=(-2.0, 0.5),
        sampling=sl.control.Sampling(16),
        horizon=sl.control.Horizon(4),
    )
    with pytest.raises(ControlError, match=r'no NVIDIA GPU.*no driver.*backend="cpu"'):
        mpc.for_model(model).start(model, 0.0)


def test_another_back_end_is_refused():
    with pytest.raises(ControlError, match=r"LaneRollouts backend.*'cuda'"):
        sl.plugins.lanes.LaneRollouts(backend="coda")
    with pytest.raises(ControlError, match="roll_out backend"):
        roll_out(**task("open water", "float32", "held"), backend="gpu")


class Counted:
    """A back end that costs every sample its number."""

    def __init__(self):
        self.calls = []

    def costs(self, model, draw, task, n_samples):
        self.calls.append(n_samples)
        return np.arange(n_samples, dtype=model.links.dtype)

    def best(self, model, draw, task, n_samples, n_best):
        return best_samples(self.costs(model, draw, task, n_samples), n_best)


def test_the_controller_asks_its_back_end(monkeypatch):
    counted = Counted()
    monkeypatch.setattr("snakelab.plugins.lanes.mpc.rollouts.find_backend", lambda name: counted)
    model = snake_model()
    mpc = sl.SamplingMpc(
        sl.plugins.lanes.LaneRollouts(backend="cuda"),
        goal=(-2.0, 0.5),
        sampling=sl.control.Sampling(64),
        horizon=sl.control.Horizon(4),
    )
    recording = sl.simulate(model, mpc, 0.2, state=start(model), step=0.02, integrator="plain", record_rate=10.0)
    # one to compile; then in each of two periods the plan, and what it looks at for the recording
    assert recording.finished and counted.calls == [1, 64, 64, 64, 64]
    assert not recording["control_best_cost"].values[:2].any()


def test_the_processor_needs_nothing_of_cuda():
    code = "import sys; import snakelab as sl; sl.SamplingMpc(sl.plugins.lanes.LaneRollouts()); print(*sys.modules)"
    around = os.environ | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    done = subprocess.run([sys.executable, "-c", code], env=around, capture_output=True, text=True, timeout=500)
    imported = done.stdout.split()
    assert "snakelab.plugins.lanes.mpc.prediction" in imported, done.stderr
    plugins = {name for name in imported if name.startswith("snakelab.plugins.")}
    assert all(name.startswith("snakelab.plugins.lanes") for name in plugins)
    assert not [
        name
        for name in imported
        if name.startswith(("numba.cuda", "numba_cuda", "snakelab.plugins.lanes.gpu_rollouts.cuda_backend"))
    ]


@needs_gpu
@pytest.mark.parametrize("n_links", [3, 10])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("case", ["held", "joints"])
def test_on_the_gpu_the_costs_are_those_of_the_processor(case, place, kind, n_links):
    wanted = task(place, kind, case, n_links, 1000)
    costs, expected = roll_out(**wanted, backend="cuda"), roll_out(**wanted)
    apart = np.abs(costs / expected - 1.0)
    # in the pipe rounding may decide whether a corner is met, for a sample or two
    assert np.median(apart) < CLOSE[kind] and np.quantile(apart, 0.99) < 100 * CLOSE[kind]


@needs_gpu
@pytest.mark.parametrize("kind", KINDS)
def test_on_the_gpu_the_best_are_selected_from_its_costs(kind):
    wanted = task("pipe", kind, "held", 3, 20_000)
    found, expected = best_of_roll_outs(200, **wanted, backend="cuda"), roll_out(**wanted, backend="cuda")
    assert all(np.array_equal(a, b) for a, b in zip(found, best_samples(expected, 200), strict=True))


@needs_gpu
def test_the_gpu_gives_the_same_bits_again():
    wanted = task("pipe", "float32", "ramp", 3, 5000)
    first, second = (roll_out(**wanted, backend="cuda") for _ in range(2))
    assert np.array_equal(first, second)
