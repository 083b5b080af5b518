"""Couplings of joints in a file: the joints are independent here, and the couplings are reported."""

from collections.abc import Mapping

from snakelab.bridges.chain.spine import Spine
from snakelab.bridges.findings import Findings
from snakelab.bridges.imported import Coupling


def told_couplings(couplings: Mapping[str, Coupling], spine: Spine, findings: Findings) -> dict[str, Coupling]:
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
