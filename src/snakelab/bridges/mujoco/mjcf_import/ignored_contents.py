"""Contents of an MJCF file besides a chain: contact, the world, equality constraints, tendons, sensors, options."""

from collections.abc import Sequence
from typing import Any

from snakelab.bridges.mujoco.mjcf_import.joints import JOINT, JOINT_IN_PARENT
from snakelab.bridges.robot_files.findings import Faults, Findings, listed
from snakelab.bridges.robot_files.imported import Coupling

# Flags that change the method of the computation, but not the result.
QUIET = {"GRAVITY", "CONTACT", "WARMSTART", "FILTERPARENT", "REFSAFE", "EULERDAMP", "AUTORESET", "NATIVECCD", "ISLAND"}
QUIET |= {"MULTICCD", "MIDPHASE", "SENSOR"}
# Types of equality constraints.
EQUALITY_JOINT = 2
EQUALITIES = {0: "connect", 1: "weld", EQUALITY_JOINT: "joint", 3: "tendon"}


def note_leftovers(m: Any, members: Sequence[int], joints: Sequence[int], frozen: set[int], findings: Findings) -> None:
    """Note each kind of element that the robot does not include.

    Args:
        m: The `mujoco.MjModel`.
        members: The robot's bodies.
        joints: The robot's joints.
        frozen: Joints taken as fixed.
        findings: Lists to which they are added.
    """
    for j in sorted(frozen):
        findings.changed.add(f"joint {m.joint(j).name!r} as a joint", why="frozen as drawn")
    sentences = _actuators(m, joints)
    sentences += _world(m, set(members))
    touching = [g for g in range(m.ngeom) if m.geom_bodyid[g] in set(members) and _touches(m, g)]
    if touching:
        sentences.append(
            f"contact and friction of {_count(touching, 'geom')}: {listed([m.geom(g).name for g in touching], 6)}"
        )
    heavy = [m.body(i).name for i in members if m.body_gravcomp[i]]
    if heavy:
        sentences.append(f"gravity compensation (gravcomp) of {', '.join(heavy)}")
    sentences += _options(m)
    for what, bodies in (("site", m.site_bodyid), ("camera", m.cam_bodyid)):
        elsewhere = [b for b in bodies if b not in set(members)]
        if elsewhere:
            sentences.append(f"{_count(elsewhere, what)} of the world")
    inactive = [e for e in range(m.neq) if not m.eq_active0[e]]
    for what, number in (
        ("constraint that is off", len(inactive)),
        ("tendon", m.ntendon),
        ("sensor", m.nsensor),
        ("keyframe", m.nkey),
        ("flex (a deformable body)", m.nflex),
        ("skin", m.nskin),
        ("plugin", m.nplugin),
    ):
        if number:
            sentences.append(_count(range(number), what))
    for sentence in sentences:
        findings.dropped.add(sentence)


def _actuators(m: Any, joints: Sequence[int]) -> list[str]:
    """Sentences on the actuators that do not act on a hinge or a slide of the robot."""
    sentences = []
    for a in range(m.nactuator):
        on_joint = m.actuator_trntype[a] in (JOINT, JOINT_IN_PARENT)
        if not (on_joint and m.actuator_trnid[a, 0] in joints and m.jnt_type[m.actuator_trnid[a, 0]] >= 2):
            sentences.append(
                f"actuator {m.actuator(a).name or f'number {a + 1}'!r}: it acts on no hinge or slide of the robot"
            )
    return sentences


def _world(m: Any, members: set[int]) -> list[str]:
    """Sentences on the objects around the robot."""
    sentences = []
    around = [g for g in range(m.ngeom) if m.geom_bodyid[g] not in members]
    if around:
        sentences.append(f"the world's {_count(around, 'geom')}: {listed([m.geom(g).name for g in around], 6)}")
    others = [m.body(i).name for i in range(1, m.nbody) if i not in members]
    if others:
        sentences.append(f"bodies fixed in the world: {listed(others)}")
    return sentences


def _options(m: Any) -> list[str]:
    import mujoco

    sentences = []
    off = [
        word.removeprefix("mjDSBL_")
        for word, flag in mujoco.mjtDisableBit.__members__.items()
        if word.startswith("mjDSBL_") and m.opt.disableflags & int(flag)
    ]
    sentences += [f"the flag that switches {word.lower()} off" for word in off if word not in QUIET]
    return sentences


def _touches(m: Any, g: int) -> bool:
    return bool(m.geom_contype[g] or m.geom_conaffinity[g])


def _count(things: Sequence[Any], word: str) -> str:
    head, _, tail = word.partition(" ")
    return f"{len(things)} {word if len(things) == 1 else f'{head}s {tail}'.strip()}"


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
        kind, first, second = EQUALITIES.get(int(m.eq_type[e]), "flex"), int(m.eq_obj1id[e]), int(m.eq_obj2id[e])
        if not m.eq_active0[e] or (m.eq_type[e] == EQUALITY_JOINT and first in frozen):
            continue
        name = m.equality(e).name or f"number {e + 1}"
        if m.eq_type[e] != EQUALITY_JOINT:
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
