"""Couplings of an MJCF file: equalities of joints and fixed tendons as gears, connect and weld as loops, and spatial tendons as
cables.

In reading order: the couplings of joints, and actuators on fixed tendons; the links that carry bodies and sites; loops;
cables with their winches; and cables that are written.
"""

import xml.etree.ElementTree as ET
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from snakelab.errors import RobotError
from snakelab.geometry.rotations import quat_to_matrix
from snakelab.parameters.arguments import FloatArray
from snakelab.physics.columns import CABLE
from snakelab.physics.coupling_assembly import SUPERFLUOUS
from snakelab.physics.model import Model, build_model
from snakelab.plugins.mujoco.robot_files.body_tree import tidy
from snakelab.plugins.mujoco.robot_files.imported_robot import Coupling, Faults, Findings, placed_parts
from snakelab.plugins.mujoco.robot_files.mjcf_model import body_name
from snakelab.plugins.mujoco.robot_files.motion_export import UNBOUNDED, text
from snakelab.robots.actuators import Motor, Prescribed, Servo
from snakelab.robots.couplings import BASE_FRAME, Cable, Guide, Loop, Winch
from snakelab.robots.link import Link, rotation_vector
from snakelab.robots.robot import Robot

EQUALITY_CONNECT, EQUALITY_WELD, EQUALITY_JOINT, EQUALITY_TENDON = range(4)
EQUALITIES = {EQUALITY_CONNECT: "connect", EQUALITY_WELD: "weld", EQUALITY_JOINT: "joint", 3: "tendon"}
SITE_OBJECT = 6  # MuJoCo's type of the objects of a constraint between sites


# ----------------------------------------------------------------------------------------------------------------------
# Joints that follow others
# ----------------------------------------------------------------------------------------------------------------------


def couplings_of(m: Any, frozen: set[int], faults: Faults, findings: Findings) -> tuple[dict[str, Coupling], set[int]]:
    """Return the joints that follow another one linearly, by name, and the numbers of the fixed tendons by which they do.

    Args:
        m: The `mujoco.MjModel`.
        frozen: Joints taken as fixed.
        faults: Faults, to which constraints of tendons and flexes are added.
        findings: Lists to which constraints that are not kept are added.
    """
    couplings: dict[str, Coupling] = {}
    tendons = set[int]()
    for e in range(m.neq):
        kind, first, second = EQUALITIES.get(int(m.eq_type[e]), "flex"), int(m.eq_obj1id[e]), int(m.eq_obj2id[e])
        if not m.eq_active0[e] or m.eq_type[e] in (EQUALITY_CONNECT, EQUALITY_WELD):
            continue
        if m.eq_type[e] == EQUALITY_JOINT and first in frozen:
            continue
        name = m.equality(e).name or f"number {e + 1}"
        if m.eq_type[e] == EQUALITY_TENDON and (gear := _gear_of_tendons(m, e, frozen, couplings)) is not None:
            couplings[gear[0]] = gear[1]
            tendons |= {first, second} - {-1}
            continue
        if m.eq_type[e] != EQUALITY_JOINT:
            why = " unless it joins two joints by fixed tendons, linearly" if m.eq_type[e] == EQUALITY_TENDON else ""
            faults.add([f"equality constraint {name!r} ({kind}) is not supported{why}; remove it from <equality>"])
            continue
        c = m.eq_data[e][:5].tolist()
        if second < 0 or not any(c[1:]):
            findings.dropped.add(f"equality constraint {name!r}", why=f"it holds {m.joint(first).name!r} at {c[0]:g}")
        elif any(c[2:]):
            why = f"{m.joint(first).name!r} follows {m.joint(second).name!r} along a curve; here it is independent"
            findings.dropped.add(f"equality constraint {name!r}", why=why)
        else:
            couplings[m.joint(first).name] = Coupling(m.joint(second).name, c[1], c[0])
    return couplings, tendons


def _fixed_tendon(m: Any, t: int, frozen: set[int]) -> dict[int, float]:
    """Coefficients of the joints of a fixed tendon, without those taken as fixed; empty for a spatial one."""
    wraps = range(int(m.tendon_adr[t]), int(m.tendon_adr[t] + m.tendon_num[t]))
    if any(m.wrap_type[w] != PATH_JOINT for w in wraps):
        return {}
    terms = ((int(m.wrap_objid[w]), float(m.wrap_prm[w])) for w in wraps)
    return {j: coefficient for j, coefficient in terms if coefficient and j not in frozen}


