"""OpenGL context without a window: EGL, else OSMesa, else that of the platform."""

import importlib
import os
import sys
from typing import Any

from snakelab.errors import MissingExtraError, SimulationError
from snakelab.installation import install_line

BACKENDS = ("egl", "osmesa")
PACKAGES = (
    "On Debian and Ubuntu: apt-get install libegl1 libgl1-mesa-dri (software rendering is enough). Without root: "
    "conda install -c conda-forge libegl mesa-dri-drivers"
)


def mujoco_module() -> Any:
    """Import MuJoCo.

    Raises:
        MissingExtraError: if it is not installed.
    """
    try:
        import mujoco
    except ImportError as problem:
        raise MissingExtraError(
            f"images and movies need MuJoCo ({problem}); type: {install_line('mujoco')}"
        ) from problem
    return mujoco


def open_context(width: int, height: int) -> Any:
    """Return an OpenGL context without a window, which must be made current, and freed at the end.

    The environment variable MUJOCO_GL, "egl" or "osmesa", selects one backend.

    Args:
        width, height: Size of the framebuffer [pixel].

    Raises:
        SimulationError: if there is no OpenGL, with the packages to install.
    """
    if sys.platform != "linux":
        return mujoco_module().GLContext(width, height)
    chosen = os.environ.get("MUJOCO_GL", "").lower()
    faults = []
    for name in (chosen,) if chosen in BACKENDS else BACKENDS:
        try:
            return _backend(name).GLContext(width, height)
        except Exception as problem:  # a missing library can raise any exception in PyOpenGL
            faults.append(f"{name}: {_line(problem)}")
    raise SimulationError(f"images and movies need OpenGL, and none works here ({'; '.join(faults)}). {PACKAGES}")


def _backend(name: str) -> Any:
    """Import MuJoCo's module of a backend, which raises an error if it differs from the platform of the environment."""
    mujoco_module()
    platform = os.environ.get("PYOPENGL_PLATFORM")
    try:
        return importlib.import_module(f"mujoco.{name}")
    except Exception:
        if platform is None:
            os.environ.pop("PYOPENGL_PLATFORM", None)
        raise


def _line(problem: Exception) -> str:
    return " ".join(str(problem).split())[:120] or type(problem).__name__
