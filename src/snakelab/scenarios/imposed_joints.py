"""Soft joints simulated separately, and their motion imposed on the robot: the coupling of some papers.

    each joint alone, with its tail end fixed:  m(q) q'' + c(q, q') + f_el(q) + f_v(q, q') = A p,
    then the robot with that q(t):       the six equations of the base only.

The engine solves both steps: a joint is a robot of one section on a fixed base, and the robot has Prescribed() sections. The
reaction of the robot on its joints is missing. With the coupled solution of `simulate`, the joints move the modules.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

import numpy as np

from snakelab.errors import SimulationError
from snakelab.gaits import SteadyGait, TableGait, ThrustGait
from snakelab.physics.command import Reference
from snakelab.physics.model import Model, build_model
from snakelab.physics.state import State
from snakelab.robots.actuators import Prescribed
from snakelab.robots.parts import SoftSection
from snakelab.robots.parts.compliance import FREE, Spring
from snakelab.robots.robot import Robot
from snakelab.types import FloatArray, number, vector
from snakelab.worlds import World

# A pressure step accelerates a joint abruptly: rows are logarithmically spaced, with this number per decade of time.
FIRST, ROWS = 2e-3, 100  # [s], [-]
TOLERANCE = 1e-6  # of the joint's adaptive step
# Substitute for a joint without inertia.
NO_MASS, NO_RADIUS = 1e-9, 1e-6  # [kg], [m]


def joint_alone(
    section: SoftSection, pressures: Sequence[float] | FloatArray, duration: float, ramp: float = 0.0
) -> tuple[FloatArray, FloatArray]:
    """Motion of one soft joint with a fixed tail end, from rest, without gravity and water.

    Args:
        section: The joint, with actuators commanded by pressures or forces.
        pressures: Commands of its three actuators, shape (3,), [Pa] or [N].
        duration: Duration [s].
        ramp: Duration of the smooth start [s]; 0 switches on at once.

    Returns:
        Times, shape (m,), [s], close together at the start, and elongations, shape (m, 3), [m].

    Raises:
        SimulationError: if the joint cannot be followed.
    """
    commands = vector(pressures, "joint_alone pressures", SimulationError, size=3, unit="Pa")
    number(duration, "joint_alone duration", SimulationError, above=0, unit="s")
    model = build_model(Robot([section], base="fixed"), World())
    gait = SteadyGait(commands, ramp=ramp)
    decades = int(np.ceil(np.log10(duration / FIRST) - 1e-9)) if duration > FIRST else 0
    ends = [0.0, *(FIRST * 10.0**k for k in range(decades)), duration]
    times: list[FloatArray] = [np.zeros(1)]
    lengths: list[FloatArray] = [np.zeros((1, 3))]
    state: State | None = None
    for begin, end in pairwise(ends):
        from snakelab.sim.simulate import simulate  # not needed for the check of a scenario

        run = simulate(
            model,
            gait,
            end - begin,
            state=state,
            tolerance=TOLERANCE,
            step=(end - begin) / 10,
            record_rate=ROWS / (end - begin),
        )
        if not run.finished:
            raise SimulationError(f"the joint on its own {run.status}; give it a ramp, or lower its pressures")
        state = run.state
        times.append(run["time"].values[1:])
        lengths.append(run["q"].values[1:])
    return np.concatenate(times), np.concatenate(lengths)


def imposed_joints(
    robot: Robot, pressures: Sequence[float] | FloatArray, duration: float, ramp: float = 0.0
) -> TableGait:
    """Motions of all soft joints of a robot, each simulated separately, as one table for `with_imposed_joints(robot)`.

    Args:
        robot: Robot with soft sections as joints.
        pressures: Of all actuators, shape (nv,), [Pa] or [N].
        duration: Duration [s].
        ramp: Duration of the smooth start [s].

    Raises:
        SimulationError: if the robot has other joints, or one cannot be followed.
    """
    sections = _soft(robot)
    commands = vector(pressures, "imposed_joints pressures", SimulationError, size=3 * len(sections), unit="Pa")
    motions = [
        joint_alone(section, p, duration, ramp) for section, p in zip(sections, commands.reshape(-1, 3), strict=True)
    ]
    return TableGait(motions[0][0], np.hstack([lengths for _, lengths in motions]))


def with_imposed_joints(robot: Robot, *, weightless: bool = True) -> Robot:
    """Robot with joints that follow a given motion.

    Args:
        robot: Robot with soft sections as joints.
        weightless: True to remove their inertia, as in sums over the rigid modules only.

    Raises:
        SimulationError: if the robot has other joints.
    """
    _soft(robot)
    parts = [_led(part, weightless) if isinstance(part, SoftSection) else part for part in robot.parts]
    return replace(robot, parts=parts)


@dataclass(frozen=True)
class ImposedJoints:
    """Gait of a robot from `with_imposed_joints`: the motion of its joints alone under a `SteadyGait`, and its thrusts.

    The joints are simulated once, when the reference is requested.

    Attributes:
        robot: The robot before, with actuated joints.
        steady: Pressures and thrusts.
        duration: Duration of the run [s].
    """

    robot: Robot
    steady: SteadyGait
    duration: float

    def reference(self, model: Model) -> Reference:
        """Return the motion of the joints and the thrusts as a reference."""
        return ThrustGait(self._motion, self.steady.thrust).reference(model)

    @cached_property
    def _motion(self) -> TableGait:
        targets = np.asarray(self.steady.targets, dtype=np.float64)
        pressures = targets if len(targets) else np.zeros(3 * len(_soft(self.robot)))
        return imposed_joints(self.robot, pressures, self.duration, self.steady.ramp)


def _led(section: SoftSection, weightless: bool) -> SoftSection:
    """The section with a given motion, with or without its inertia."""
    led = replace(section, actuators=Prescribed(), springs=Spring(), limits=FREE)
    return replace(led, mass=NO_MASS, skin_radius=NO_RADIUS, hull_radius=0.0) if weightless else led


def _soft(robot: Robot) -> list[SoftSection]:
    """All soft sections, base to tip."""
    others = [part for part in robot.parts if part.coordinates and not isinstance(part, SoftSection)]
    sections = [part for part in robot.parts if isinstance(part, SoftSection)]
    if others or not sections:
        present = f"a {type(others[0]).__name__}" if others else "none"
        raise SimulationError(
            f"imposed joints are soft sections, and robot {robot.name!r} has {present}; write hybrid_underwater()"
        )
    return sections
