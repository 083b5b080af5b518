"""Conditions without which no kernel can be compiled; each that fails is one line."""

import os
from pathlib import Path

from snakelab.errors import SnakelabError


def require_sources() -> None:
    """Raise SnakelabError if the package has no source files."""
    package = Path(__file__).parent.parent
    if not package.is_dir():
        raise SnakelabError(
            f"snakelab does not run from a zip archive, got {package.parent}: its kernels are compiled from source files; "
            "unpack the archive, or install it with pip"
        )


def require_compiler() -> None:
    """Import Numba, the compiler.

    Raises:
        SnakelabError: if it does not start, or if it is switched off.
    """
    try:
        from numba import config
    except Exception as problem:  # a wrong setting or a damaged installation can raise any exception
        reason = " ".join(str(problem).split()) or type(problem).__name__
        raise SnakelabError(f"Numba, the compiler, does not start: {reason}{_settings()}") from None
    if config.DISABLE_JIT:
        raise SnakelabError("NUMBA_DISABLE_JIT is set: nothing is compiled, and snakelab does not run so; unset it")


def _settings() -> str:
    """Settings of Numba in the environment, as a hint."""
    given = " ".join(f"{name}={value}" for name, value in sorted(os.environ.items()) if name.startswith("NUMBA_"))
    return f"; the environment has {given}" if given else "; type: snakelab doctor"
