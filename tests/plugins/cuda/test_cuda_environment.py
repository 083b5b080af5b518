"""Vector environments on a GPU, run by the emulator: equal to single environments, to rows on the CPU, and without a copy.

Without numba-cuda these tests are skipped. Nothing here needs a GPU.
"""

import importlib.util
from typing import ClassVar

import numpy as np
import pytest

import snakelab as sl
from optional_packages import gymnasium
from snakelab.errors import SimulationError
from snakelab.plugins.cuda import EmulatedDevice
from snakelab.plugins.cuda import batch as cuda_batch
from snakelab.plugins.learn import stepping_backends
from snakelab.plugins.learn.episodes import on_cpu

pytest.importorskip("gymnasium", reason="no environments: pip install '.[learn]'")
pytestmark = pytest.mark.filterwarnings("ignore::snakelab.SnakelabWarning")
needs_compiler = pytest.mark.skipif(
    importlib.util.find_spec("numba_cuda") is None, reason="numba-cuda is not installed"
)
LINK, JOINT = sl.Link(0.1, mass=0.1), sl.Revolute("z", sl.Servo(kp=1.0, kd=0.02))
GROUND = sl.World([sl.LinkFriction(0.05, 0.5, shape="per_axis", eps=1e-2)])
MODEL = sl.build_model(sl.Robot([LINK, JOINT, LINK, JOINT, LINK], base="planar"), GROUND)
N = 3
TASK = {
    "observation": ("q", "v", "heading", "com_velocity", "last_action"),
    "reward": {"forward_velocity": 1.0, "action_change": -0.01, "power": -0.1, "progress": 1.0},
    "duration": 0.15,
}


@pytest.fixture(scope="module")
def device():
    return EmulatedDevice()


@pytest.fixture
def on_emulator(device, monkeypatch):
    monkeypatch.setattr(cuda_batch, "find_device", lambda: device)


def actions(k):
    """Actions of all rows in a period, all different."""
    return np.sin(0.7 * k + np.arange(2.0 * N).reshape(N, 2)).astype(np.float32)


@needs_compiler
@pytest.mark.parametrize("radius", [0.1, 0.1412])  # of a goal that is never reached, and one that some rows reach
def test_rows_on_a_gpu_equal_single_environments(radius, on_emulator):
    task = TASK | {"goal": (0.01, 0.02), "goal_radius": radius}
    several = gymnasium.vector.SyncVectorEnv([lambda: sl.environment(MODEL, **task)] * N)
    made = sl.environment(MODEL, n=N, backend="cuda", dtype="float64", **task)
    assert made.metadata["autoreset_mode"] == several.metadata["autoreset_mode"]
    assert made.observation_space == several.observation_space and made.action_space == several.action_space
    assert np.allclose(made.reset(seed=0)[0], several.reset(seed=0)[0], rtol=1e-6, atol=1e-9)
    ends = []
    for k in range(6):
        found, expected = made.step(actions(k)), several.step(actions(k))
        np.testing.assert_allclose(found[0], expected[0], rtol=1e-6, atol=1e-9)  # float32
        np.testing.assert_allclose(found[1], expected[1], rtol=0.0, atol=1e-11)
        assert found[2].tolist() == expected[2].tolist() and found[3].tolist() == expected[3].tolist()
        ends += [found[2].sum(), found[3].sum()]
    assert max(ends[1::2]) == 3 if radius == 0.1 else max(ends[::2]) > 0
    assert np.ptp(found[0][:, :2], axis=0).min() > 1e-2  # rows differ


@needs_compiler
def test_chosen_rows_are_reset_and_drawn_as_on_the_cpu(on_emulator):
    task = {"randomise": {"world.media.0.mu_normal": (0.1, 0.9)}, "start": {"q": 0.2, "heading": 0.5, "x": 0.1}}
    task |= {"autoreset": "disabled", "n": N, "observation": TASK["observation"]}
    both = [sl.environment(MODEL, **task), sl.environment(MODEL, backend="cuda", dtype="float64", **task)]

    def agree(results):
        np.testing.assert_allclose(results[1][0], results[0][0], rtol=1e-6, atol=1e-9)

    agree([made.reset(seed=5) for made in both])
    before = [made.step(actions(1)) for made in both]
    agree(before)
    mask = np.array([False, True, False])
    after = [made.reset(options={"reset_mask": mask}) for made in both]
    agree(after)
    assert np.array_equal((after[1][0] != before[1][0]).any(axis=1), mask)
    agree([made.step(actions(2)) for made in both])
    friction = [model.world.media[0].mu_normal for model in both[1].batch.models]
    assert len(set(friction)) == N and friction == [model.world.media[0].mu_normal for model in both[0].batch.models]


@needs_compiler
def test_observations_of_a_registered_environment_are_read_on_the_device_without_a_copy(on_emulator):
    given = {"step": 5e-3, "integrator": "plain", "observation": ["q", "v", "com_velocity"]}
    made, exact = (
        gymnasium.make_vec("snakelab/Crawl-v0", 2, vectorization_mode="vector_entry_point", **given, **more)
        for more in ({"backend": "cuda"}, {"lanes": False})
    )
    assert isinstance(made.unwrapped.batch, cuda_batch.CudaBatch)
    made.reset(seed=0), exact.reset(seed=0)
    targets = 0.3 * np.sin(np.arange(10.0)).reshape(2, 5).astype(np.float32)
    observation, expected = made.step(targets)[0], exact.step(targets)[0]
    assert observation in made.observation_space
    assert np.abs(observation - expected).max() < 1e-3 * np.abs(expected).max()
    seen = np.from_dlpack(made.unwrapped.on_device)
    assert seen.dtype == np.float32 and np.array_equal(seen.T, observation)
    assert np.shares_memory(seen, made.unwrapped.batch.observations.on_device)
    assert not np.shares_memory(seen, observation)  # that of NumPy is kept


def test_actions_in_the_memory_of_the_gpu_are_copied():
    class OnGpu:
        __cuda_array_interface__: ClassVar = {"version": 3}
        numbers = np.arange(6.0).reshape(3, 2)

    class Device:
        def own(self, array):
            return array.numbers

        def download(self, array):
            return array.copy()

    class Rows:
        device = Device()

    given = OnGpu()
    copied = on_cpu(given, Rows())
    assert np.array_equal(copied, given.numbers) and not np.shares_memory(copied, given.numbers)
    assert on_cpu(given, object()) is given and on_cpu(given.numbers, Rows()) is given.numbers


def test_terms_that_are_computed_are_not_on_the_device():
    class Layout(stepping_backends.EngineRows):
        def __init__(self):
            self._cuda, self.batch = True, sl.Batch(MODEL, 1, period=0.1, observation=("q", "base_quaternion"))

    with pytest.raises(SimulationError, match=r"terms of the observation that are variables.*\['q', 'heading'\]"):
        Layout().on_device(["q", "heading"])


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({}, "without a single environment"),
        ({"n": 2, "lanes": True}, "without lanes=True"),
        ({"n": 2, "threads": 1}, "without threads"),
        ({"n": 2, "integrator": "rk4"}, "integrator"),
    ],
)
def test_arguments_without_a_meaning_on_a_gpu_are_refused(wrong, message):
    with pytest.raises(SimulationError, match=message):
        sl.environment(MODEL, backend="cuda", **wrong)
    with pytest.raises(SimulationError, match="with backend='cuda' only"):
        _ = sl.environment(MODEL, n=2).on_device
