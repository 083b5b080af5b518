"""Plug-ins: parts with a heavy dependency or a life of their own. The core never imports them."""

from typing import TYPE_CHECKING

from snakelab.entry_points import submodules

if not TYPE_CHECKING:  # otherwise a type checker accepts any name
    __getattr__ = submodules(__name__)
