"""Trap 1: Numba's cache does not see an edit in another file. The digest of all kernel sources does."""

import sys
from pathlib import Path

import numpy as np
import pytest

import snakelab.control.sampling_mpc.rollouts
import snakelab.sim.simulate  # noqa: F401
from fresh_process import run_python
from snakelab.compiling.cache.digest import PACKAGE, kernel_digest, kernel_sources

EXPONENTIAL = """
import json
import snakelab.compiling
from snakelab.geometry.se3 import exponential
print(json.dumps([snakelab.compiling.__file__, exponential(((1.0, 2.0, 3.0), (0.3, 0.1, 0.2)))[1]]))
"""


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
    edit_cross_product(copy)
    changed = run_python(EXPONENTIAL, copy, **cache)[1]
    assert not np.allclose(changed, first)
    assert len(list((tmp_path / "cache").iterdir())) == 2


@pytest.mark.slow
def test_the_trap_is_real_with_one_folder_for_all_versions(copy, tmp_path):
    """Were the folder not named by the digest, the old law would be served: this is what the digest is for."""
    pin = "import snakelab.compiling.cache.folder as c; c.kernel_digest = lambda package=None: 'pinned'\n"
    cache = {"SNAKELAB_CACHE": str(tmp_path / "cache")}
    first = run_python(pin + EXPONENTIAL, copy, **cache)[1]
    edit_cross_product(copy)
    assert run_python(pin + EXPONENTIAL, copy, **cache)[1] == first


def test_the_digest_sees_every_file_with_a_kernel_and_what_such_a_file_imports(copy):
    package = copy / "snakelab"
    before = kernel_digest(package)
    assert before == kernel_digest(PACKAGE)
    with_kernels = [p for p in package.rglob("*.py") if "\n@kernel" in p.read_text()]
    assert len(with_kernels) > 30
    imported = [package / "physics" / "model_tables" / "tables.py", package / "geometry" / "stations.py"]
    for file in with_kernels[::5] + imported:
        text = file.read_text()
        file.write_text(text + "\n# edited\n")
        assert kernel_digest(package) != before, file
        file.write_text(text)


def loaded_kernels():
    """Every compiled function that a module of the package holds, once."""
    modules = [module for name, module in sys.modules.items() if name.startswith("snakelab.")]
    by_name = {id(value): value for module in modules for value in vars(module).values() if hasattr(value, "py_func")}
    return [function for function in by_name.values() if function.__module__.startswith("snakelab.")]


def test_no_file_that_a_loaded_kernel_uses_is_missing_from_the_digest():
    """What the running program compiled says which modules give it laws and numbers; the digest must hold them all."""
    sources, kernels = kernel_sources(PACKAGE), loaded_kernels()
    assert len(kernels) > 200
    for function in kernels:
        assert Path(function.py_func.__code__.co_filename) in sources, function
        for value in function.py_func.__globals__.values():
            module = getattr(value, "__module__", None) or ""
            if module.startswith("snakelab.") and hasattr(value, "py_func"):
                assert Path(sys.modules[module].__file__) in sources, (function, value)


@pytest.mark.parametrize(
    "file",
    [
        "robots/library/eel.py",
        "view/report.py",
        "sim/engines/engine.py",
        "compiling/cache/marks.py",
        "compiling/notice.py",
    ],
)
def test_a_file_that_no_kernel_imports_has_no_part_in_the_digest(file):
    assert (PACKAGE / file).is_file() and PACKAGE / file not in kernel_sources(PACKAGE)


@pytest.mark.parametrize(
    "file", ["decorator", "own_code", "intrinsic_code", "cache/digest", "cache/place", "cache/storage"]
)
def test_how_kernels_are_compiled_and_kept_has_a_part_in_the_digest(file):
    assert PACKAGE / "compiling" / f"{file}.py" in kernel_sources(PACKAGE)


def test_a_package_that_hands_a_name_on_gives_its_own_line_and_that_name_only(tmp_path):
    texts = {
        "kernels.py": "from snakelab.laws import drag\n\n\n@kernel\ndef force():\n    return drag()\n",
        "laws/__init__.py": "from snakelab.laws.fluid import old_drag as drag\nfrom snakelab.laws.other import other\n",
        "laws/fluid.py": "import numpy\nfrom snakelab import numbers\n",
        "laws/other.py": "",
        "numbers.py": "",
    }
    for name, text in texts.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    read = {path.relative_to(tmp_path).as_posix() for path in kernel_sources(tmp_path)}
    assert read == {"kernels.py", "laws/__init__.py", "laws/fluid.py", "numbers.py"}


def test_a_name_that_a_package_makes_itself_brings_all_that_it_imports(tmp_path):
    (tmp_path / "kernels.py").write_text(
        "from snakelab.laws import drag\n\n\n@kernel\ndef force():\n    return drag()\n"
    )
    (tmp_path / "laws").mkdir()
    (tmp_path / "laws" / "__init__.py").write_text("from snakelab.numbers import RHO\n\ndrag = law(RHO)\n")
    (tmp_path / "numbers.py").write_text("RHO = 1000.0\n")
    assert [path.name for path in kernel_sources(tmp_path)] == ["kernels.py", "__init__.py", "numbers.py"]
