"""Numba's cache does not notice an edit of another function. The digest of a kernel does, and it ignores whatever is not used."""

import dis
import enum
import importlib.util
import math
import os
import sys
from pathlib import Path
from typing import NamedTuple

import numba
import numpy as np
import pytest

import snakelab.plugins.lanes.mpc.rollouts
import snakelab.sim.simulation
from fresh_process import run_python
from snakelab.geometry.spatial import cross
from snakelab.kernels.decorator import kernel
from snakelab.kernels.digest import current_kernel_digest, global_names, kernel_digest, layout
from snakelab.kernels.lazy_kernel import NOT_COMPILER, LazyIntrinsic, LazyKernel, resolved, version_digest
from snakelab.plugins.lanes.vector.lane_value import sine_cosine

CHAPTER = '''"""Laws with their kernels, and plain Python."""

import math

from snakelab.kernels.decorator import kernel

DENSITY = 1000.0
WIDTH = 3.0


@kernel
def drag(speed):
    """Quadratic drag [N]."""
    return 0.5 * DENSITY * speed * abs(speed)


@kernel
def friction(normal):
    return 0.3 * normal


@kernel
def total(speed, normal):
    return drag(speed) + friction(normal)


def report(force):
    """Plain Python."""
    return f"{force:.3f} N, {WIDTH}"
'''
EDITS = {
    "a number in a law": ("0.5 *", "0.6 *", "drag total"),
    "a name in a law": (
        "friction(normal):\n    return 0.3 * normal",
        "friction(load):\n    return 0.3 * load",
        "friction total",
    ),
    "the sign of zero": ("0.3 *", "-0.0 *", "friction total"),
    "a constant that a law uses": ("DENSITY = 1000.0", "DENSITY = 998.0", "drag total"),
    "the type of a constant": ("DENSITY = 1000.0", "DENSITY = 1000", "drag total"),
    "a function that a law calls": ("drag(speed) +", "math.sqrt(speed) +", "total"),
    "options of a kernel": ("@kernel\ndef friction", "@kernel(exact=True)\ndef friction", "friction total"),
    "a constant that no law uses": ("WIDTH = 3.0", "WIDTH = 4.0", ""),
    "plain Python": (".3f} N", ".4f} newtons", ""),
    "another plain function": ("def report", "def newtons(force):\n    return force\n\n\ndef report", ""),
    "a docstring": ("Quadratic drag [N]", "Drag, proportional to the square of the speed [N]", ""),
    "a comment": ("    return 0.3", "    # Coulomb\n    return 0.3", ""),
    "lines above": ("import math\n", "import math\nimport sys\n\n# two\n# lines\n", ""),
}


@pytest.fixture
def chapter(tmp_path, monkeypatch):
    """Imports a text as the module `laws`, as another process would after an edit."""

    def imported(text=CHAPTER):
        (tmp_path / "laws.py").write_text(text)
        spec = importlib.util.spec_from_file_location("laws", tmp_path / "laws.py")
        module = importlib.util.module_from_spec(spec)
        monkeypatch.setitem(sys.modules, "laws", module)
        exec(compile(text, tmp_path / "laws.py", "exec"), vars(module))  # not from a .pyc of the same second
        return module

    return imported


def digests(module):
    return {name: kernel_digest(getattr(module, name)) for name in ("drag", "friction", "total")}


@pytest.mark.parametrize(("old", "new", "changed"), EDITS.values(), ids=EDITS)
def test_an_edit_changes_the_digests_of_the_kernels_that_use_it_and_no_others(chapter, old, new, changed):
    before = digests(chapter())
    assert CHAPTER.count(old) == 1
    after = digests(chapter(CHAPTER.replace(old, new)))
    assert {name for name in before if before[name] != after[name]} == set(changed.split())


def counts(function):
    """How often a kernel was compiled and loaded."""
    return sum(function.stats.cache_misses.values()), sum(function.stats.cache_hits.values())


@pytest.mark.parametrize("edit", ["a number in a law", "a constant that a law uses", "plain Python", "lines above"])
def test_an_edit_recompiles_the_kernels_that_use_it_and_no_others(chapter, cache, edit):
    laws = chapter()
    assert [laws.drag(2.0), laws.friction(1.0), laws.total(2.0, 1.0)] == [2000.0, 0.3, 2000.3]
    old, new, changed = EDITS[edit]
    laws = chapter(CHAPTER.replace(old, new))
    drag = laws.drag.py_func(2.0)
    assert [laws.drag(2.0), laws.friction(1.0), laws.total(2.0, 1.0)] == [drag, 0.3, drag + 0.3]
    for name in ("drag", "friction", "total"):
        assert counts(getattr(laws, name)) == ((1, 0) if name in changed.split() else (0, 1)), name