def _gear_of_tendons(
    m: Any, e: int, frozen: set[int], couplings: Mapping[str, Coupling]
) -> tuple[str, Coupling] | None:
    """Joint that an equality of fixed tendons couples to another one; None if it is not one of two joints.

    With sum c_i q_i the change of a tendon's length, sum c_i q_i = a_0 + a_1 sum d_i q_i; without a second tendon a_1 = 0.
    """
    first, second = int(m.eq_obj1id[e]), int(m.eq_obj2id[e])
    constant, slope, *curve = m.eq_data[e][:5].tolist()
    terms = _fixed_tendon(m, first, frozen)
    others = _fixed_tendon(m, second, frozen) if second >= 0 else {}
    if not terms or (second >= 0 and (not others or any(curve))):
        return None
    for j, coefficient in others.items():
        terms[j] = terms.get(j, 0.0) - slope * coefficient
    names = [m.joint(j).name for j, coefficient in terms.items() if coefficient]
    values = [coefficient for coefficient in terms.values() if coefficient]
    if len(names) == 2 and names[0] in couplings:
        names.reverse()
        values.reverse()
    if len(names) != 2 or not all(names) or names[0] in couplings:
        return None
    return names[0], Coupling(names[1], -values[1] / values[0], constant / values[0])


def tendon_actuators(m: Any, frozen: set[int], couplings: Mapping[str, Coupling]) -> dict[int, tuple[int, float]]:
    """Joint on which an actuator of a fixed tendon acts, and its gear ratio there, by the numbers of the actuators.

    A tendon of joints that all follow one of them without an offset is this joint times its length per angle, sum c_i dq_i / dq.
    """
    found = {}
    for a in range(m.nactuator):
        terms = _fixed_tendon(m, int(m.actuator_trnid[a, 0]), frozen) if m.actuator_trntype[a] == ON_TENDON else {}
        whole: dict[int, float] = {}
        for j, coefficient in terms.items():
            coupling = couplings.get(m.joint(j).name)
            if m.qpos0[m.jnt_qposadr[j]] or (coupling is not None and (coupling.offset or not coupling.multiplier)):
                whole = {}
                break
            source, ratio = (j, 1.0) if coupling is None else (m.joint(coupling.source).id, coupling.multiplier)
            whole[source] = whole.get(source, 0.0) + ratio * coefficient
        if len(whole) == 1 and m.joint(next(iter(whole))).name not in couplings and all(whole.values()):
            found[a] = next(iter(whole.items()))
    return found


# ----------------------------------------------------------------------------------------------------------------------
# Links that carry the bodies of the file
# ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Carriers:
    """Links of a robot that carry the bodies of its file, with the poses of both where the joints are as drawn.

    Args:
        m: The `mujoco.MjModel`.
        robot: The robot.
        initial: Pose of its base.
        frozen: Joints taken as fixed.
    """

    m: Any
    robot: Robot
    initial: Mapping[str, Any]
    frozen: frozenset[int]

    def __post_init__(self) -> None:
        import mujoco

        d = mujoco.MjData(self.m)
        d.qpos[:] = self.m.qpos0
        mujoco.mj_kinematics(self.m, d)
        p = np.array(self.initial.get("position", (0.0, 0.0, 0.0)), dtype=float)
        R = np.reshape(quat_to_matrix(tuple(map(float, self.initial.get("quaternion", (1, 0, 0, 0))))), (3, 3))
        frames = {BASE_FRAME: (p, R)}
        placed = [one for one in placed_parts(self.robot) if isinstance(one.part, Link)]
        for name, one in zip(self.robot.part_names, placed, strict=True):
            frames[name] = p + R @ one.p, R @ one.R
        object.__setattr__(self, "frames", frames)
        object.__setattr__(self, "data", d)

    def link(self, body: int) -> str:
        """Name of the link that carries a body, "base" for the world; empty if it moves otherwise, as on a branch."""
        own = self.robot.part_names
        while body and body_name(self.m, body) not in own:
            joints = range(int(self.m.body_jntadr[body]), int(self.m.body_jntadr[body] + self.m.body_jntnum[body]))
            if self.m.body_jntnum[body] and any(j not in self.frozen for j in joints):
                return ""
            body = int(self.m.body_parentid[body])
        return body_name(self.m, body) if body else BASE_FRAME

    def point(self, link: str, place: FloatArray) -> tuple[float, float, float]:
        """A point of the world, where the joints are as drawn, from the tail end of a link, in its axes."""
        p, R = self.frames[link]  # type: ignore[attr-defined]
        x, y, z = (float(value) for value in tidy(R.T @ (place - p)))
        return x, y, z

    def axes(self, link: str) -> FloatArray:
        """Axes of a link in the world, where the joints are as drawn, shape (3, 3)."""
        return np.asarray(self.frames[link][1])  # type: ignore[attr-defined]

    def body(self, body: int) -> tuple[FloatArray, FloatArray]:
        """Position and axes of a body in the world."""
        return self.data.xpos[body].copy(), self.data.xmat[body].reshape(3, 3).copy()  # type: ignore[attr-defined]

    def site(self, site: int) -> tuple[FloatArray, FloatArray]:
        """Position and axes of a site in the world."""
        return self.data.site_xpos[site].copy(), self.data.site_xmat[site].reshape(3, 3).copy()  # type: ignore[attr-defined]


