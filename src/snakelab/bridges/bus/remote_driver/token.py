"""Token of a link: a secret that controller and robot share."""

import os
import secrets
from pathlib import Path

from snakelab.errors import HardwareError

LEAST_LENGTH = 16


def token_in(path: Path) -> str:
    """Return the token in a file; it is made, readable by its owner only, if there is none.

    Raises:
        HardwareError: if the file cannot be used, or its token is too short.
    """
    try:
        if not path.exists():
            number = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(number, "w", encoding="ascii") as file:
                file.write(f"{secrets.token_urlsafe(24)}\n")
        token = path.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError) as problem:
        raise HardwareError(f"cannot use the token file {path}: {problem}; name another with --token-file") from None
    if len(token) < LEAST_LENGTH:
        raise HardwareError(
            f"the token in {path} is shorter than {LEAST_LENGTH} characters; remove the file to get a new one"
        )
    return token
