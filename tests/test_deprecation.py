"""Deprecated names of objects and arguments: they work, and the warning names the present one."""

import importlib

import pytest

import snakelab as sl
from snakelab.deprecation import RENAMED, renamed_arguments

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


@renamed_arguments(old="new")
def double(new, other=0):
    return 2 * new + other


def test_a_deprecated_argument_has_the_value_of_the_present_one_and_warns():
    with pytest.warns(DeprecationWarning, match=r"^double\(old=\.\.\.\) is deprecated; use new=\.\.\.$") as caught:
        assert double(old=3, other=1) == 7
    assert caught[0].filename == __file__
    assert double(3) == double(new=3) == 6


def test_both_names_of_an_argument_are_an_error():
    with pytest.raises(TypeError, match="old"):
        double(old=3, new=3)


def test_the_configuration_of_a_sweep_may_be_given_as_sheet():
    with pytest.warns(DeprecationWarning, match="use configuration="), pytest.raises(sl.ScenarioError, match="no file"):
        sl.load_sweep(sheet="missing.yaml")