# ----------------------------------------------------------------------------------------------------------------------
# Loops: bodies that are connected or welded
# ----------------------------------------------------------------------------------------------------------------------


def loops_of(carriers: Carriers, faults: Faults, findings: Findings) -> list[Loop]:
    """Return the loops that the constraints between bodies and sites close.

    Args:
        carriers: The links.
        faults: Faults, to which constraints of bodies on branches are added.
        findings: Lists to which the others are added.
    """
    m, robot, loops = carriers.m, carriers.robot, list[Loop]()
    for e in range(m.neq):
        kind = int(m.eq_type[e])
        if not m.eq_active0[e] or kind not in (EQUALITY_CONNECT, EQUALITY_WELD):
            continue
        label = m.equality(e).name or f"{EQUALITIES[kind]}_{e + 1}"
        ends = _ends(carriers, e)
        links = [carriers.link(body) for body, _, _ in ends]
        if "" in links:
            body = body_name(m, ends[links.index("")][0])
            faults.add(
                [
                    f"equality constraint {label!r} ({EQUALITIES[kind]}) closes a loop with {body!r}, which is on no link of the "
                    "chain; remove it from <equality>, or the joints of the other branch with --freeze"
                ]
            )
            continue
        if links[0] == links[1]:
            findings.dropped.add(f"equality constraint {label!r}", why=f"both of its ends are on {links[0]!r}")
            continue
        if BASE_FRAME in links and robot.base != "fixed":
            faults.add(
                [
                    f"equality constraint {label!r} ({EQUALITIES[kind]}) holds {links[links[0] == BASE_FRAME]!r} in the world, "
                    f"and the base is {robot.base}; remove it from <equality>"
                ]
            )
            continue
        if links[1] == BASE_FRAME:
            links.reverse()
            ends.reverse()
        (_, p1, R1), (_, p2, R2) = ends
        fix, turned = ("point", np.eye(3)) if kind == EQUALITY_CONNECT else ("weld", R1 @ R2.T)
        rotation = tidy(carriers.axes(links[0]).T @ turned @ carriers.axes(links[1]))
        angles = rotation_vector(rotation) if fix == "weld" else (0.0, 0.0, 0.0)
        x, y, z = (0.0 if abs(value) < 1e-12 else float(value) for value in angles)
        points = carriers.point(links[0], p1), carriers.point(links[1], p2)
        loops.append(Loop(links[0], points[0], links[1], points[1], fix, rotation=(x, y, z), name=label))
        findings.kept.add(f"equality constraint ({EQUALITIES[kind]}) as a Loop", label)
        findings.changed.add("solref and solimp of the constraint", label, "here it is rigid")
    return loops


def _ends(carriers: Carriers, e: int) -> list[tuple[int, FloatArray, FloatArray]]:
    """Body, and position and axes in the world, of both ends of a constraint: where they coincide, it is closed."""
    m, data, ends = carriers.m, carriers.m.eq_data[e], []
    for k, number in enumerate((int(m.eq_obj1id[e]), int(m.eq_obj2id[e]))):
        if m.eq_objtype[e] == SITE_OBJECT:
            ends.append((int(m.site_bodyid[number]), *carriers.site(number)))
            continue
        p, R = carriers.body(number)
        if m.eq_type[e] == EQUALITY_CONNECT:
            anchor, turn = data[3 * k : 3 * k + 3], np.eye(3)
        else:
            # the anchor is given in the second body, the pose of the second body in the first
            anchor = data[3 - 3 * k : 6 - 3 * k]
            w, x, y, z = (float(value) for value in data[6:10])
            turn = np.eye(3) if k else np.reshape(quat_to_matrix((w, x, y, z)), (3, 3))
        ends.append((number, p + R @ anchor, R @ turn))
    return ends