def test_code_is_filed_under_the_text_from_which_it_was_compiled(chapter, cache, tmp_path):
    """Between import and first call the source may be edited: the next process must not find the old law under the new text."""
    laws, edited = chapter(), CHAPTER.replace("0.3 *", "0.7 *")
    (tmp_path / "laws.py").write_text(edited)
    assert laws.friction(1.0) == 0.3
    laws = chapter(edited)
    assert laws.friction(1.0) == 0.7 and counts(laws.friction) == (1, 0)
    laws = chapter()
    assert laws.friction(1.0) == 0.3 and counts(laws.friction) == (0, 1)


def test_code_is_not_stored_if_a_constant_was_assigned_after_its_digest(chapter, cache, monkeypatch):
    lost = []
    monkeypatch.setattr("snakelab.kernels.code_files.LOST", lost)
    laws = chapter()
    assert laws.drag(2.0) == 2000.0
    laws.DENSITY = 1.0
    assert laws.drag(2) == 2.0  # compiled anew, for an integer
    assert len(lost) == 1 and len(list(cache.rglob("*drag*.nbc"))) == 1


# ---- values that a kernel reads -------------------------------------------------------------------------------------
class Wrench(NamedTuple):
    force: float
    moment: float


class Turned(NamedTuple):
    moment: float
    force: float


class Law(enum.IntEnum):
    COULOMB = 1
    VISCOUS = 2


class Other(enum.IntEnum):
    COULOMB = 1
    VISCOUS = 3


def reading(value):
    """A kernel that reads a value by a global name."""
    names = {"VALUE": value, "__name__": "reading"}
    exec("def read():\n    return VALUE", names)
    return kernel(names["read"])


@pytest.mark.parametrize(
    ("a", "b"),
    [
        (1, 1.0),
        (1, True),
        (0.0, -0.0),
        ((1.0, 2.0), (2.0, 1.0)),
        ((1.0, 2.0), Wrench(1.0, 2.0)),
        (Wrench(1.0, 2.0), Turned(1.0, 2.0)),
        (Wrench, Turned),
        (Law.COULOMB, Other.COULOMB),
        (Law, Other),
        (np.zeros(3), np.array([0.0, 0.0, 1e-300])),
        (np.zeros(3), np.zeros((3, 1))),
        (np.zeros(3, np.float32), np.zeros(3, np.int32)),
        (np.zeros((2, 3)), np.zeros((3, 2)).T),
        (np.float32(1.0), np.float64(1.0)),
        (range(3), range(4)),
        (np.dtype(np.float32), np.dtype(np.float64)),
        (numba.float32, numba.float64),
        (math.sin, math.cos),
        (np.sin, np.cos),
        (numba.njit(lambda x: x), numba.njit(lambda x: 2 * x)),
        (numba.njit(math.sqrt.__class__ and (lambda x: x)), numba.njit(fastmath=True)(lambda x: x)),
        (frozenset({1, 2}), frozenset({1, 3})),
        ({"a": 1}, {"a": 2}),
    ],
    ids=lambda value: type(value).__name__,
)
def test_values_that_differ_give_digests_that_differ(a, b):
    assert kernel_digest(reading(a)) != kernel_digest(reading(b))
    assert kernel_digest(reading(a)) == current_kernel_digest(reading(a))


def test_values_in_a_closure_and_defaults_count():
    def scaled(factor, default=1.0):
        @kernel
        def law(x=default):
            return factor * x

        return kernel_digest(law)

    assert len({scaled(2.0), scaled(3.0), scaled(2.0, 2.0), scaled(cross)}) == 4
    assert scaled(2.0) == scaled(2.0)


def test_attributes_of_a_module_count(chapter):
    text = """
import laws
from snakelab.kernels.decorator import kernel


@kernel
def use(x):
    return laws.friction(x) * laws.DENSITY
"""

    def digest(laws):
        names = {"__name__": "user"}
        chapter(laws)
        exec(text, names)
        return kernel_digest(names["use"])

    assert digest(CHAPTER) == digest(CHAPTER.replace("0.5 *", "0.6 *"))
    assert (
        len({digest(CHAPTER), digest(CHAPTER.replace("0.3 *", "0.6 *")), digest(CHAPTER.replace("1000.0", "998.0"))})
        == 3
    )


