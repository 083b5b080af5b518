"""Deprecated public names: they work, and the warning names the present one."""

import importlib

import pytest

import snakelab as sl
from snakelab.deprecation import RENAMED

OLD_NAMES = [(package, name) for package, names in RENAMED.items() for name in names]


@pytest.mark.parametrize(("package", "old"), OLD_NAMES)
def test_a_deprecated_name_is_the_present_object_and_warns(package, old):
    new, home = RENAMED[package][old]
    with pytest.warns(DeprecationWarning, match=rf"{package}\.{old} is deprecated; use {package}\.{new}$") as caught:
        value = getattr(importlib.import_module(package), old)
    assert value is getattr(importlib.import_module(home), new)
    assert caught[0].filename == __file__


@pytest.mark.parametrize(("package", "old"), OLD_NAMES)
def test_a_deprecated_name_is_not_listed(package, old):
    module = importlib.import_module(package)
    assert old not in module.__all__
    if package == "snakelab":
        assert RENAMED[package][old][0] in sl.__all__


def test_the_configuration_of_a_sweep_may_be_given_as_sheet():
    with (
        pytest.warns(DeprecationWarning, match="'sheet' is now 'configuration'"),
        pytest.raises(sl.ScenarioError, match="no file"),
    ):
        sl.load_sweep(sheet="missing.yaml")
