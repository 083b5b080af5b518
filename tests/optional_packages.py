"""Packages that not every installation has: a test module that imports one from here is skipped where it is missing.

from optional_packages import mujoco
"""

from types import ModuleType

import pytest


def __getattr__(name: str) -> ModuleType:
    if name.startswith("__"):
        raise AttributeError(name)
    return pytest.importorskip(name, reason=f"{name} is not installed")


def require_opengl() -> None:
    """Skip the test where MuJoCo or OpenGL is missing."""
    pytest.importorskip("mujoco", reason="mujoco is not installed")
    from snakelab.errors import SimulationError
    from snakelab.plugins.mujoco.cameras.renderer import open_context

    try:
        open_context(8, 8).free()
    except SimulationError as problem:
        pytest.skip(str(problem))