RECURSIVE = """
from snakelab.kernels.decorator import kernel


@kernel
def even(n):
    return True if n == 0 else odd(n - 1)


@kernel
def odd(n):
    return False if n == 0 else even(n - 1)


@kernel
def both(n):
    return even(n) and not odd(n) and n > {least}


@kernel
def factorial(n):
    return {least} if n < 2 else n * factorial(n - 1)
"""


def test_recursion_has_an_end_and_no_order(chapter):
    names = ("even", "odd", "both", "factorial")
    first, second, edited = (
        chapter(RECURSIVE.format(least=1)),
        chapter(RECURSIVE.format(least=1)),
        chapter(RECURSIVE.format(least=2)),
    )
    forward = [kernel_digest(getattr(first, name)) for name in names]
    backward = [kernel_digest(getattr(second, name)) for name in reversed(names)][::-1]
    assert forward == backward and len(set(forward)) == 4
    assert [kernel_digest(getattr(edited, name)) == old for name, old in zip(names, forward, strict=True)] == [
        True,
        True,
        False,
        False,
    ]


def test_field_names_of_arguments_count_where_numba_compares_types_only():
    def key(record):
        return layout((numba.float64, numba.typeof((1.0, record(1.0, 2.0)))))

    assert key(Wrench) != key(Turned) and layout((numba.float64,)) == ()
    assert any("Wrench" in name for name, _ in key(Wrench))


def test_types_of_our_own_bring_the_sources_of_their_operators():
    from snakelab.plugins.lanes.vector.vector_type import LaneVector

    ((name, _),) = layout((LaneVector(numba.float64),))
    assert name.endswith("LaneVector")


@pytest.mark.thorough
def test_the_search_in_bytecode_finds_the_names_that_dis_finds():
    kernels = loaded_kernels()
    assert len(kernels) > 200
    long = "def read():\n    return (" + ", ".join(f"NAME{i}" for i in range(70000)) + ")"
    exec(long, names := {})
    for code in [each.py_func.__code__ for each in kernels] + [names["read"].__code__]:
        assert set(global_names(code)) == {
            step.argval for step in dis.get_instructions(code) if step.opname == "LOAD_GLOBAL"
        }


def loaded_kernels():
    """Every kernel that a module of the package holds, once."""
    modules = [module for name, module in sys.modules.items() if name.startswith("snakelab.")]
    return list(
        {
            id(value): value for module in modules for value in vars(module).values() if isinstance(value, LazyKernel)
        }.values()
    )


@pytest.mark.thorough
def test_every_kernel_has_a_digest_and_it_is_equal_in_every_process():
    kernels = [each for each in loaded_kernels() if "<" not in each.__qualname__]
    assert len({kernel_digest(each) for each in kernels}) == len(kernels)
    code = """
import json, importlib
from snakelab.kernels.digest import kernel_digest
print(json.dumps([kernel_digest(getattr(importlib.import_module(m), n)) for m, n in json.loads({names!r})]))
"""
    import json

    some = kernels[::7]
    names = json.dumps([(each.__module__, each.__qualname__) for each in some])
    assert run_python(code.format(names=names), PYTHONHASHSEED="7") == [kernel_digest(each) for each in some]


# ---- sources of the compiler ----------------------------------------------------------------------------------------
DIGESTS = """
import json, os, sys
from pathlib import Path
from snakelab.kernels.digest import kernel_digest
from snakelab.kernels.lazy_kernel import version_digest
from snakelab.plugins.lanes.vector.lane_value import sine_cosine
from snakelab.geometry.spatial import cross

digests = []
for name in [None, *{files!r}]:
    if name:
        path = Path({folder!r}, name)
        path.write_text(path.read_text() + "\\n# edited\\n")
    source, sink = os.pipe()
    if os.fork() == 0:  # digests are computed once in a process
        text = json.dumps([version_digest(), kernel_digest(cross), kernel_digest(sine_cosine)])
        os.write(sink, text.encode())
        os._exit(0)
    os.close(sink)
    digests.append(json.loads(os.read(source, 10_000)))
    os.wait()
print(json.dumps(digests))
"""
INTRINSICS = ("../plugins/lanes/vector/memory.py", "../plugins/lanes/vector/vector_type.py")
COMPILER = ("decorator.py", "machine_code.py", "digest.py", "code_files.py")


