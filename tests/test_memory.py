"""Memory that a process may use: the least of several limits."""

import pytest

from hostile.bounds import bounded
from snakelab import system as memory


@pytest.fixture
def no_container(monkeypatch):
    monkeypatch.setattr(memory, "CONTAINER", ())


def test_without_limits_it_is_the_memory_of_the_machine(no_container):
    assert memory.usable_memory() == memory.machine_memory() > 1 << 28


@pytest.mark.parametrize(("text", "usable"), [("1000000\n", 1000000), ("max\n", None), ("", None)])
def test_the_limit_of_a_container_counts(text, usable, tmp_path, monkeypatch):
    (tmp_path / "memory.max").write_text(text)
    monkeypatch.setattr(memory, "CONTAINER", (tmp_path / "memory.max", tmp_path / "absent"))
    assert memory.usable_memory() == (usable or memory.machine_memory())


def test_the_limit_of_the_address_space_counts_without_what_is_in_use(no_container):
    with bounded(more=100_000_000):
        usable = memory.usable_memory()
    assert 0 < usable <= 100_000_000