# ----------------------------------------------------------------------------------------------------------------------
# Cables: tendons through sites, with motors and position servos as winches
# ----------------------------------------------------------------------------------------------------------------------

# Elements of the path of a tendon, and MuJoCo's transmission of an actuator on a tendon.
PATH = {1: "joints", 2: "a pulley", 4: "a sphere", 5: "a cylinder"}
PATH_JOINT, PATH_SITE, ON_TENDON = 1, 3, 3
# A cable without elasticity in the file: its strain under its largest force, and the inertia of a winch without armature [kg].
STRAIN, WINCH_INERTIA, UNLIMITED_FORCE = 1e-3, 1e-3, 100.0


def cables_of(
    carriers: Carriers, law_of: Callable[[Any, int], Any], geared: tuple[set[int], set[int]], findings: Findings
) -> tuple[list[Cable], set[int]]:
    """Return the cables of the file.

    Args:
        carriers: The links.
        law_of: Law of an actuator by its number.
        geared: Fixed tendons that are gears, and actuators on fixed tendons that are those of joints.
        findings: Lists to which tendons and what they lose are added.

    Returns:
        Cables, and the numbers of the actuators that they contain.
    """
    m, cables, actuators = carriers.m, list[Cable](), set(geared[1])
    fixed = geared[0] | {int(m.actuator_trnid[a, 0]) for a in geared[1]}
    for t in range(m.ntendon):
        label = m.tendon(t).name or f"tendon_{t + 1}"
        if t in fixed:
            _note_fixed_tendon(m, t, label, findings)
            continue
        guides = _guides(carriers, t, label, findings)
        if guides is None:
            continue
        own = [a for a in range(m.nactuator) if m.actuator_trntype[a] == ON_TENDON and m.actuator_trnid[a, 0] == t]
        made = [_sprung(m, t, label, bool(own), guides, findings)]
        for a in own:
            law = law_of(m, a)
            tensions = _tensions(law, float(m.actuator_gear[a, 0]))
            cable = _wound(m, t, law, tensions, label if len(own) == 1 else law.name, guides, findings)
            if cable is not None:
                made.append(cable)
                actuators.add(a)
        if kept := [cable for cable in made if cable is not None]:
            cables += kept
            if m.tendon_frictionloss[t]:
                findings.dropped.add(f"frictionloss {m.tendon_frictionloss[t]:g} of the tendon", label)
        else:
            findings.dropped.add("tendon", label, "it has neither a spring, a limit nor a motor")
    return cables, actuators


def _note_fixed_tendon(m: Any, t: int, label: str, findings: Findings) -> None:
    """Note the forces of a fixed tendon itself, beside those of its actuators and its equality."""
    own = (
        m.tendon_stiffness[t],
        m.tendon_damping[t],
        m.tendon_frictionloss[t],
        m.tendon_armature[t],
        m.tendon_limited[t],
    )
    if any(own):
        what = "stiffness, damping, frictionloss, armature or range of the fixed tendon"
        findings.dropped.add(what, label, "write them in the <joint>")
    findings.kept.add("fixed tendon, by a Gear or the actuator of its joint", label)


def _guides(carriers: Carriers, t: int, label: str, findings: Findings) -> list[Guide] | None:
    """Guides of a tendon at its sites; None for another path, which is listed."""
    m, guides = carriers.m, list[Guide]()
    for w in range(int(m.tendon_adr[t]), int(m.tendon_adr[t] + m.tendon_num[t])):
        if m.wrap_type[w] != PATH_SITE:
            findings.dropped.add(
                "tendon", label, f"its path contains {PATH.get(int(m.wrap_type[w]), 'another element')}"
            )
            return None
        site = int(m.wrap_objid[w])
        link = carriers.link(int(m.site_bodyid[site]))
        if not link or (link == BASE_FRAME and carriers.robot.base != "fixed"):
            findings.dropped.add("tendon", label, f"its site {m.site(site).name!r} is on no link of the chain")
            return None
        guide = Guide(link, carriers.point(link, carriers.site(site)[0]))
        if not guides or guide != guides[-1]:
            guides.append(guide)
    return guides if len(guides) > 1 else None


