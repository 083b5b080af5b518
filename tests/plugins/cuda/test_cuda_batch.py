"""CudaBatch: the code of a GPU, run by the emulator, agrees with Batch; commands, resets, models and divergence.

Without numba-cuda these tests are skipped. Nothing here needs a GPU.
"""

import importlib.util
from dataclasses import replace

import numpy as np
import pytest

import snakelab as sl
from plugins.cuda.models import NAMES, case, ground, planar
from snakelab.errors import MissingExtraError, SimulationError
from snakelab.physics.columns import Q
from snakelab.plugins.cuda import CudaBatch, CudaEngine, EmulatedDevice
from snakelab.plugins.cuda import batch as cuda_batch
from snakelab.plugins.cuda.devices import Found
from snakelab.plugins.cuda.lane_tables import from_blocks, to_blocks

needs_compiler = pytest.mark.skipif(
    importlib.util.find_spec("numba_cuda") is None, reason="numba-cuda is not installed"
)
PERIOD = 0.02
# A floating chain of three links in a viscous medium: prescribed and servo joints.
LINK = sl.Link(0.1, mass=0.1)
ROBOT = sl.Robot([LINK, sl.Revolute("z", sl.Servo(kp=1.0, kd=0.02)), LINK, sl.Revolute("y"), LINK])
SHORT = sl.build_model(ROBOT, sl.World([sl.ViscousFriction(1.0, 3.0)]))


@pytest.fixture(scope="module")
def device():
    return EmulatedDevice()


def pair(device, n=3, integrator="plain", model=SHORT, **settings):
    """The same batch on the CPU and on the device, at different initial shapes."""
    rows = np.repeat(sl.initial_state(model).row()[None], n, 0)
    rows[:, Q] = 0.1 * np.arange(n)
    made = []
    for kind, more in ((sl.Batch, {"threads": 1}), (CudaBatch, {"dtype": "float64", "device": device})):
        batch = kind(model, n, period=PERIOD, step=5e-3, integrator=integrator, **settings, **more)
        batch.reset(states=rows)
        made.append(batch)
    return made


def apart(cpu, gpu):
    """Largest difference of their state rows."""
    return np.abs(cpu.states - gpu.states).max()


@needs_compiler
def test_steps_with_commands_agree_with_the_engine(device):
    cpu, gpu = pair(device)
    rng = np.random.default_rng(1)
    for _ in range(4):
        actions = 0.2 * rng.standard_normal((3, 2))
        expected, found = cpu.step(actions), gpu.step(actions)
    assert found.shape == (cpu.observation.width, 3)
    assert np.allclose(np.asarray(found).T, expected, rtol=0.0, atol=1e-12)
    assert apart(cpu, gpu) < 1e-12 and np.allclose(gpu.time, cpu.time, rtol=0.0, atol=1e-15)
    assert np.abs(cpu.states[:, Q : Q + 2]).min() > 1e-3  # it moved
    assert (gpu.counts[0] == 4 * 8).all()  # prescribed coordinates: eight intervals of a period

    given = rng.standard_normal((2, 3, 2))
    cpu.step(actions, *given), gpu.step(actions, *given)
    assert apart(cpu, gpu) < 1e-12


@needs_compiler
@pytest.mark.parametrize("media", [[sl.ViscousFriction(1.0, 3.0)], [sl.Fluid()], []], ids=["viscous", "water", "free"])
def test_extrapolated_steps_balance_or_conserve_momentum_as_the_engine(media, device):
    cpu, gpu = pair(device, integrator="extrapolated", model=sl.build_model(ROBOT, sl.World(media)))
    start = cpu.states.copy()
    for k in range(4):
        actions = 0.3 * np.sin(k + np.arange(2)) * np.ones((3, 1))
        cpu.step(actions), gpu.step(actions)
    assert apart(cpu, gpu) < 1e-11 < 1e-2 < np.abs(cpu.states - start).max()


