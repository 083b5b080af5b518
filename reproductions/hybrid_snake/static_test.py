"""Static test of one joint: pressure in the first chamber, with the tip free or held sideways."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from snakelab.errors import SimulationError
from snakelab.gaits.equilibrium import coordinates_of, static_equilibrium
from snakelab.parameters.arguments import FloatArray
from snakelab.physics.kinematics import forward_kinematics, jacobian
from snakelab.physics.model import Model, build_model
from snakelab.physics.state import initial_state
from snakelab.robots.actuators import Spring
from snakelab.robots.library.soft_robots import MATERIALS, hydraulic_joint
from snakelab.robots.robot import Robot
from snakelab.robots.soft_sections import SoftSection

RADII = (0.045, 0.09)
# Largest accepted errors of the balance of forces [N] and of the position of the tip [m].
BALANCED, HELD = 1e-8, 1e-10


@dataclass(frozen=True)
class Case:
    """Parameters of one test.

    Attributes:
        material: "linear", "yeoh" or "yeoh_ring", see `hydraulic_joint`.
        radius: Radius of the joint's body [m].
    """

    material: str = "linear"
    radius: float = 0.045


@dataclass(frozen=True)
class Pressed:
    """Result of a test at one pressure.

    Attributes:
        case: Parameters of the test.
        pressure: Pressure in the first chamber [Pa].
        bend: Angle between the ends of the joint with a free tip [rad].
        force: Sideways force of the tip on the support that holds it at its straight position [N].
    """

    case: Case
    pressure: float
    bend: float
    force: float


def grid(materials: Sequence[str] = MATERIALS, radii: Sequence[float] = RADII) -> list[Case]:
    """Return all combinations, with the radius varied fastest."""
    return [Case(*values) for values in itertools.product(materials, radii)]


def press(case: Case, pressures: Sequence[float]) -> list[Pressed]:
    """Return bend and blocked force of a case for pressures in the first chamber [Pa]."""
    model = build_model(Robot([hydraulic_joint(case.material, radius=case.radius)], base="fixed"))
    rows = []
    for p in pressures:
        commands = np.array([p, 0.0, 0.0])
        rows.append(Pressed(case, p, free_bend(model, commands), float(np.hypot(*blocked_force(model, commands)))))
    return rows


def free_bend(model: Model, commands: FloatArray) -> float:
    """Static bend of one soft section on a fixed base with a free tip [rad].

    Args:
        model: Model of a robot with one soft section.
        commands: Of its actuators, see `static_equilibrium`.
    """
    return float(np.hypot(*(_section(model).strain_columns().T @ static_equilibrium(model, commands))[4:]))


def blocked_force(model: Model, commands: FloatArray) -> FloatArray:
    """Sideways force of the tip on a support at its straight position, on which it can rotate and slide along x.

    The shape q and the force F on the tip satisfy  f(q) = f(free) + J^T F,  y_tip(q) = z_tip(q) = 0, where f is the force
    of the springs or elastomers, f(free) that of the actuators, and J the Jacobian of the tip.

    Args:
        model: Model of a robot with one soft section on a fixed base.
        commands: Of its actuators, see `static_equilibrium`.

    Returns:
        -F along y and z, shape (2,), [N].

    Raises:
        SimulationError: if there is no such equilibrium near the straight shape.
    """
    from scipy.optimize import root

    _section(model)
    holders = [coordinate.spring for coordinate in coordinates_of(model)]

    def pull(q: FloatArray) -> FloatArray:
        """Of each spring or elastomer [N]."""
        parts = [
            s.stiffness * (x - s.rest) if isinstance(s, Spring) else s.force([x])[0]
            for s, x in zip(holders, q, strict=True)
        ]
        return np.array(parts, dtype=np.float64)

    driven = pull(static_equilibrium(model, commands))

    def missing(unknown: FloatArray) -> FloatArray:
        q, force = unknown[:3], unknown[3:]
        state = initial_state(model, q=q)
        sideways = jacobian(model, state)[1:3]
        place = forward_kinematics(model, state)["head"][1:3, 3]
        return np.concatenate([pull(q) - driven - sideways.T @ force, place])

    # forces of tens of newtons, lengths of centimetres: the position of the tip is scaled by a tenth of a millimetre
    scale = np.array([1.0, 1.0, 1.0, 1e4, 1e4])
    answer = root(lambda unknown: scale * missing(unknown), np.zeros(5), method="hybr", options={"xtol": 1e-13})
    left = np.abs(missing(answer.x))
    if left[:3].max() > BALANCED or left[3:].max() > HELD:
        raise SimulationError(
            f"the held tip finds no balance near the straight shape at {commands.tolist()}; lower the pressures"
        )
    return -answer.x[3:]


def _section(model: Model) -> SoftSection:
    """Return the only section of the robot."""
    match model.robot.parts:
        case (SoftSection() as section,) if model.robot.base == "fixed":
            return section
    raise SimulationError(
        f"a static test takes one SoftSection on a fixed base, got {model!r}; write Robot([hydraulic_joint()], base='fixed')"
    )
