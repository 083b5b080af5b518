"""Numba is imported when the first kernel is called, and a placeholder is as good as what it stands for."""

import pickle
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import numba
import pytest

from snakelab.geometry.spatial import cross
from snakelab.kernels.decorator import kernel
from snakelab.kernels.lazy_kernel import interpreted
from snakelab.plugins.lanes.vector.lane_value import load, rows, store
from snakelab.plugins.lanes.vector.vector_type import LANES


@pytest.mark.thorough
def test_a_scenario_is_checked_without_the_compiler():
    code = "import sys, snakelab as sl; sl.load_scenario('planar_prototype'); print(*{'numba', 'scipy'} & sys.modules.keys())"
    assert (
        subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=500
        ).stdout.strip()
        == ""
    )


@pytest.mark.thorough
def test_a_command_checks_waves_and_frames_without_the_compiler():
    code = (
        "import sys; from snakelab.cli.scenario_commands import _checked; one = _checked('snakesys_sidewinding'); "
        "print(*one.errors, *{'numba', 'scipy'} & sys.modules.keys())"
    )
    assert (
        subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=500
        ).stdout.strip()
        == ""
    )


def test_python_runs_interpretable_kernels_within_the_context_only():
    @kernel(interpretable=True)
    def doubled(x):
        return 2.0 * x

    with interpreted():
        assert doubled(2.0) == 4.0
    assert doubled._run == doubled._run_first
    assert doubled(2.0) == 4.0 and len(doubled.signatures) == 1
    with interpreted():  # what is compiled stays compiled
        assert doubled._run != doubled._run_first and doubled(3.0) == 6.0


def test_threads_that_call_a_kernel_at_once_make_it_once():
    made = []

    @kernel
    def triple(x):
        return 3.0 * x

    make = triple._make
    triple._make = lambda function, part: made.append(function) or make(function, part)
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(triple, [1.0, 2.0, 3.0, 4.0])) == [3.0, 6.0, 9.0, 12.0]
    assert len(made) == 1 and len(triple.signatures) == 1


def test_a_function_that_numba_compiles_may_call_a_kernel_and_use_an_intrinsic():
    @numba.njit
    def turned(x):
        return cross((1.0, 0.0, 0.0), (0.0, x, 0.0))

    @numba.njit
    def first_lane(x):
        out = rows(x, (0,))
        store(out, 0, x)
        store(out, 1, load(out, 0) + load(out, 0))
        return out[1, 0], out[1, LANES - 1]

    assert turned(2.0) == (0.0, 0.0, 2.0)
    assert first_lane(2.0) == (4.0, 4.0)


def test_an_intrinsic_cannot_be_called_from_python():
    with pytest.raises(NotImplementedError, match="not usable in pure-python"):
        load(1.0, 0)


def test_a_kernel_keeps_name_and_docstring_and_can_be_pickled():
    assert (cross.__name__, cross.__module__) == ("cross", "snakelab.geometry.spatial") and cross.__doc__
    assert repr(cross) == "<kernel snakelab.geometry.spatial.cross>"
    again = pickle.loads(pickle.dumps(cross))
    assert again((1.0, 0.0, 0.0), (0.0, 1.0, 0.0)) == (0.0, 0.0, 1.0)