@pytest.mark.thorough
@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes cannot be forked")
def test_an_edited_intrinsic_changes_the_kernels_that_use_it_and_hooks_change_all(copy):
    others = (*NOT_COMPILER, "../geometry/spatial.py")
    files = (*others, *INTRINSICS, *COMPILER)
    whole, *after = run_python(DIGESTS.format(files=files, folder=str(copy / "snakelab" / "kernels")), copy)
    after_edit = dict(zip(files, after, strict=True))
    version, scalar, lanes = whole
    assert whole == [version_digest(), kernel_digest(cross), kernel_digest(sine_cosine)]
    for file in others:
        assert after_edit[file] == whole, file
    seen = {lanes}
    for file in INTRINSICS:
        *rest, lanes = after_edit[file]
        assert rest == [version, scalar] and lanes not in seen, file
        seen.add(lanes)
    versions = {version}
    for file in COMPILER:
        version, *rest = after_edit[file]
        assert rest == [scalar, lanes] and version not in versions, file
        versions.add(version)


# ---- the package ----------------------------------------------------------------------------------------------------
EXPONENTIAL = """
import json
import snakelab.kernels
from snakelab.geometry.rotations import quat_exp
from snakelab.geometry.rotations import exponential
result = exponential(((1.0, 2.0, 3.0), (0.3, 0.1, 0.2)))[1]
quat_exp((0.1, 0.2, 0.3))
hits = [sum(function.stats.cache_hits.values()) for function in (exponential, quat_exp)]
print(json.dumps([snakelab.kernels.__file__, result, hits]))
"""


def edit_cross_product(source: Path):
    """Turn the cross product around: a law in a file of its own, compiled into kernels of other files."""
    file = source / "snakelab" / "geometry" / "spatial.py"
    text = file.read_text()
    right = "return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])"
    assert right in text
    file.write_text(
        text.replace(right, "return (a[2] * b[1] - a[1] * b[2], a[0] * b[2] - a[2] * b[0], a[1] * b[0] - a[0] * b[1])")
    )


@pytest.mark.thorough
def test_an_edited_law_in_another_file_changes_the_result_and_recompiles_only_its_users(copy, tmp_path):
    cache = {"SNAKELAB_CACHE": str(tmp_path / "cache")}
    where, first, hits = run_python(EXPONENTIAL, copy, **cache)
    assert Path(where).is_relative_to(copy) and hits == [0, 0]
    edit_cross_product(copy)
    changed, hits = run_python(EXPONENTIAL, copy, **cache)[1:]
    assert not np.allclose(changed, first) and hits == [0, 1]
    assert run_python(EXPONENTIAL, copy, **cache)[1:] == [changed, [1, 1]]


@pytest.mark.slow
def test_the_trap_is_real_with_one_digest_for_all_kernels(copy, tmp_path):
    """Were code not named by the digest, the old law would be loaded: this is what the digest is for."""
    pin = """
import snakelab.kernels.code_files as s
s.kernel_digest = s.current_kernel_digest = lambda kernel: "pinned"
"""
    cache = {"SNAKELAB_CACHE": str(tmp_path / "cache")}
    first = run_python(pin + EXPONENTIAL, copy, **cache)[1]
    edit_cross_product(copy)
    assert run_python(pin + EXPONENTIAL, copy, **cache)[1] == first


@pytest.mark.thorough
def test_no_source_outside_the_compiler_is_read_to_find_compiled_code():
    code = """
import json, sys
from pathlib import Path
from snakelab.sim.engine import is_loop_compiled
import snakelab.kernels
import numba
package = Path(snakelab.kernels.__file__).parents[1]
read = []
sys.addaudithook(lambda event, words: read.append(str(words[0])) if event == "open" else None)
is_loop_compiled()
print(json.dumps([path for path in read if path.startswith(str(package)) and path.endswith(".py")]))
"""
    folder = str(Path(snakelab.kernels.__file__).parent)
    assert all(path.startswith(folder) for path in run_python(code))


def test_kernels_and_intrinsics_have_the_digests_of_their_placeholders(chapter):
    laws = chapter(
        CHAPTER.replace("import math", "import math\n\nfrom snakelab.plugins.lanes.vector.lane_value import load")
    )
    laws.drag.py_func.__globals__["DENSITY"] = laws.load
    before = kernel_digest(laws.total)
    laws.drag, laws.DENSITY = resolved(laws.drag), resolved(laws.DENSITY)
    assert not isinstance(laws.drag, LazyKernel) and not isinstance(laws.DENSITY, LazyIntrinsic)
    assert current_kernel_digest(laws.total) == before
