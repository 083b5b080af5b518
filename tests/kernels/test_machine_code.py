"""A kernel's code is its own: one name for unlike copies gave the process that compiled other last bits than the next."""

import signal

import numba
import numpy as np
import pytest
from llvmlite.binding import Linkage
from numba import types

from fresh_process import run_python
from snakelab.kernels import machine_code
from snakelab.kernels.decorator import kernel
from snakelab.kernels.lazy_kernel import unwrapped


def slope_of(x):
    """Too large to be inlined where it is called three times, on any processor."""
    total = 0.0
    for i in range(int(x) + 100):
        total += np.sin(x * i) * np.cos(x + i) / (1.0 + np.exp(-x * i)) + np.sqrt(abs(total)) ** 1.5
        if total > 1e3:
            total = np.log(total) + np.tan(x) * np.arctan2(total, x)
        if total < -1e3:
            total = np.log1p(-total) + np.sinh(1e-3 * x) * np.hypot(total, x)
        for k in range(i):
            total += np.arctan(x * k) * np.tanh(x + k) / (1.0 + np.cosh(1e-3 * k)) - np.expm1(-x * k)
            if total > 1e2:
                total = np.cbrt(total) + np.arcsinh(x) * np.log10(total)
            if total < -1e2:
                total = np.log2(-total) - np.fmod(total, 1.0 + x * x) * np.tan(0.1 * x)
    return total


def test_no_kernel_takes_a_function_from_another_kernels_code(cache):
    """Compiled here, into an empty cache: code from the disk has no modules to look at."""
    slope = kernel(slope_of)

    @kernel
    def both(x):
        return slope(x) + slope(2.0 * x) * slope(x + 1.0)

    assert both(1.0) == pytest.approx(slope_of(1.0) + slope_of(2.0) * slope_of(2.0), rel=1e-9)
    (overload,) = both.overloads.values()
    seen = {f.name: f.linkage for f in overload.library._final_module.functions if not f.is_declaration}
    copies = {linkage for name, linkage in seen.items() if "slope_of" in name}
    assert copies == {Linkage.internal}  # empty: it was inlined, and this tests nothing
    assert {linkage for name, linkage in seen.items() if "both" in name} == {Linkage.external}


def test_a_large_kernel_is_optimised_once_and_its_callers_get_its_body_afterwards(cache, monkeypatch):
    """Its callers see a declaration; a piece and a small kernel are copied into them before they are optimised."""
    monkeypatch.setattr(machine_code, "MAX_COPIED", 50)
    slope = kernel(slope_of)

    @kernel(inline=True)
    def twice(x):
        return 2.0 * slope(x)

    @kernel
    def more(x):
        return twice(x) + 1.0

    @kernel
    def called(x):
        return more(x)

    assert called(1.0) == pytest.approx(2.0 * slope_of(1.0) + 1.0, rel=1e-9)
    (body,) = (each.overloads[(types.float64,)].library for each in (slope.part,))
    (small,) = (each.overloads[(types.float64,)].library for each in (more.part,))
    assert list(body.pieces) == [] and len(body.bodies) == 1
    assert len(small.pieces) == 1 and list(small.bodies) == list(body.bodies)
    (module,) = small.pieces
    seen = {function.name: function.is_declaration for function in module.functions}
    assert [missing for name, missing in seen.items() if "slope_of" in name] == [True]
    assert not any("twice" in name and not missing for name, missing in seen.items())


def test_a_piece_is_compiled_once_for_all_constants(cache):
    @kernel(inline=True)
    def place(row, i):
        return row[i]

    @kernel
    def ends(row, i):
        return place(row, 0) + place(row, 2) + place(row, i)

    assert ends(np.array([1.0, 10.0, 100.0]), 1) == 111.0
    assert len(place.part.overloads) == 1


