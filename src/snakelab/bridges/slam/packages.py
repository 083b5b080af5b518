"""OpenCV and GTSAM, imported when they are used."""

from types import ModuleType

from snakelab.errors import MissingExtraError
from snakelab.installation import install_line


def opencv() -> ModuleType:
    """Return OpenCV.

    Raises:
        MissingExtraError: if it is not installed.
    """
    try:
        import cv2
    except ImportError as problem:
        raise MissingExtraError(f"OpenCV is not installed: {install_line('perception')}") from problem
    return cv2


def factor_graphs() -> ModuleType:
    """Return GTSAM.

    Raises:
        MissingExtraError: if it is not installed.
    """
    try:
        import gtsam
    except ImportError as problem:
        raise MissingExtraError(f"GTSAM is not installed: {install_line('perception')}") from problem
    return gtsam
