"""Location of the compiled code of a kernel: by the name of its module, so that all installations of one source share it.

Numba itself uses the folder of a source: each environment and each copy would compile again.
"""

import hashlib
import sys
from pathlib import Path
from types import FunctionType

from numba.core.caching import CompileResultCacheImpl

from snakelab.compiling.cache.digest import PACKAGE
from snakelab.compiling.cache.folder import cache_folder
from snakelab.compiling.cache.ownership import make_private, refusal_of


class KernelPlace:
    """Location of the compiled code of one function, in Numba's interface.

    Args:
        function: The function; one that is not of the package is filed by the folder of its source.

    Raises:
        OSError: if it has no source, or the folder cannot be created or is accessible to other users.
    """

    def __init__(self, function: FunctionType):
        source = Path(function.__code__.co_filename)
        self._py_file = str(source)  # Numba's warnings name it
        self._line = function.__code__.co_firstlineno
        # From the source text, so that an edit between the start of the program and the import of the function is detected.
        self._stamp = hashlib.sha256(source.read_bytes()).hexdigest()
        self._folder = cache_folder() / _shelf(source.parent)
        self.ensure_cache_path()

    def ensure_cache_path(self) -> None:
        """Create the folder; raise OSError if that fails, or if another user can write to it."""
        make_private(self._folder)
        if reason := refusal_of(self._folder):
            raise PermissionError(reason)

    def get_cache_path(self) -> str:
        """The folder of the compiled code."""
        return str(self._folder)

    def get_source_stamp(self) -> str:
        """Stamp that distinguishes two states of one source."""
        return self._stamp

    def get_disambiguator(self) -> str:
        """Text that distinguishes two functions of one name."""
        return str(self._line)


def _shelf(folder: Path) -> str:
    """Name of the folder for the compiled code of the sources in one folder."""
    if folder.is_relative_to(PACKAGE):
        return ".".join(("snakelab", *folder.relative_to(PACKAGE).parts))
    return f"{folder.name}_{hashlib.sha256(str(folder).encode()).hexdigest()[:12]}"


class FiledByModule(CompileResultCacheImpl):
    """Numba's handling of compiled code, with a different location. Numba would choose one by its settings."""

    def __init__(self, function: FunctionType):
        self._lineno = function.__code__.co_firstlineno
        self._locator = KernelPlace(function)
        name = f"{Path(function.__code__.co_filename).stem}.{function.__qualname__}"
        self._filename_base = self.get_filename_base(name, getattr(sys, "abiflags", ""))
