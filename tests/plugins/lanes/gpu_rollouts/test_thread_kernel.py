"""Roll-outs by the code of a GPU's thread, run by the emulator: the processor's costs, from a kernel without absent terms.

Without numba-cuda these tests are skipped. Nothing here needs a GPU.
"""

import importlib.util
import re
import shutil
import subprocess
from dataclasses import replace

import numpy as np
import pytest

from plugins.lanes.gpu_rollouts.snakes import CASES, KINDS, PLACES, kernel_arguments, task
from snakelab.control.plan_sampling import best_samples
from snakelab.plugins.cuda import devices
from snakelab.plugins.cuda.emulator import EmulatedKernel
from snakelab.plugins.lanes.gpu_rollouts import thread_kernel
from snakelab.plugins.lanes.gpu_rollouts.thread_kernel import Arguments, kernel_of, layout_of, numbers_of, structure_of
from snakelab.plugins.lanes.model.planar_world import GroundFriction
from snakelab.plugins.lanes.mpc import rollouts
from snakelab.plugins.lanes.mpc.rollouts import best_of_roll_outs, roll_out
from snakelab.plugins.lanes.mpc.settings import LaneStepping

needs_compiler = pytest.mark.skipif(
    importlib.util.find_spec("numba_cuda") is None, reason="numba-cuda is not installed"
)
CLOSE = {"float32": 1e-5, "float64": 1e-8}
QUICK = (("pipe", "float32", "held"), ("open water", "float32", "wave"), ("pipe", "float64", "joints"))


@pytest.fixture
def on_emulator(monkeypatch):
    """The backend, whose kernels the emulator runs."""
    from snakelab.plugins.lanes.gpu_rollouts.cuda_backend import CudaLanes
    from snakelab.plugins.lanes.gpu_rollouts.launches import EmulatedGpu

    backend = CudaLanes(EmulatedGpu())
    monkeypatch.setattr(rollouts, "find_backend", lambda name: backend)
    return backend


def structure(arguments):
    """Structure of the arguments of `roll_out`."""
    return structure_of(arguments["model"], *kernel_arguments(arguments))


def launch(arguments):
    """Kernel, arguments and costs of a launch on the emulator."""
    draw, given = kernel_arguments(arguments)
    model = arguments["model"]
    s = structure_of(model, draw, given)
    floats, words = (model.links.dtype, np.uint32)
    lengths = zip(Arguments.lengths(s, draw, given), (floats, floats, words, words), strict=True)
    packed = Arguments(s, *(np.zeros(n, kind) for n, kind in lengths))
    packed.set_model(model)
    packed.set_task(draw, given)
    costs = np.zeros(arguments["sampling"].n_samples, model.links.dtype)
    maps = (model.distances, model.corners.ravel(), model.current)
    return kernel_of(s), (packed.numbers, packed.sequences, packed.whole, *maps, packed.words, costs)


def ptx(arguments):
    """Text of the kernel."""
    kernel, given = launch(arguments)
    return devices.kept_ptx(kernel.entry, devices.argument_types(given), kernel.digest)


def agree(arguments):
    """Assert that costs are those of the processor."""
    costs, expected = roll_out(**arguments, backend="cuda"), roll_out(**arguments)
    assert len(np.unique(expected)) == len(expected)
    assert np.allclose(costs, expected, rtol=CLOSE[arguments["model"].links.dtype.name], atol=0.0)


@needs_compiler
@pytest.mark.parametrize(
    ("place", "kind", "case"),
    [
        pytest.param(*one, marks=() if one in QUICK else pytest.mark.slow)
        for one in ((place, kind, case) for place in PLACES for kind in KINDS for case in CASES)
    ],
)
def test_costs_are_those_of_the_processor(place, kind, case, on_emulator):
    agree(task(place, kind, case))


@needs_compiler
def test_the_best_are_selected_where_the_costs_are(on_emulator):
    """A plan is that of the costs of all samples, whether these are transferred or only those of the best."""
    given = task("pipe", "float32", "held")
    for n_best in (2, 4):
        found = best_of_roll_outs(n_best, **given, backend="cuda")
        expected = best_samples(roll_out(**given, backend="cuda"), n_best)
        assert all(np.array_equal(a, b) for a, b in zip(found, expected, strict=True))