@needs_compiler
def test_arrays_of_the_device_are_taken_without_a_copy(device):
    cpu, gpu = pair(device)
    actions = np.array([[0.1, 0.2, 0.3], [0.0, -0.1, 0.2]])
    seen = gpu.step(cuda_batch.DeviceArray(actions, device))
    expected = cpu.step(actions.T)
    assert np.allclose(np.from_dlpack(seen).T, expected, rtol=0.0, atol=1e-12)
    assert np.shares_memory(np.from_dlpack(seen), seen.on_device)
    with pytest.raises(SimulationError, match=r"actions on the device must be float64 of shape \(2, 3\).*\(3, 2\)"):
        gpu.step(cuda_batch.DeviceArray(actions.T.copy(), device))


@needs_compiler
def test_chosen_rows_are_reset_and_their_commands_restart(device):
    cpu, gpu = pair(device)
    actions = np.full((3, 2), 0.2)
    for batch in (cpu, gpu):
        batch.step(actions)
        batch.reset([1])
        batch.step(actions)
    assert apart(cpu, gpu) < 1e-12
    assert np.allclose(gpu.time, [2 * PERIOD, PERIOD, 2 * PERIOD])
    mask = np.array([True, False, False])
    cpu.reset(mask), gpu.reset(cuda_batch.DeviceArray(mask, device))
    assert apart(cpu, gpu) < 1e-12 and gpu.time[0] == 0.0


@needs_compiler
def test_each_row_may_have_its_own_model(device):
    cpu, gpu = pair(device)
    for batch in (cpu, gpu):
        batch.vary("robot.parts.0.mass", [0.1, 0.2, 0.3])
        for _ in range(3):
            batch.step(np.full((3, 2), 0.3))
    assert apart(cpu, gpu) < 1e-12
    assert np.ptp(gpu.states[:, 0]) > 1e-6


@needs_compiler
def test_a_row_that_diverges_stops_and_the_others_continue(device):
    cpu, gpu = pair(device)
    rows = cpu.states.copy()
    rows[1, 7] = 2e6
    for batch in (cpu, gpu):
        batch.reset(states=rows)
        batch.step(np.zeros((3, 2)))
    assert gpu.running.tolist() == cpu.running.tolist() == [True, False, True]
    assert gpu.status[1].startswith("diverged") and gpu.status[0] == "finished"
    assert apart(cpu, gpu) < 1e-9  # of 2e6


@needs_compiler
def test_gaits_are_followed_in_open_loop(device):
    cpu, gpu = pair(device)
    gait = sl.SerpenoidGait(0.3, 4.0, 0.5)
    seen = gpu.advance(gait, 0.05, rate=40.0)
    assert np.allclose(seen, cpu.advance(gait, 0.05, rate=40.0), rtol=0.0, atol=1e-12)
    assert seen.shape == (3, 3, gpu.observation.width)


@needs_compiler
@pytest.mark.parametrize("integrator", ["plain", "extrapolated"])
def test_any_variable_of_a_record_is_observed(integrator, device):
    names = ("tau", "com_position", "v", "time", "friction_force", "kinetic_energy")
    cpu, gpu = pair(device, integrator=integrator, observation=names)
    assert np.allclose(np.asarray(gpu.reset()).T, cpu.reset(), rtol=0.0, atol=1e-12)
    for k in range(2):
        actions = 0.2 * np.cos(k + np.arange(6.0)).reshape(3, 2)
        expected, found = cpu.step(actions), gpu.step(actions)
        assert np.allclose(np.asarray(found).T, expected, rtol=0.0, atol=1e-11)
        assert np.allclose(np.asarray(gpu.reset([1])).T, cpu.reset([1]), rtol=0.0, atol=1e-11)
    assert all(np.abs(values).max() > 1e-4 for values in cpu.observation.named(expected).values())
    gait = sl.SerpenoidGait(0.3, 4.0, 0.5)
    assert np.allclose(gpu.advance(gait, 0.02, rate=100.0), cpu.advance(gait, 0.02, rate=100.0), rtol=0.0, atol=1e-11)


