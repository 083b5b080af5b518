"""Limits of force and rate in a file, as limits of an actuator; and gains for servos that have only limits."""

import math
from dataclasses import replace

import numpy as np

from snakelab.bridges.robot_files.chain_from_tree.kinematics import mass_matrix_at_zero
from snakelab.bridges.robot_files.findings import Findings
from snakelab.robots.actuators import Actuator, Motor, Prescribed, Servo
from snakelab.robots.parts import Prismatic, Revolute
from snakelab.robots.robot import Robot
from snakelab.types import FloatArray
from snakelab.worlds.gravity import STANDARD

# Error at which a servo reaches its force limit [rad] or [m] ...
FULL_AT = {"rad": 0.1, "m": 0.01}
# ... unless a smaller gain suffices: for this natural frequency [rad/s], and this fraction of weight times length [-].
FASTEST = 100.0
HOLDS = 3.0


def limited_actuator(
    actuator: Actuator | None, effort: float, speed: float, name: str, kind: str, findings: Findings
) -> Actuator:
    """Return the actuator of a joint whose file limits its force and its rate.

    Args:
        actuator: Actuator of all joints; None for a servo where there is an effort limit, else prescribed motion.
        effort: Largest effort [N m] or [N]; infinite for none.
        speed: Largest rate [rad/s] or [m/s]; infinite for none.
        name: Name of the joint.
        kind: "revolute" or "prismatic".
        findings: Lists to which the treatment of the limits is added.
    """
    unit = "N" if kind == "prismatic" else "N m"
    rate = "m/s" if kind == "prismatic" else "rad/s"
    held_effort, held_speed = False, False
    match actuator:
        case None if math.isfinite(effort):
            actuator = Servo(0.0, torque_limit=effort, speed_limit=speed)  # its gains follow when the robot is known
            held_effort = held_speed = True
        case Servo():
            torque = min(effort, actuator.torque_limit)
            held_effort, held_speed = True, math.isfinite(torque)
            fastest = min(speed, actuator.speed_limit) if held_speed else actuator.speed_limit
            actuator = replace(actuator, torque_limit=torque, speed_limit=fastest)
        case Motor():
            actuator, held_effort = replace(actuator, force_limit=min(effort, actuator.force_limit)), True
    actuator = actuator or Prescribed()
    actuator_type = type(actuator).__name__
    if math.isfinite(effort):
        if held_effort:
            findings.kept.add("effort limit", name, f"{effort:g} {unit}, as the limit of its {actuator_type}")
        else:
            findings.dropped.add("effort limits", name, f"{effort:g} {unit}, which a {actuator_type} joint has none of")
    if math.isfinite(speed):
        if held_speed:
            findings.kept.add("velocity limit", name, f"{speed:g} {rate}, as the no-load speed of its {actuator_type}")
        else:
            why = "which has none of without a torque limit" if isinstance(actuator, Servo) else "which it has none of"
            findings.dropped.add("velocity limits", name, f"{speed:g} {rate}, {why} as a {actuator_type} joint")
    return actuator


def with_gains(robot: Robot, findings: Findings) -> Robot:
    """Return the robot, with gains for its servos that have none.

    kp is limit / 0.1 rad (10 mm for a slide), but no more than the larger of I (100 rad/s)^2 and 3 m g L (of a slide 3 m g / L),
    with m and L of the robot; kd = 2 sqrt(kp I), which is critical damping. I is the effective inertia of the joint with all else
    is free to move, 1 / (M^-1)_jj.
    """
    bare = [_is_bare(part) for part in robot.parts]
    if not any(bare):
        return robot
    inertias = iter(_effective_inertia(robot))
    parts, names = [], []
    for part, without in zip(robot.parts, bare, strict=True):
        inertia = next(inertias) if isinstance(part, (Revolute, Prismatic)) else 0.0
        if without and isinstance(part, (Revolute, Prismatic)) and isinstance(part.actuator, Servo):
            load = HOLDS * robot.mass * STANDARD * robot.length ** (1 if part.unit == "rad" else -1)
            kp = min(part.actuator.torque_limit / FULL_AT[part.unit], max(inertia * FASTEST**2, load))
            servo = replace(part.actuator, kp=_rounded(kp), kd=_rounded(2 * math.sqrt(kp * inertia)))
            part = replace(part, actuator=servo)
            names.append(part.name)
        parts.append(part)
    for name in names:
        why = "their limits are the file's, their gains are chosen here: critical damping"
        findings.changed.add("actuators", name, f"servos, because the file does not define actuators; {why}")
    return replace(robot, parts=parts)


def _is_bare(part: object) -> bool:
    """Return True for a joint whose servo has no gains yet."""
    actuator = part.actuator if isinstance(part, (Revolute, Prismatic)) else None
    return isinstance(actuator, Servo) and actuator.kp == 0 and actuator.kd == 0


def _effective_inertia(robot: Robot) -> FloatArray:
    """Effective inertia 1 / (M^-1)_jj of every joint in the straight robot, shape (nv,), [kg m^2] or [kg]."""
    M = mass_matrix_at_zero(robot)
    try:
        inverse = np.diag(np.linalg.inv(M))[len(M) - robot.n_coordinates :]
    except np.linalg.LinAlgError:  # the simulation raises an error for such a robot
        return np.ones(robot.n_coordinates)
    return np.abs(1.0 / np.where(inverse == 0, 1.0, inverse))


def _rounded(value: float) -> float:
    """Round the value to three digits."""
    return float(f"{value:.3g}")
