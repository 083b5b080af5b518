"""Joints of a file that are fixed on request, and couplings of joints, which are reported."""

from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase

from snakelab.bridges.robot_files.chain_from_tree.main_path import Spine
from snakelab.bridges.robot_files.findings import Findings
from snakelab.bridges.robot_files.imported import Coupling
from snakelab.errors import RobotError, nearest


def couplings_on_chain(couplings: Mapping[str, Coupling], spine: Spine, findings: Findings) -> dict[str, Coupling]:
    """Return the couplings whose two joints are both on the chain; note those of joints on the chain as changed."""
    joints = {joint.name for body in spine.bodies for joint in body.joints}
    on_chain = {}
    for name, coupling in couplings.items():
        if name not in joints:
            continue
        law = f"{coupling.multiplier:g} q({coupling.source})" + (f" {coupling.offset:+g}" if coupling.offset else "")
        if coupling.source in joints and coupling.source != name:
            on_chain[name] = coupling
            why = f"it copies {coupling.source!r} in the file, and is independent here; command it with {law}"
        else:
            why = f"it copies {coupling.source!r} in the file, which is no joint of the chain; here it is independent"
        findings.changed.add("mimic joint", name, why)
    return on_chain


def is_frozen(patterns: Sequence[str], names: Sequence[str]) -> set[int]:
    """Return the indices of the names that match a pattern.

    Raises:
        RobotError: if a pattern matches no name.
    """
    patterns = (patterns,) if isinstance(patterns, str) else patterns
    frozen: set[int] = set()
    for pattern in patterns:
        fitting = {i for i, name in enumerate(names) if fnmatchcase(name, pattern)}
        if not fitting:
            raise RobotError(f"freeze {pattern!r} fits no joint{nearest(pattern, names)}")
        frozen |= fitting
    return frozen