@needs_compiler
def test_costs_of_a_planner_are_those_of_the_engine(device):
    policy = sl.control.JointTargets({"joint1": (-0.5, 0.5), "joint2": (-0.3, 0.3)})

    def cost(path):
        return (path["com_position"] ** 2).sum(axis=1) + (path["tau"] ** 2).sum(axis=1)

    moving = replace(sl.initial_state(SHORT, q=[0.1, 0.0], v=[1.0, 0.0], velocity=[0.1, 0, 0, 0, 0, 0.2]), time=0.3)
    costs, lost = [], []
    for engine in (sl.SnakelabEngine(5e-3, "plain"), CudaEngine(5e-3, "plain", dtype="float64", device=device)):
        mpc = sl.SamplingMpc(
            sl.control.EngineRollouts(policy, engine), cost=cost, sampling=sl.control.Sampling(5, sigma=0.4),
            horizon=sl.control.Horizon(3, 0.04),
        )  # fmt: skip
        planner = mpc.for_model(SHORT)
        memory = planner.start(SHORT, moving.time)[1]
        costs += [planner.prediction.costs_of_samples(moving, memory, number) for number in (0, 1)]
        lost.append(planner.prediction.costs_of_samples(replace(moving, v=np.array([2e6, 0.0])), memory, 0))
    assert np.allclose(costs[2:], costs[:2], rtol=1e-9, atol=0.0)
    assert np.ptp(costs[0]) > 0.1 * costs[0].max() and not np.allclose(costs[0], costs[1])
    assert np.isinf(lost).all()


def test_functions_of_the_user_are_refused():
    def push(pose, twist, load, parameters, wrench, damping, stiffness):
        wrench[0] = 1.0

    model = sl.build_model(SHORT.robot, sl.World([sl.UserLaw(push, name="push")]))
    with pytest.raises(SimulationError, match=r"CudaBatch cannot simulate UserLaw.*use Batch"):
        CudaBatch(model, 2, period=PERIOD)


def test_contact_of_a_robot_with_itself_is_refused():
    model = sl.build_model(SHORT.robot, sl.World([sl.worlds.SelfContact()]))
    with pytest.raises(SimulationError, match="CudaBatch cannot simulate SelfContact"):
        CudaBatch(model, 2, period=PERIOD)


def test_without_a_gpu_it_says_so(monkeypatch):
    monkeypatch.setattr(cuda_batch, "find_gpu", lambda: Found("", "no driver"))
    with pytest.raises(SimulationError, match=r"no NVIDIA GPU.*no driver.*Batch needs no GPU"):
        CudaBatch(SHORT, 2, period=PERIOD)
    monkeypatch.setattr(cuda_batch, "find_gpu", lambda: Found("", "numba-cuda is not installed", install=True))
    with pytest.raises(MissingExtraError, match=r"CudaBatch needs numba-cuda.*\[cuda\]"):
        CudaBatch(SHORT, 2, period=PERIOD)


def test_blocks_hold_equal_numbers_of_32_robots_side_by_side():
    rows = np.arange(70.0 * 3).reshape(70, 3)
    blocked = to_blocks(rows)
    assert blocked.shape == (3, 3, 32)
    assert np.array_equal(blocked[1, 2], rows[32:64, 2])
    assert np.array_equal(from_blocks(blocked, 70), rows)


