"""MuJoCo's general actuators as laws: force = gain u + bias, identified by their numbers and not by their XML tag."""

from dataclasses import dataclass
from typing import Any

MOTOR, POSITION, VELOCITY = "motor", "position", "velocity"
FIXED_GAIN, NO_BIAS, AFFINE_BIAS = 0, 0, 1
NO_DYNAMICS, FILTERS = 0, (2, 3)


@dataclass(frozen=True)
class Law:
    """Actuator on a joint, in terms of the joint's force and motion.

    Attributes:
        name: Name in the file.
        kind: MOTOR, POSITION or VELOCITY; empty if it is none of them.
        refusal: Reason, if it is none of them.
        gear: Absolute gear ratio.
        scale: Factor from a force command, or a target, to MuJoCo's control.
        kp, kd: Gains at the joint.
        lag: Lag of a motor [s].
        force_range, control_range: Ranges in the file's numbers; None if there are none.
        notes: Other omitted properties, each with its reason.
    """

    name: str
    kind: str = ""
    refusal: str = ""
    gear: float = 1.0
    scale: float = 1.0
    kp: float = 0.0
    kd: float = 0.0
    lag: float = 0.0
    force_range: list[float] | None = None
    control_range: list[float] | None = None
    notes: tuple[tuple[str, str], ...] = ()


def law_of(m: Any, a: int) -> Law:
    """Return the law of actuator number a of a compiled model, which acts on a hinge or a slide."""
    name = m.actuator(a).name or f"number {a + 1}"
    gear, gain, bias = float(m.actuator_gear[a, 0]), m.actuator_gainprm[a], m.actuator_biasprm[a]
    plain = m.actuator_gaintype[a] == FIXED_GAIN and m.actuator_biastype[a] in (NO_BIAS, AFFINE_BIAS)
    if not plain or m.actuator_plugin[a] >= 0 or m.actuator_outnum[a] != 1 or not gear:
        return Law(name, refusal="its force is neither gain times command nor that of a position or velocity servo")
    g = float(gain[0])
    constant = bias[:3].tolist() if m.actuator_biastype[a] == AFFINE_BIAS else [0.0, 0.0, 0.0]
    dynamics, notes = int(m.actuator_dyntype[a]), _notes(m, a)
    common: dict[str, Any] = {
        "gear": abs(gear),
        "force_range": m.actuator_forcerange[a].tolist() if m.actuator_forcelimited[a] else None,
        "control_range": m.actuator_ctrlrange[a].tolist() if m.actuator_ctrllimited[a] else None,
        "notes": notes,
    }
    if constant == [0.0, 0.0, 0.0] and g and dynamics in (NO_DYNAMICS, *FILTERS):
        lag = float(m.actuator_dynprm[a, 0]) if dynamics in FILTERS else 0.0
        return Law(name, MOTOR, scale=gear * g, lag=lag, **common)
    if dynamics != NO_DYNAMICS:
        return Law(name, refusal="its activation is not that of a lagging motor")
    if g > 0 and constant[:2] == [0.0, -g] and constant[2] <= 0:
        return Law(name, POSITION, scale=gear, kp=gear**2 * g, kd=-(gear**2) * constant[2], **common)
    if g > 0 and constant == [0.0, 0.0, -g]:
        return Law(name, VELOCITY, scale=gear, kd=gear**2 * g, **common)
    return Law(name, refusal="its bias is not that of a position or velocity servo")


def _notes(m: Any, a: int) -> tuple[tuple[str, str], ...]:
    notes = []
    for what, given in (
        ("delay", m.actuator_delay[a]),
        ("damping", m.actuator_damping[a] or m.actuator_dampingpoly[a].any()),
        ("activation range", m.actuator_actlimited[a]),
    ):
        if given:
            notes.append((f"{what} of the actuator", ""))
    if m.actuator_dyntype[a] in FILTERS and m.actuator_ctrllimited[a]:
        notes.append(("ctrlrange", "here a ceiling of the force after the lag, there one of the command before it"))
    return tuple(notes)
