"""File names that Windows reserves for devices: no file or folder may have them, with any ending."""

RESERVED = frozenset(
    {"con", "prn", "aux", "nul", "conin$", "conout$"}
    | {f"{port}{k}" for port in ("com", "lpt") for k in "0123456789¹²³"}
)


def is_reserved(name: str) -> bool:
    """Return True for a file name that Windows reserves, such as `nul.yaml`; refused everywhere, to share files."""
    return name.split(".")[0].rstrip(" ").lower() in RESERVED
