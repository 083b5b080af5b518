"""Underwater snake that is steered into pipes by its head joint only."""

from dataclasses import replace
from typing import Annotated

from annotated_types import Ge, Gt, Le

from snakelab.errors import RobotError
from snakelab.parameters.declarations import (
    CHECKED_ELSEWHERE,
    INFINITE,
    Choices,
    PositiveLength,
    PositiveMass,
    Slider,
    Unit,
    declared_arguments,
)
from snakelab.parameters.signatures import checked_arguments
from snakelab.robots.actuators import Follower, Servo
from snakelab.robots.joints import Revolute
from snakelab.robots.library.eel import eel
from snakelab.robots.link import Skin
from snakelab.robots.robot import Robot

# K_c [N m/rad] and K_cd [N m s/rad]: as published; with which a wave of 2.2 rad/s persists; the published ones exchanged.
PRESETS = {"literal": (0.5, 1.5), "default": (0.5, 0.15), "swapped": (1.5, 0.5)}


@checked_arguments(RobotError)
@declared_arguments(RobotError)
def pipe_snake(
    links: Annotated[int, Ge(2), Le(1000), Slider(2, 30, 1)] = 10,
    preset: Annotated[str, Choices(tuple(PRESETS))] = "default",
    *,
    gain: Annotated[float, Ge(0), Unit("N m/rad"), Slider(0, 5, 0.01), CHECKED_ELSEWHERE] | None = None,
    damping: Annotated[float, Ge(0), Unit("N m s/rad"), Slider(0, 5, 0.01), CHECKED_ELSEWHERE] | None = None,
    limit: Annotated[float, Gt(0), Unit("N m"), Slider(0.1, 10, 0.1), INFINITE, CHECKED_ELSEWHERE] = 0.5,
    link_length: Annotated[PositiveLength, CHECKED_ELSEWHERE] = 0.14,
    link_mass: Annotated[PositiveMass, CHECKED_ELSEWHERE] = 0.1,
    width: Annotated[float, Gt(0), Unit("m"), Slider(0.01, 0.4, 0.01), CHECKED_ELSEWHERE] = 0.1,
    height: Annotated[float, Gt(0), Unit("m"), Slider(0.01, 0.4, 0.01), CHECKED_ELSEWHERE] = 0.06,
    head_kp: Annotated[float, Ge(0), Unit("N m/rad"), Slider(0, 100, 0.1), CHECKED_ELSEWHERE] = 20.0,
    head_kd: Annotated[float, Ge(0), Unit("N m s/rad"), Slider(0, 10, 0.01), CHECKED_ELSEWHERE] = 1.0,
    name: str = "pipe_snake",
) -> Robot:
    """`light_eel` with other actuators: the head joint has a servo, and every other joint follows the one ahead of it.

    Args:
        links: Number of links [-].
        preset: Gains K_c and K_cd of the followers: "default" (0.5, 0.15), "literal" (0.5, 1.5, as published; the wave
            decays along the body) or "swapped" (1.5, 0.5).
        gain: K_c [N m/rad]; None for that of the preset.
        damping: K_cd [N m s/rad]; None for that of the preset.
        limit: Limit of the proportional term of a follower [N m].
        link_length: Length of a link [m].
        link_mass: Mass of a link [kg].
        width, height: Size of the elliptic cross-section [m]; not in the paper.
        head_kp: Proportional gain of the servo of the head joint [N m/rad].
        head_kd: Derivative gain of the servo of the head joint [N m s/rad].
        name: Name in titles and files.

    Raises:
        RobotError: if a number is out of range.

    Source: Qiu and Date, A low computation-cost locomotion control for underwater snake robot based on Monte Carlo model
    predictive control and curvature derivative control; the section is that of Kelasidi, Pettersen, Gravdahl and Liljeback,
    Modeling of underwater snake robots.
    """
    follow, damp = PRESETS[preset]
    follower = Follower(follow if gain is None else gain, damp if damping is None else damping, limit)
    body = eel(
        links,
        link_length=link_length,
        mass=link_mass,
        half_width=width / 2,
        half_height=height / 2,
        joints=follower,
        name=name,
    )
    *rest, _, head = body.parts
    steered = Revolute("z", actuator=Servo(head_kp, head_kd))
    return replace(body, parts=[*rest, steered, head], skin=Skin(joined=True, radius=0.0))
