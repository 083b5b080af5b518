"""Roll-outs of a sampling MPC on a GPU from a scenario: the engine that it gets, and refusals in one line."""

import pytest

import snakelab as sl
from snakelab.errors import ControlError, ScenarioError, SimulationError
from snakelab.plugins.cuda import CudaEngine
from snakelab.plugins.cuda import batch as cuda_batch
from snakelab.plugins.cuda.batch import gpu_engine
from snakelab.plugins.cuda.devices import Found

KEY = "controller.sampling_mpc.rollouts.engine_rollouts.backend"


def planner():
    """Model and controller of a scenario whose predictions run on a GPU."""
    given = sl.load_scenario("soft_goal", overrides=[f"{KEY}=cuda"])
    return sl.build_model(given.robot, given.world), given.controller


def test_a_scenario_rolls_out_on_the_gpu(monkeypatch):
    monkeypatch.setattr(cuda_batch, "find_gpu", lambda: Found("a card", ""))
    model, controller = planner()
    engine = controller.for_model(model).prediction.rollouts.engine
    assert isinstance(engine, CudaEngine) and engine.device.name == "a card"
    assert (engine.step, engine.integrator, engine.dtype) == (0.01, "extrapolated", "float32")
    assert gpu_engine(engine) is engine


@pytest.mark.parametrize(
    ("found", "message"),
    [
        (Found("", "no driver"), "no NVIDIA GPU.*no driver.*backend='cpu' needs no GPU"),
        (Found("", "numba-cuda is not installed", install=True), "backend='cuda' needs numba-cuda"),
    ],
)
def test_without_a_gpu_it_says_so_in_one_line(found, message, monkeypatch):
    monkeypatch.setattr(cuda_batch, "find_gpu", lambda: found)
    with pytest.raises(ScenarioError, match=message) as raised:
        planner()
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize("engine", [sl.SnakelabEngine(tolerance=1e-6), sl.SnakelabEngine(5e-3, "rk4"), object()])
def test_only_fixed_steps_of_the_engine_run_on_a_gpu(engine):
    with pytest.raises(SimulationError, match="needs fixed steps, extrapolated or plain"):
        gpu_engine(engine)


def test_another_backend_is_refused():
    policy = sl.control.GaitParameters(sl.SerpenoidGait(0.6, 3.0, 0.8), {"amplitude": (0.3, 0.9)})
    with pytest.raises(ControlError, match=r"EngineRollouts backend.*'cuda'"):
        sl.control.EngineRollouts(policy, sl.SnakelabEngine(), backend="coda")
