"""Packages that not every installation has: a test module that imports one from here is skipped where it is missing.

from optional_packages import mujoco
"""

from types import ModuleType

import pytest


def __getattr__(name: str) -> ModuleType:
    if name.startswith("__"):
        raise AttributeError(name)
    return pytest.importorskip(name, reason=f"{name} is not installed")
