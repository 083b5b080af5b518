"""What a person looks at: figures of a recording, and the folder that a run leaves behind."""

from typing import TYPE_CHECKING

from snakelab.submodules import submodules

if not TYPE_CHECKING:  # a checker would take any name for one of these
    __getattr__ = submodules(__name__)