@pytest.mark.parametrize("limit", [50, 5000])
def test_a_function_of_numbas_own_compiler_calls_a_kernel_of_which_others_have_copies(limit, cache, monkeypatch):
    """LLVM must not take the local copy in the machine code of another kernel, of which the arguments may differ."""
    monkeypatch.setattr(machine_code, "MAX_COPIED", limit)
    slope = kernel(slope_of)

    @kernel
    def there(x):
        return slope(x) + slope(2.0 * x)

    @kernel
    def again(x):
        return there(x) - slope(x)

    @numba.njit
    def outside(x):
        return slope(x) + there(x)

    assert again(1.0) == pytest.approx(slope_of(2.0), rel=1e-9)
    assert outside(1.0) == pytest.approx(2.0 * slope_of(1.0) + slope_of(2.0), rel=1e-9)


def test_kernels_of_one_function_can_meet_in_a_third():
    """Each brings its copy of what both call."""
    slope = kernel(slope_of)

    @kernel
    def there(x):
        return slope(x) + slope(2.0 * x)

    @kernel
    def back(x):
        return slope(x) - slope(2.0 * x)

    @kernel
    def again(x):
        return there(x) + back(x)

    assert again(1.0) == pytest.approx(2.0 * slope_of(1.0), rel=1e-9)


def test_what_a_kernel_returns_in_one_branch_has_its_own_type_where_it_is_unwrapped():
    """An optional type would compile all that takes the value a second time. The memory has as many references."""

    @kernel(allocates=True)
    def zeros(n):
        if n < 0:
            return None
        return np.zeros(n)

    @kernel(allocates=True)
    def unwrapped_zeros(n):
        return unwrapped(zeros(n))

    @kernel(allocates=True)
    def none(n):
        return unwrapped(None)

    assert isinstance(zeros(3), np.ndarray) and none(3) is None
    assert isinstance(zeros.overloads[(types.int64,)].signature.return_type, types.Optional)
    made = unwrapped_zeros(3)
    assert made.tolist() == [0.0, 0.0, 0.0]
    assert unwrapped_zeros.overloads[(types.int64,)].signature.return_type == types.float64[::1]
    assert made.base.refcount == zeros(3).base.refcount


def test_ctrl_c_waits_for_the_machine_code_and_the_kernel_compiles_when_it_is_called_again(
    monkeypatch, cache, default_interrupt
):
    """In the middle it came in a callback of LLVM, was swallowed there, and left a kernel without code."""
    finalize, reached = machine_code.JITCodeLibrary._finalize_specific, []

    def interrupted(library):
        if not reached and isinstance(library, machine_code.OwnCodeLibrary):
            reached.append("begun")
            signal.raise_signal(signal.SIGINT)
            reached.append("ended")
        finalize(library)

    monkeypatch.setattr(machine_code.JITCodeLibrary, "_finalize_specific", interrupted)

    @kernel
    def double(x):
        return 2.0 * x

    with pytest.raises(KeyboardInterrupt):
        double(1.0)
    assert reached == ["begun", "ended"]
    assert double(1.0) == 2.0


RUNS = """
import json, hashlib
import snakelab as sl
digests = {}
for name in ("planar_coulomb", "snakesys_creeping", "snakesys_spiral_rolling", "soft_helical", "hybrid_spiral"):
    recording = sl.run_scenario(sl.load_scenario(name, ["duration=0.3"]))
    tables = (recording[each].values.tobytes() for each in ("q", "v", "base_position", "tau", "work"))
    digests[name] = hashlib.sha256(b"".join(tables)).hexdigest()
print(json.dumps(digests))
"""


@pytest.mark.slow
def test_runs_have_the_same_bits_whether_the_loop_is_compiled_from_new_parts_or_from_stored_ones(tmp_path):
    new = run_python(RUNS, SNAKELAB_CACHE=str(tmp_path))
    (loop,) = tmp_path.rglob("*.compiled_loop.advance.*.nbc")
    loop.unlink()
    stored = run_python(RUNS, SNAKELAB_CACHE=str(tmp_path))
    assert loop.exists() and len(set(new.values())) == 5
    assert stored == new
