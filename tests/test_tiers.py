"""Tiers of the tests: each case of a test with `few` is in one tier, and `n` of them in that of the test."""

from collections.abc import Iterable
from pathlib import Path
from types import SimpleNamespace

import pytest

TESTS = Path(__file__).parent


class Case:
    """What the hook reads and changes of a collected test."""

    def __init__(self, nodeid: str, marks: Iterable[pytest.MarkDecorator], path) -> None:
        self.nodeid, self.path, self.marks = nodeid, path, [mark.mark for mark in marks]

    def iter_markers(self, name):
        return (mark for mark in self.marks if mark.name == name)

    def get_closest_marker(self, name):
        return next(self.iter_markers(name), None)

    def add_marker(self, name):
        self.marks.append(getattr(pytest.mark, name).mark)


def settings_of(config):
    """The module with the settings of all tests, as pytest has loaded it."""
    return config.pluginmanager.get_plugin(str(TESTS / "conftest.py"))


def tiers(config, path, n_cases, *marks):
    """Tier of each case, in their order."""
    settings = config.pluginmanager.get_plugin(str(Path(__file__).with_name("conftest.py")))
    cases = [Case(f"test_x.py::test_law[{i}]", marks, path) for i in range(n_cases)]
    settings.pytest_collection_modifyitems(cases)
    names = [{mark.name for mark in case.marks} for case in cases]
    return "".join("s" if "slow" in one else "t" if "thorough" in one else "q" for one in names)


@pytest.mark.parametrize(
    ("n_cases", "marks", "found"),
    [
        (7, [pytest.mark.few(3)], "qttqttq"),
        (7, [pytest.mark.few(1)], "qtttttt"),
        (2, [pytest.mark.few(3)], "qq"),
        (1, [pytest.mark.few(2)], "q"),
        (5, [pytest.mark.few(2), pytest.mark.thorough], "tssst"),
        (5, [pytest.mark.few(2, others="slow")], "qsssq"),
        (5, [pytest.mark.few(2), pytest.mark.slow], "sssss"),
        (5, [], "qqqqq"),
    ],
)
def test_few_cases_stay_in_the_tier_of_a_test_and_the_others_are_in_the_next(
    pytestconfig, tmp_path, n_cases, marks, found
):
    assert tiers(pytestconfig, tmp_path / "test_x.py", n_cases, *marks) == found


def test_a_file_that_takes_its_marks_from_another_is_collected_in_their_tier(pytestconfig):
    slow = SimpleNamespace(option=SimpleNamespace(markexpr="slow"))
    ignored = settings_of(pytestconfig).pytest_ignore_collect
    assert ignored(TESTS / "plugins" / "ros" / "test_hardware_peer.py", slow) is None
    assert ignored(TESTS / "test_tiers.py", slow) is None  # it names the marks
    assert ignored(TESTS / "test_memory.py", slow) is True