def compared(name, dtype, integrator, duration, step, device):
    """Differences of pose and velocity, of the base, and the length of the motion."""
    model, reference, state = case(name)
    ends = []
    for kind, more in ((sl.Batch, {"threads": 1}), (CudaBatch, {"dtype": dtype, "device": device})):
        batch = kind(model, 1, period=PERIOD, step=step, integrator=integrator, **more)
        batch.reset(states=state)
        batch.advance(reference, duration)
        assert batch.running.all()
        ends.append(batch.states[0])
    n = Q + 2 * model.n_coordinates
    return (
        np.abs(ends[1] - ends[0])[:n].max(),
        np.abs(ends[1] - ends[0])[:3].max(),
        np.abs(ends[0][:n] - state.row()[:n]).max(),
    )


@pytest.mark.slow
@needs_compiler
@pytest.mark.parametrize("name", NAMES)
def test_plain_steps_of_every_kind_of_robot_agree_in_float64(name, device):
    difference, _, motion = compared(name, "float64", "plain", 0.05, 2e-3, device)
    assert difference < 1e-11 < 1e-3 < motion


@pytest.mark.slow
@needs_compiler
@pytest.mark.parametrize("name", ["planar", "ground", "soft_goal"])
def test_extrapolated_steps_agree_in_float64(name, device):
    difference, _, motion = compared(name, "float64", "extrapolated", 0.05, 2e-3, device)
    assert difference < 1e-9 < 1e-3 < motion


@pytest.mark.slow
@needs_compiler
def test_on_a_start_exactly_on_the_ground_a_gpu_differs_as_rounding_of_the_start_does_on_the_cpu(device):
    """Rounding decides which gaps are negative, and with that the course of the passes of the first step."""
    model, reference, state = case("soft_goal")
    rng, n, lying = np.random.default_rng(0), 16, np.repeat(replace(state, q=state.q + 0.01).row()[None], 16, 0)
    lying[1:, Q : Q + model.n_coordinates] *= 1.0 + 1e-15 * rng.standard_normal((n - 1, model.n_coordinates))
    cpu = sl.Batch(model, n, period=PERIOD, integrator="plain", threads=1)
    gpu = CudaBatch(model, 1, period=PERIOD, integrator="plain", dtype="float64", device=device)
    for batch in (cpu, gpu):
        batch.reset(states=lying[: batch.n])
        batch.advance(reference, 2e-3)
    width = Q + 2 * model.n_coordinates
    others = np.abs(cpu.states[1:] - cpu.states[0])[:, :width].max(axis=1)
    assert others.min() < 1e-11 and 1e-5 < others.max() < 3e-4
    assert np.abs(gpu.states[0] - cpu.states[0])[:width].max() < 1.5 * others.max()


@pytest.mark.slow
@needs_compiler
@pytest.mark.parametrize(("name", "allowed"), [("planar", 1e-4), ("ground", 5e-4)])
def test_a_thousand_steps_in_float32_stay_near_the_engine(name, allowed, device):
    _, base, motion = compared(name, "float32", "plain", 1.0, 1e-3, device)
    assert base < allowed < 0.1 * motion


@pytest.mark.slow
@needs_compiler
@pytest.mark.parametrize("make", [planar, ground])
def test_code_for_float32_has_hardly_any_operation_in_double_precision(make, device):
    """Those of times, and a few products with integers; and it calls no function for powers."""
    import re

    from snakelab.plugins.cuda.devices import argument_types, compile_ptx

    model, _, _ = make(4)
    found = {}

    class Counting(EmulatedDevice):
        def kernel(self, entry, digest):
            def run(n, *arguments):
                if entry.__name__ == "advance_plain":
                    found["ptx"] = compile_ptx(entry, argument_types(arguments))

            return run

    batch = CudaBatch(model, 32, period=PERIOD, integrator="plain", device=Counting())
    batch.step(np.zeros((32, model.n_commands)))
    double, single = (
        len(re.findall(rf"\b(?:add|mul|fma|sub|div)[.\w]*\.{kind}\b", found["ptx"])) for kind in ("f64", "f32")
    )
    assert single > 1000 and double < 0.05 * single
    assert "accurate_pow" not in found["ptx"]
