"""Equality constraints of an MJCF file: couplings of joints are reported, loops raise an error."""

from typing import Any

from snakelab.bridges.faults import Faults
from snakelab.bridges.findings import Findings
from snakelab.bridges.imported import Coupling

JOINT = 2
KINDS = {0: "connect", 1: "weld", JOINT: "joint", 3: "tendon"}


def couplings_of(m: Any, frozen: set[int], faults: Faults, findings: Findings) -> dict[str, Coupling]:
    """Return the joints that follow another one linearly, by name.

    Args:
        m: The `mujoco.MjModel`.
        frozen: Joints taken as fixed.
        faults: Faults, to which constraints between bodies are added, which close a loop.
        findings: Lists to which constraints that are not kept are added.
    """
    couplings: dict[str, Coupling] = {}
    for e in range(m.neq):
        kind, first, second = KINDS.get(int(m.eq_type[e]), "flex"), int(m.eq_obj1id[e]), int(m.eq_obj2id[e])
        if not m.eq_active0[e] or (m.eq_type[e] == JOINT and first in frozen):
            continue
        name = m.equality(e).name or f"number {e + 1}"
        if m.eq_type[e] != JOINT:
            faults.add(
                [
                    f"equality constraint {name!r} ({kind}) closes a loop or couples joints: a snakelab robot is an open chain "
                    "of independent joints; remove it from <equality>"
                ]
            )
            continue
        c = m.eq_data[e][:5].tolist()
        if second < 0 or not any(c[1:]):
            findings.dropped.add(f"equality constraint {name!r}", why=f"it holds {m.joint(first).name!r} at {c[0]:g}")
        elif any(c[2:]):
            why = f"{m.joint(first).name!r} follows {m.joint(second).name!r} along a curve; here it is independent"
            findings.dropped.add(f"equality constraint {name!r}", why=why)
        else:
            couplings[m.joint(first).name] = Coupling(m.joint(second).name, c[1], c[0])
    return couplings
