"""Where the package's compiled code is filed: by the module's name, so that every installation of the same sources finds it.

Numba itself files by the folder that a source lies in: each environment and each copy would compile all of it again.
"""

import hashlib
import os
import tempfile
from pathlib import Path
from types import FunctionType
from typing import Self

import numba

PACKAGE = Path(__file__).parent
# Where Numba has no such setting, each installation compiles for itself.
IS_SHARED = hasattr(numba.config, "CACHE_LOCATOR_CLASSES")
NAME = "snakelab.cache_place.CachePlace"


class CachePlace:
    """The place of one function's compiled code, as Numba asks for it.

    Args:
        file: The source of the function, inside the package.
        line: Where in it the function begins.
        root: Folder of all compiled code of these sources.
    """

    def __init__(self, file: Path, line: int, root: Path):
        self._py_file = str(file)  # Numba's warnings name it
        self._line = line
        self._folder = root / ".".join(("snakelab", *file.parent.relative_to(PACKAGE).parts))

    @classmethod
    def from_function(cls, py_func: FunctionType, py_file: str) -> Self | None:
        """The function's place in the folder that Numba is set to; None where nothing can be written."""
        place = cls(Path(py_file), py_func.__code__.co_firstlineno, Path(numba.config.CACHE_DIR))
        try:
            place.ensure_cache_path()
        except OSError:
            return None
        return place

    def ensure_cache_path(self) -> None:
        """Make the folder; raises OSError where it takes no files."""
        os.makedirs(self._folder, exist_ok=True)
        tempfile.TemporaryFile(dir=self._folder).close()

    def get_cache_path(self) -> str:
        """The folder of the compiled code."""
        return str(self._folder)

    def get_source_stamp(self) -> str:
        """What the source says: an edit between the start of the program and the function's import is seen."""
        return hashlib.sha256(Path(self._py_file).read_bytes()).hexdigest()

    def get_disambiguator(self) -> str:
        """What tells two functions of one name apart."""
        return str(self._line)


def is_ours(file: str) -> bool:
    """Whether a source is one of the package's."""
    return Path(file).is_relative_to(PACKAGE)