def _sprung(m: Any, t: int, label: str, pulled: bool, guides: Sequence[Guide], findings: Findings) -> Cable | None:
    """The spring, damper or limit of a tendon as a cable, beside that of an actuator if it is pulled; None without."""
    k, damping, (low, high) = (
        float(m.tendon_stiffness[t]),
        float(m.tendon_damping[t]),
        m.tendon_lengthspring[t].tolist(),
    )
    name = f"{label}_spring" if pulled else label
    limited, longest = bool(m.tendon_limited[t]), float(m.tendon_range[t, 1])
    if k > 0 and high > 0:
        findings.kept.add("spatial tendon with a spring, as a Cable", label)
        if low > 0:
            findings.changed.add("tendon", label, "its spring also pushes in the file, and a Cable only pulls")
        if damping > 0:
            findings.changed.add("damping of the tendon", label, "it acts while the cable is taut")
        if limited:
            findings.dropped.add(f"length range of the tendon, up to {longest:g} m", label)
        return Cable(guides, stiffness=k * high, damping=damping, rest=high, name=name)
    if k > 0 or damping > 0:
        findings.dropped.add(
            f"stiffness {k:g} and damping {damping:g} of the tendon", label, "it pushes and pulls alike"
        )
    if limited and longest > 0:
        cable = Cable(guides, rest=longest, name=f"{label}_limit" if name != label else name)
        why = (
            f"a Cable of {longest:g} m with a stiffness of {cable.stiffness:g} N (assumed) and {cable.damping:g} N s/m"
        )
        findings.changed.add("length range of the tendon", label, why)
        return cable
    return None


def _wound(
    m: Any,
    t: int,
    law: Any,
    forces: Sequence[float] | None,
    label: str,
    guides: Sequence[Guide],
    findings: Findings,
) -> Cable | None:
    """An actuator of a tendon, with its range of tensions, as a winch; None for another one, which is listed."""
    if law.refusal or law.kind not in ("motor", "position"):
        why = law.refusal or "it controls the speed of the tendon"
        findings.dropped.add(f"actuator {law.name!r} of the tendon", label, why)
        return None
    limit = max(forces) if forces is not None else np.inf
    if not limit > 0:
        findings.dropped.add(f"actuator {law.name!r} of the tendon", label, "its force pushes, and a Cable only pulls")
        return None
    if forces is None or min(forces) < 0:
        findings.changed.add(
            f"actuator {law.name!r} of the tendon", label, "it also pushes in the file, and a Cable only pulls"
        )
    armature = float(m.tendon_armature[t]) if hasattr(m, "tendon_armature") else 0.0
    inertia = armature or WINCH_INERTIA
    length = float(m.tendon_length0[t])
    stiffness = (limit if np.isfinite(limit) else UNLIMITED_FORCE) / STRAIN
    damping = float(f"{2.0 * (stiffness / length * inertia) ** 0.5:.3g}")
    if law.kind == "motor":
        drive: Motor | Servo = Motor(limit, law.lag)
        command = f"the tension, {-law.scale:g} times the control of the file"
    else:
        drive = Servo(law.kp, kd=law.kd, torque_limit=limit)
        command = f"the length wound up, {length:g} m less the target length of the tendon"
    findings.kept.add(f"actuator {law.name!r} of the tendon as a Winch", label, f"its command is {command}")
    why = f"{stiffness:g} N and {damping:g} N s/m (assumed: the file has none), and the inertia of the winch is {inertia:g} kg"
    findings.changed.add("elasticity of the cable", label, why + ("" if armature else " (assumed)"))
    for what, reason in law.notes:
        findings.dropped.add(f"{what} {law.name!r}", label, reason)
    return Cable(guides, stiffness=stiffness, damping=damping, actuator=Winch(drive, inertia), name=label)


def _tensions(law: Any, gear: float) -> list[float] | None:
    """Range of the tension that an actuator can apply; None for no limit."""
    ranges = []
    if law.force_range is not None:
        ranges.append(sorted(-gear * value for value in law.force_range))
    if law.kind == "motor" and law.control_range is not None:
        ranges.append(sorted(-law.scale * value for value in law.control_range))
    if not ranges:
        return None
    return [max(low for low, _ in ranges), min(high for _, high in ranges)]