@needs_compiler
@pytest.mark.slow
def test_ground_friction_and_further_solves_are_compiled_in_where_they_are(on_emulator):
    from snakelab.plugins.lanes.model.lane_model import curvature_derivative_law, elliptic_swimmer, lane_model

    given = task("pipe", "float64", "held")
    agree(given | {"stepping": LaneStepping(2, solves=3)})
    snake, law = elliptic_swimmer(3), curvature_derivative_law(2)
    friction = GroundFriction(mu_tangential=np.full(3, 0.1), mu_backward=np.full(3, 0.2), mu_normal=np.full(3, 0.5))
    agree(task("open water", "float64", "held") | {"model": lane_model(snake, law, None, np.float64, friction)})


@needs_compiler
def test_later_calls_use_the_memory_of_the_first(on_emulator):
    given = task("pipe", "float32", "held")
    agree(given)
    goal = replace(given["cost"], goal=(-3.0, 1.0), input_weight=2.0)
    state = replace(given["state"], velocity=np.array([0.1, 0.02]))
    agree(given | {"cost": goal, "state": state, "cycle": 9, "nominal": -given["nominal"]})
    assert len(on_emulator._calls) == 1


@needs_compiler
def test_a_thread_writes_to_its_own_column_of_shared_memory_only():
    """The emulator runs one thread after the other, so that a column of another thread would go unnoticed."""
    given = task("pipe", "float32", "held")
    s = structure(given)
    layout, at = layout_of(s), numbers_of(s)
    _, arguments = launch(given)
    emulated = EmulatedKernel(ptx(given))
    emulated(1, (*arguments[:-1], np.zeros(1, np.float32)), layout.threads)
    (shared,) = emulated.shared
    numbers = shared.view(np.float32)
    assert len(numbers) == layout.end and np.array_equal(numbers[: at.end], arguments[0])
    rows = numbers[-(-at.end // 32) * 32 :].reshape(-1, layout.threads)
    assert not rows[:, 1:].any() and np.count_nonzero(rows[:, 0]) > 0.7 * len(rows)


@needs_compiler
@pytest.mark.parametrize("place", PLACES)
def test_absent_terms_leave_no_code(place):
    text = ptx(task(place, "float32", "held"))
    assert "call" not in text
    operations = len(re.findall(r"\b(?:add|mul|fma|sub)[.\w]*\.f32\b", text))
    in_double = len(re.findall(r"\b(?:add|mul|fma|sub|div)[.\w]*\.f64\b", text))
    assert in_double < 5 and (operations > 700 if place == "pipe" else 200 < operations < 700)


@needs_compiler
@pytest.mark.skipif(shutil.which("ptxas") is None, reason="ptxas, of the CUDA toolkit, is not installed")
@pytest.mark.parametrize(("place", "registers", "kilobytes"), [("open water", 80, 85), ("pipe", 110, 110)])
def test_ten_links_fit_in_the_registers(place, registers, kilobytes, tmp_path):
    given = task(place, "float32", "held", 10, 64)
    (tmp_path / "kernel.ptx").write_text(ptx(given), encoding="utf-8")
    command = ["ptxas", "-v", "-arch=sm_90", "-o", str(tmp_path / "kernel.cubin"), str(tmp_path / "kernel.ptx")]
    told = subprocess.run(command, capture_output=True, text=True, timeout=200, check=True).stderr
    assert int(re.search(r"Used (\d+) registers", told)[1]) <= registers
    assert "0 bytes spill stores, 0 bytes spill loads" in told and int(re.search(r"(\d+) bytes stack", told)[1]) <= 32
    assert (tmp_path / "kernel.cubin").stat().st_size < 1024 * kilobytes  # with all sections


def test_rows_are_in_shared_memory_where_they_fit():
    for kind, n, expected in (("float32", 10, 64), ("float64", 10, 32), ("float32", 20, 32), ("float32", 40, 0)):
        layout = layout_of(structure(task("pipe", kind, "held", n)))
        assert (layout.threads if layout.first else 0) == expected
        assert layout.end * np.dtype(kind).itemsize <= thread_kernel.MAX_SHARED
