"""The rules of compiled code, each trap with its test."""

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from llvmlite.binding import Linkage

import snakelab as sl
from chains import mixed_robot, p1, planar_snake, random_state
from snakelab import cache_place, cache_use, compiling
from snakelab.kernel_sources import kernel_sources
from snakelab.sim.loop import advance

PACKAGE = compiling.PACKAGE
GAIT = sl.SerpenoidGait(0.785, 1.57, 0.785)


def run_python(code, path=None, **environment):
    """What a fresh process prints, as JSON."""
    env = os.environ | environment
    if path is not None:
        env["PYTHONPATH"] = str(path)
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


# Trap 1: Numba's cache does not see an edit in another file.
EXPONENTIAL = """
import json
import snakelab.compiling
from snakelab.geometry.se3 import exponential
print(json.dumps([snakelab.compiling.__file__, exponential(((1.0, 2.0, 3.0), (0.3, 0.1, 0.2)))[1]]))
"""


@pytest.fixture
def copy(tmp_path):
    """A copy of the package, to edit."""
    shutil.copytree(PACKAGE, tmp_path / "src" / "snakelab", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path / "src"


def edit_cross_product(source: Path):
    """Turn the cross product around: a law in a file of its own, compiled into kernels of other files."""
    file = source / "snakelab" / "geometry" / "vectors.py"
    text = file.read_text()
    right = "return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])"
    assert right in text
    file.write_text(
        text.replace(right, "return (a[2] * b[1] - a[1] * b[2], a[0] * b[2] - a[2] * b[0], a[1] * b[0] - a[0] * b[1])")
    )


def test_an_edited_law_in_another_file_changes_the_result(copy, tmp_path):
    cache = {"SNAKELAB_CACHE": str(tmp_path / "cache")}
    where, first = run_python(EXPONENTIAL, copy, **cache)
    assert Path(where).is_relative_to(copy)
    assert run_python(EXPONENTIAL, copy, **cache)[1] == first
    edit_cross_product(copy)
    changed = run_python(EXPONENTIAL, copy, **cache)[1]
    assert not np.allclose(changed, first)
    assert len(list((tmp_path / "cache").iterdir())) == 2


def test_the_trap_is_real_with_one_folder_for_all_versions(copy, tmp_path):
    """Were the folder not named by the digest, the old law would be served: this is what the digest is for."""
    pin = "import snakelab.compiling as c; c.kernel_digest = lambda package=None: 'pinned'\n"
    cache = {"SNAKELAB_CACHE": str(tmp_path / "cache")}
    first = run_python(pin + EXPONENTIAL, copy, **cache)[1]
    edit_cross_product(copy)
    assert run_python(pin + EXPONENTIAL, copy, **cache)[1] == first


def test_the_digest_sees_every_file_with_a_kernel_and_what_such_a_file_imports(copy):
    package = copy / "snakelab"
    before = compiling.kernel_digest(package)
    assert before == compiling.kernel_digest(PACKAGE)
    with_kernels = [p for p in package.rglob("*.py") if "\n@kernel" in p.read_text()]
    assert len(with_kernels) > 30
    imported = [package / "physics" / "layout" / "tables.py", package / "geometry" / "slices.py"]
    for file in with_kernels[::5] + imported:
        text = file.read_text()
        file.write_text(text + "\n# edited\n")
        assert compiling.kernel_digest(package) != before, file
        file.write_text(text)


def test_no_file_that_a_loaded_kernel_uses_is_missing_from_the_digest():
    """What the running program compiled says which modules give it laws and numbers; the digest must hold them all."""
    sources = kernel_sources(PACKAGE)
    for function in compiling._KERNELS:
        if not function.__module__.startswith("snakelab."):
            continue  # a law that a test wrote
        for value in function.py_func.__globals__.values():
            module = getattr(value, "__module__", None) or ""
            if not module.startswith("snakelab."):
                continue
            file = Path(sys.modules[module].__file__)
            if hasattr(value, "py_func"):
                assert file in sources, (function, value)


def test_a_file_that_no_kernel_imports_leaves_the_digest_alone(copy):
    package = copy / "snakelab"
    before = compiling.kernel_digest(package)
    for file in (package / "robots" / "library" / "eel.py", package / "view" / "report.py"):
        file.write_text(file.read_text() + "\n# edited\n")
    assert compiling.kernel_digest(package) == before


COUNTED = """
import json
import snakelab.compiling
from snakelab.geometry.rotations import quat_exp
quat_exp((0.1, 0.2, 0.3))
counts = [sum(counter.values()) for counter in (quat_exp.stats.cache_misses, quat_exp.stats.cache_hits)]
print(json.dumps([snakelab.compiling.__file__, counts, snakelab.compiling.is_warm()]))
"""


@pytest.mark.skipif(not cache_place.IS_SHARED, reason="this Numba files by folder")
def test_two_installations_of_the_same_sources_share_what_is_compiled(copy, tmp_path):
    cache = {"SNAKELAB_CACHE": str(tmp_path / "cache")}
    here, counts, warm = run_python(COUNTED, **cache)
    assert (counts, warm) == ([1, 0], False)
    (tmp_path / "cache" / compiling.kernel_digest() / compiling.WARM_MARK).touch()
    there, counts, warm = run_python(COUNTED, copy, **cache)
    assert (counts, warm) == ([0, 1], True)
    assert here != there and Path(there).is_relative_to(copy)


# A kernel's code is its own: one name for unlike copies gave the process that compiled other last bits than the next.
def slope_of(x):
    """Too large to be inlined where it is called three times."""
    total = 0.0
    for i in range(int(x) + 100):
        total += np.sin(x * i) * np.cos(x + i) / (1.0 + np.exp(-x * i)) + np.sqrt(abs(total)) ** 1.5
        if total > 1e3:
            total = np.log(total) + np.tan(x) * np.arctan2(total, x)
    return total


def test_no_kernel_takes_a_function_from_another_kernels_code():
    slope = compiling.kernel(slope_of)

    @compiling.kernel
    def both(x):
        return slope(x) + slope(2.0 * x) * slope(x + 1.0)

    assert both(1.0) == pytest.approx(slope_of(1.0) + slope_of(2.0) * slope_of(2.0), rel=1e-9)
    (overload,) = both.overloads.values()
    seen = {f.name: f.linkage for f in overload.library._final_module.functions if not f.is_declaration}
    copies = {linkage for name, linkage in seen.items() if "slope_of" in name}
    assert copies == {Linkage.internal}  # empty: it was inlined, and this tests nothing
    assert {linkage for name, linkage in seen.items() if "both" in name} == {Linkage.external}


def test_kernels_of_one_function_can_meet_in_a_third():
    """Each brings its copy of what both call."""
    slope = compiling.kernel(slope_of)

    @compiling.kernel
    def there(x):
        return slope(x) + slope(2.0 * x)

    @compiling.kernel
    def back(x):
        return slope(x) - slope(2.0 * x)

    @compiling.kernel
    def again(x):
        return there(x) + back(x)

    assert again(1.0) == pytest.approx(2.0 * slope_of(1.0), rel=1e-9)


# Trap 2: fastmath must keep the checks for NaN.
def test_the_compiler_may_not_assume_that_numbers_are_finite():
    assert not compiling.FASTMATH & {"nnan", "ninf", "fast"}

    @compiling.kernel
    def is_finite(x):
        return x == x and abs(x) < 1e300

    assert is_finite(1.0) and not is_finite(np.nan) and not is_finite(np.inf)


# Trap 3: functions passed as dispatchers recompile in every process; those called by address do not.
USER_LAW = """
import json
import snakelab as sl
from snakelab.sim.loop import advance

def wind(pose, twist, load, parameters, wrench, damping, stiffness):
    wrench[0] = parameters[0] * NUMBER

model = sl.build_model(sl.Robot([sl.Link(0.1, 1.0)]), sl.World([sl.UserLaw(wind, [2.0])]))
run = sl.simulate(model, duration=1.0)
misses, hits = (sum(counter.values()) for counter in (advance.stats.cache_misses, advance.stats.cache_hits))
print(json.dumps([float(run["com_velocity"][-1, 0]), misses, hits]))
"""


def test_a_law_of_ones_own_compiles_nothing_but_itself_in_a_new_process():
    sl.simulate(p1(), GAIT, 0.1)  # the engine is in the cache from here on
    for number in (1.0, 3.0):
        speed, misses, hits = run_python(USER_LAW.replace("NUMBER", str(number)))
        assert speed == pytest.approx(2.0 * number, rel=1e-9)
        assert (misses, hits) == (0, 1)


# Trap 4: changing a number, a shape, a sample count or a length of time never recompiles.
def test_no_robot_world_gait_or_setting_recompiles_the_loop():
    sl.simulate(p1(), GAIT, 0.1)
    before = len(advance.signatures)
    rng = np.random.default_rng(0)
    soft = sl.build_model(
        mixed_robot(rng), sl.World([sl.Gravity(), sl.ViscousFriction(1, 2), sl.LinkFriction(0.1, 0.2)])
    )
    sl.simulate(soft, duration=0.01, state=random_state(soft, rng, 0.1))
    sl.simulate(planar_snake(9, 0.2, 0.3), sl.TableGait([0, 1.0], np.zeros((2, 8))), 0.3, step=0.01, integrator="rk4")
    sl.simulate(planar_snake(3), sl.FunctionGait(lambda t: np.zeros(2)), 0.1, tolerance=1e-3, record_rate=17.0)
    sl.simulate(sl.build_model(sl.Robot([sl.Link(0.1, 0.1)], "fixed")), None, 0.1)
    sl.simulate_batch(planar_snake(4), [sl.SerpenoidGait(a, 1, 1) for a in (1, 0.5)], 0.1)
    assert len(advance.signatures) == before == 1


def test_nothing_in_the_loop_falls_back_to_python_objects():
    assert not advance.overloads[advance.signatures[0]].objectmode


def test_a_folder_that_cannot_be_written_only_costs_time(copy, tmp_path):
    (tmp_path / "file").write_text("in the way")
    code = "import json; from snakelab.geometry.rotations import quat_exp; print(json.dumps(quat_exp((0.0, 0.0, 0.0))))"
    assert run_python(code, copy, SNAKELAB_CACHE=str(tmp_path / "file")) == [1.0, 0.0, 0.0, 0.0]
    assert not list(copy.rglob("*.nbi"))  # beside the source it would be served after an edit elsewhere


def test_a_damaged_cache_is_thrown_away(tmp_path):
    code = """
import json, pathlib, snakelab as sl
from snakelab import cache_place, compiling
from snakelab.kernel_sources import kernel_sources
from snakelab.geometry import se3
folder = compiling.cache_folder()
from snakelab.sim import engine
calls = []
def broken(*arguments):
    calls.append(1)
    if len(calls) == 1:
        raise EOFError('truncated')
    return engine.INTERRUPTED, 0, 0.0, 0.0
broken.signatures = []
engine.advance = broken
(folder / 'x').mkdir(parents=True, exist_ok=True)
engine.load_loop(sl.build_model(sl.Robot([sl.Link(0.1, 0.1)], 'fixed')))
print(json.dumps([len(calls), folder.exists()]))
"""
    assert run_python(code, SNAKELAB_CACHE=str(tmp_path)) == [2, False]


DAY = 24 * 3600.0


@pytest.fixture
def caches(tmp_path, monkeypatch):
    """Makes caches that were last used so many days ago; gives the folders, of which the first is the running one's."""
    folders = [tmp_path / f"{i:016x}" for i in range(20)]
    monkeypatch.setattr(compiling, "cache_root", lambda: tmp_path)
    monkeypatch.setattr(compiling, "cache_folder", lambda: folders[0])

    def make(days):
        for folder, age in zip(folders, days, strict=False):
            folder.mkdir()
            (folder / "warm-shared").touch()
            os.utime(folder / "warm-shared", (time.time() - age * DAY,) * 2)
        return folders[: len(days)]

    return make


def test_caches_out_of_use_make_room_for_a_new_one(caches):
    folders = caches([9.0, 1.0, 2.0, 4.0, 5.0, 6.0])
    compiling.mark_warm(keep=4)
    assert [folder.exists() for folder in folders] == [True, True, True, True, False, False]


def test_versions_that_are_all_in_use_do_not_drop_one_another(caches):
    folders = caches([0.0, 2.0, 1.5, 1.0, 0.5, 0.1])
    compiling.mark_warm(keep=2)
    assert all(folder.exists() for folder in folders)


def test_a_cache_is_dated_by_its_use_and_not_by_when_it_was_made(caches):
    folders = caches([30.0, 10.0, 20.0])
    compiling.note_use()
    cache_use.drop_unused(folders[0].parent, keep=1)
    assert [folder.exists() for folder in folders] == [True, False, False]


def test_even_caches_in_use_are_not_kept_without_end(caches):
    folders = caches(np.linspace(0.0, 1.0, cache_use.MOST + 2))
    compiling.mark_warm()
    assert sum(folder.exists() for folder in folders) == cache_use.MOST


def test_a_cache_that_is_just_being_compiled_is_never_dropped(caches):
    folders = caches([0.0, 9.0])
    (folders[1] / "warm-shared").unlink()
    compiling.mark_warm(keep=1)
    assert folders[1].exists()


def test_to_use_a_cache_that_is_not_there_makes_none(caches, tmp_path):
    compiling.note_use()
    assert not list(tmp_path.iterdir())


def test_a_run_dates_the_cache():
    mark = compiling.cache_folder() / compiling.WARM_MARK
    sl.simulate(p1(), GAIT, 0.1)  # the engine is in the cache from here on
    mark.touch()
    os.utime(mark, (0.0, 0.0))
    one_link = "sl.build_model(sl.Robot([sl.Link(0.1, 1.0)]))"
    run_python(f"import snakelab as sl; print(len(sl.simulate({one_link}, duration=0.01)['time']))")
    assert mark.stat().st_mtime > 0.0


def test_no_home_and_no_access_do_not_stop_a_start(tmp_path):
    (tmp_path / "file").write_text("in the way")
    code = "import json; from snakelab import compiling as c; print(json.dumps([c.is_warm(), str(c.cache_root())]))"
    assert run_python(code, SNAKELAB_CACHE=str(tmp_path / "file" / "below"))[0] is False
    assert run_python(code, SNAKELAB_CACHE="", XDG_CACHE_HOME="")[1].endswith("snakelab")
