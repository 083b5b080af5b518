"""Registered environments."""

from typing import Any

from snakelab.bridges.gymnasium.environment import environment
from snakelab.physics.model import Model, build_model
from snakelab.robots.actuators import Servo
from snakelab.robots.library.orthogonal import snake_iii
from snakelab.robots.parts import Link, Revolute
from snakelab.robots.robot import Robot
from snakelab.worlds import Contact, Gravity, LinkFriction, SurfaceFriction, World

# Step for an error of the energy balance below 5 % with fast, random targets of the crawler [s].
STEP, LANE_STEP = 5e-4, 1e-4  # of the engine, extrapolated; of lanes, plain
HEIGHT = 0.055  # height at which the orthogonal snake touches the ground [m]


def crawler() -> Model:
    """Planar snake of six links on ground with more friction across than along."""
    link, joint = Link(0.1, mass=0.1), Revolute("z", Servo(kp=4.0, kd=0.2))
    robot = Robot([link, *(part for _ in range(5) for part in (joint, link))], base="planar")
    return build_model(robot, World([LinkFriction(0.05, 0.5, shape="per_axis", eps=1e-2)]))


def ground_snake() -> Model:
    """Orthogonal snake of 16 joints in contact with level ground."""
    world = World([Gravity(), Contact(friction=SurfaceFriction(0.5))])
    return build_model(snake_iii(16), world)


def _crawl(n: int | None = None, **settings: Any) -> Any:
    reward = {"forward_velocity": 1.0, "action_change": -0.01}
    step = LANE_STEP if settings.get("lanes") else STEP
    defaults: dict[str, Any] = {"action": {"joint_targets": 0.8}, "reward": reward, "step": step}
    return environment(crawler(), n=n, **(defaults | settings))


def crawl(**settings: Any) -> Any:
    """Crawl along x: planar snake, joint targets, by the engine."""
    return _crawl(**settings)


def crawl_rows(num_envs: int = 1, **settings: Any) -> Any:
    """The same in lanes, as a vector environment."""
    return _crawl(num_envs, **({"lanes": True} | settings))


def goal(num_envs: int | None = None, **settings: Any) -> Any:
    """Reach a goal with the planar snake, by the parameters of a gait."""
    defaults: dict[str, Any] = {
        "action": "gait",
        "goal": (1.5, 0.5),
        "observation": ("q", "v", "body_velocity", "goal_in_base"),
        "reward": {"progress": 10.0, "alive": -0.01},
        "duration": 30.0,
        "period": 0.1,
        "step": STEP,
    }
    return environment(crawler(), n=num_envs, **(defaults | settings))


def ground(num_envs: int | None = None, **settings: Any) -> Any:
    """Move along x with the orthogonal snake on the ground."""
    defaults: dict[str, Any] = {
        "action": {"joint_targets": 0.8},
        "observation": ("q", "v", "base_quaternion", "base_velocity"),
        "initial": {"position": (0.0, 0.0, HEIGHT)},
    }
    return environment(ground_snake(), n=num_envs, **(defaults | settings))


# Functions of the single and the vector environment of each id.
IDS = {
    "snakelab/Crawl-v0": ("crawl", "crawl_rows"),
    "snakelab/Goal-v0": ("goal", "goal"),
    "snakelab/Ground-v0": ("ground", "ground"),
}


def register() -> None:
    """Register the environments with Gymnasium; a second call does nothing."""
    from gymnasium.envs.registration import register as add
    from gymnasium.envs.registration import registry

    for name, (single, vector) in IDS.items():
        if name not in registry:
            add(name, entry_point=f"{__name__}:{single}", vector_entry_point=f"{__name__}:{vector}")
