"""The package as a user meets it: names, import time, the promise of the first page."""

import ast
import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

import snakelab as sl
from snakelab.public_names import public_api, public_object


def test_every_public_name_exists():
    for name in public_api():
        assert public_object(name) is not None


def test_every_name_of_a_stub_is_where_the_stub_says():
    """A name of the root may also be that of a package; `public_api` holds one place of each."""
    root = Path(sl.__file__).parent
    for stub in root.rglob("*.pyi"):
        package = ".".join(("snakelab", *stub.parent.relative_to(root).parts))
        for item in ast.parse(stub.read_text(encoding="utf-8")).body:
            if isinstance(item, ast.ImportFrom) and item.module and item.level == 1:
                assert importlib.util.find_spec(f"{package}.{item.module}") is not None, (package, item.module)


def test_the_root_has_at_most_120_names_and_a_name_of_a_package_is_found():
    assert len(sl.__all__) <= 120
    with pytest.raises(AttributeError, match=r"snakelab has no 'BodyOdometry'; write sl\.perception\.BodyOdometry"):
        sl.BodyOdometry  # noqa: B018
    with pytest.raises(AttributeError, match=r"snakelab\.gaits has no 'Robot'; write sl\.Robot"):
        sl.gaits.Robot  # noqa: B018


def test_no_public_name_of_a_package_is_that_of_a_module_beside_it():
    """Once such a module is imported, the package's attribute is the module."""
    for name, home in public_api().items():
        assert importlib.util.find_spec(home).submodule_search_locations is None or (
            importlib.util.find_spec(f"{home}.{name}") is None
        ), (home, name)


def test_type_checkers_see_the_same_names_as_users():
    """A stub hides what it imports, unless it gives it the same name again."""
    tree = ast.parse(Path(sl.__file__).with_suffix(".pyi").read_text(encoding="utf-8"))
    names = [alias for item in tree.body if isinstance(item, ast.ImportFrom) for alias in item.names]
    assert all(alias.asname == alias.name for alias in names)
    assert sorted(alias.name for alias in names) == sl.__all__ == sl.__dir__()


def test_a_misspelt_name_is_met_with_the_nearest():
    with pytest.raises(AttributeError, match="snakelab has no 'Revolut'; did you mean 'Revolute'"):
        sl.Revolut  # noqa: B018


def test_a_misspelt_name_is_met_with_one_hint_only():
    run_result = subprocess.run(
        [sys.executable, "-c", "import snakelab as sl\nsl.lod"], capture_output=True, text=True, timeout=500
    ).stderr
    assert run_result.splitlines()[-1] == "AttributeError: snakelab has no 'lod'; did you mean 'load'?"


@pytest.mark.thorough
def test_a_module_that_was_not_imported_is_there_when_it_is_named():
    code = (
        "import snakelab as sl\n"
        "print(sl.robots.library.eel().name, sl.plugins.studies.Sweep is not None, sl.parameters.arguments.__name__)"
    )
    run_result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=500
    ).stdout
    assert run_result.split() == ["eel", "True", "snakelab.parameters.arguments"]


def test_a_misspelt_module_is_met_with_the_nearest():
    with pytest.raises(AttributeError, match=r"snakelab.robots has no 'libary'; did you mean 'library'\?"):
        sl.robots.libary  # noqa: B018
    assert not hasattr(sl, "__path_of__") and not hasattr(sl.robots, "no.such")


def test_the_package_has_the_version_of_its_installation():
    from importlib.metadata import version

    assert sl.__version__ == version("snakelab")


def test_the_version_of_sources_that_are_not_installed_is_unknown(monkeypatch):
    from snakelab import system as installation

    monkeypatch.setattr(installation, "PACKAGE", "snakelab-that-is-not-installed")
    assert installation.package_version.__wrapped__() == "unknown"


def test_importing_the_package_imports_no_heavy_library():
    code = "import sys, snakelab; print(*(m for m in ('numba', 'scipy', 'xarray', 'matplotlib', 'pandas') if m in sys.modules))"
    assert (
        subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=500
        ).stdout.strip()
        == ""
    )


@pytest.mark.thorough
def test_a_run_imports_no_part_of_scipy_that_it_does_not_use():
    """All of them together took half of the time in which a short run starts and ends."""
    code = """
import sys, snakelab as sl, snakelab.cli.printed_summaries
scenario = sl.load_scenario('planar_viscous')
sl.simulate(sl.build_model(scenario.robot, scenario.world), None, 0.01)
print(*(m for m in ('scipy.stats', 'scipy.optimize', 'scipy.interpolate', 'scipy.spatial') if m in sys.modules))
"""
    assert (
        subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=500
        ).stdout.strip()
        == ""
    )


@pytest.mark.thorough
def test_only_commands_take_nine_arguments_by_position():
    """Kernels and inner functions take records; public functions take most of many arguments by name."""
    source, long = Path(sl.__file__).parent, []
    for path in sorted(source.rglob("*.py")):
        if "cli" in path.parts or "command" in path.stem:
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef):
                if len([a for a in node.args.args if a.arg != "self"]) >= 9:
                    long.append(f"{path.relative_to(source)}: {node.name}")
    assert long == []


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("Swl", "snakelab has no 'Swl'; did you mean sl.gaits.NamedGait?"),
        ("RegionalFrition", "snakelab has no 'RegionalFrition'; did you mean sl.worlds.RegionalFriction?"),
        ("Contakt", "snakelab has no 'Contakt'; did you mean 'Contact'?"),
        ("Xyzzy", r"snakelab has no 'Xyzzy'; its \d+ names: dir\(sl\)"),
        ("snake_iii", "snakelab has no 'snake_iii'; write sl.robots.library.snake_iii, after import snakelab as sl"),
        ("salamandar", "snakelab has no 'salamandar'; did you mean sl.robots.library.salamander?"),
    ],
)
def test_a_name_that_does_not_exist_leads_to_the_nearest_one_of_any_package(name, message):
    with pytest.raises(AttributeError, match=message):
        getattr(sl, name)