def with_couplings(
    robot: Robot, loops: Sequence[Loop], cables: Sequence[Cable], faults: Faults, findings: Findings
) -> Robot:
    """Return the robot with loops and cables; loops that impose only what its joints and others impose are dropped."""
    for loop in loops:
        closed = replace(robot, loops=(*robot.loops, loop))
        try:
            build_model(closed)
            robot = closed
        except RobotError as problem:
            if SUPERFLUOUS in str(problem):
                why = "it imposes only what the joints and the other couplings impose already"
                findings.dropped.add(f"equality constraint {loop.name!r}", why=why)
            else:
                faults.add([str(problem)])
    return replace(robot, cables=tuple(cables)) if cables else robot


# ----------------------------------------------------------------------------------------------------------------------
# Cables written as tendons
# ----------------------------------------------------------------------------------------------------------------------


def cables_by_name(model: Model | Robot) -> dict[str, Cable]:
    """Return the cables of a robot, each with its rest length, by their names."""
    if not isinstance(model, Model):
        model = build_model(model)
    names = model.robot.coupling_names[len(model.robot.gears) + len(model.robot.loops) :]
    records = [record for record in model.arrays.couplings if record["kind"] == CABLE]
    each = zip(model.robot.cables, records, strict=True)
    return dict(zip(names, [replace(cable, rest=float(record["rest"])) for cable, record in each], strict=True))


def guide_sites(cables: Mapping[str, Cable], on: str) -> list[tuple[str, FloatArray]]:
    """Return name and place of the sites of all guides on the base or on a link, from its tail end."""
    return [
        (_guide_name(label, k), np.asarray(guide.point, dtype=float))
        for label, cable in cables.items()
        for k, guide in enumerate(cable.guides)
        if guide.on == on
    ]


def _guide_name(label: str, number: int) -> str:
    return f"{label}.guide{number + 1}"


def write_cables(root: ET.Element, actuators: ET.Element, cables: Mapping[str, Cable]) -> list[str]:
    """Write cables as spatial tendons through the sites of their guides, and winches as their actuators.

    Returns:
        Sentences on what is left out.
    """
    if not cables:
        return []
    tendons, left_out = ET.SubElement(root, "tendon"), list[str]()
    for label, cable in cables.items():
        assert cable.rest is not None
        tendon = ET.SubElement(tendons, "spatial", {"name": label})
        for k in range(len(cable.guides)):
            ET.SubElement(tendon, "site", {"site": _guide_name(label, k)})
        stiffness = cable.stiffness / cable.rest
        if cable.friction:
            left_out.append(f"friction {cable.friction:g} of {label} at its guides")
        match cable.actuator:
            case None:
                spring = {"stiffness": text(stiffness), "springlength": text(0.0, cable.rest)}
                tendon.attrib.update(spring | {"damping": text(cable.damping)})
                continue
            case Winch(actuator=drive):
                left_out += _write_winch(actuators, label, drive, (stiffness, cable.damping, cable.rest))
            case _:
                left_out.append(f"the muscle of {label}: it has no force")
    return left_out


def _write_winch(
    actuators: ET.Element, label: str, drive: Motor | Servo | Prescribed, elasticity: tuple[float, float, float]
) -> list[str]:
    """Write the actuator of a tendon; return sentences on it."""
    stiffness, damping, rest = elasticity
    target = f"the command of {label}: in MJCF it is the target length, {rest:g} m less the length wound up"
    attributes = {"name": label, "tendon": label}
    match drive:
        case Motor(force_limit=limit, time_constant=lag):
            if np.isfinite(limit):
                attributes["forcerange"] = text(-limit, 0.0)
            law = {"gainprm": "-1", "biastype": "none", **attributes}
            if lag:
                law |= {"dyntype": "filterexact", "dynprm": text(lag)}
            ET.SubElement(actuators, "general", law)
            return [f"the elasticity of {label} and the inertia of its winch: its command is the tension"]
        case Servo(kp=kp, kd=kd, torque_limit=limit):
            pull = text(-limit if np.isfinite(limit) else -UNBOUNDED, 0.0)
            ET.SubElement(actuators, "position", {**attributes, "kp": text(kp), "kv": text(kd), "forcerange": pull})
            return [target, f"the elasticity of {label} and the inertia of its winch"]
    gains = {"kp": text(stiffness), "kv": text(damping), "forcerange": text(-UNBOUNDED, 0.0)}
    ET.SubElement(actuators, "position", {**attributes, **gains})
    return [target]
