"""A scenario file for an imported robot: it runs as it is, and shows as comments what to add."""

import json
import math
import re

import numpy as np

from snakelab.bridges.imported import Import
from snakelab.gaits import SerpenoidGait
from snakelab.physics.model import Model, build_model
from snakelab.robots.actuators import Motor, Passive
from snakelab.robots.parts import Mount, Prismatic, Revolute
from snakelab.scenarios.writing.objects import plain, robot_data
from snakelab.scenarios.writing.yaml_text import yaml_text
from snakelab.types import FloatArray
from snakelab.worlds import Gravity

DURATION = 5.0
GRAVITY = "gravity: {acceleration: 9.81}"
FLOOR = "link_friction: {mu_tangential: 0.05, mu_normal: 0.5, shape: per_axis}"
WAVE = "serpenoid_gait: {amplitude: 0.5, angular_frequency: 3.14, phase_lag: 0.8, ramp: 1}"


def scenario_text(imported: Import, source: str) -> str:
    """The text of a scenario file.

    Where all joints turn about parallel axes and take angles, a serpenoid wave drives them, within their ranges;
    otherwise the robot holds still.

    Args:
        imported: The robot and what goes with it.
        source: Name of the file that it came from.

    Raises:
        RobotError: if the robot cannot be simulated.
    """
    model = build_model(imported.robot, imported.world)
    stem = re.split(r"[/\\]", source)[-1].rpartition(".")[0] or source
    name = re.sub(r"[^\w-]+", "_", stem).lstrip("-") or "imported"
    robot = {"name": model.robot.name, "base": model.robot.base, **robot_data(model.robot)}
    sections = [
        _comments(imported, source) + f"name: {name}\ntitle: {json.dumps(f'{model.robot.name}, from {source}')}\n",
        yaml_text({"robot": robot}),
        _world(model),
        _controller(model),
        f"duration: {DURATION:g}\n",
    ]
    if imported.initial:
        sections.append(yaml_text({"initial": {key: plain(value) for key, value in imported.initial.items()}}))
    return "\n".join(sections)


def _comments(imported: Import, source: str) -> str:
    lines = [f"Imported from {json.dumps(source)}.", *(["Left out:"] if imported.left_out else [])]
    lines += [f"  - {sentence}" for sentence in imported.left_out]
    return "".join(f"# {line}\n" for line in lines)


def _world(model: Model) -> str:
    """The world of the file; what else may act on the robot stands as comments."""
    media = [plain(medium) for medium in model.world.media]
    text = yaml_text({"world": {"media": media}}) if media else "world:\n  media: []\n"
    if not any(isinstance(medium, Gravity) for medium in model.world.media):
        text += f"    # - {GRAVITY}\n"
    if model.robot.base == "planar":
        text += f"    # - {FLOOR}\n"
    hint = "# To add what stands commented, take the # away" + ("" if media else ", and the []") + ".\n"
    return text + (hint if "# -" in text else "")


def _controller(model: Model) -> str:
    gait = _wave(model)
    if gait is not None:
        return yaml_text({"controller": plain(gait)})
    kinds = {type(c.actuator) for part in model.robot.parts for c in part.coordinates}
    if not kinds:
        return "# The robot has no joints, so there is nothing to control.\n"
    if kinds == {Passive}:
        return (
            "# All joints are passive, so nothing drives the robot. For a gait import it with --actuator prescribed,\n"
            "# or give joints another actuator: prescribed, servo or motor.\n"
        )
    if Motor in kinds:
        return (
            "# Motors take forces, which no gait gives: without a controller they give none. A program commands them, see\n"
            "# snakelab new controller NAME; for a gait change their actuators to prescribed or servo.\n"
        )
    return f"# Without a controller the robot holds still.\n# controller:\n#   {WAVE}\n"


def _wave(model: Model) -> SerpenoidGait | None:
    """A wave that suits the joints; None where they are not all of one kind."""
    joints = [part for part in model.robot.parts if part.coordinates]
    actuators = {type(c.actuator) for part in joints for c in part.coordinates}
    if (
        not joints
        or not all(isinstance(part, Revolute) for part in joints)
        or actuators & {Motor}
        or actuators == {Passive}
    ):
        return None
    axes = _axes(model)
    if (axes @ axes[0] < 1 - 1e-6).any():
        return None
    coordinates = model.arrays.coordinates
    room = float(min(coordinates["upper"].min(), -coordinates["lower"].max()))
    if not room > 0:
        return None
    amplitude = round(min(0.5, 0.8 * room), 3)
    return SerpenoidGait(amplitude, round(math.pi, 4), round(2 * math.pi / max(len(joints), 4), 4), ramp=1.0)


def _axes(model: Model) -> FloatArray:
    """Axes of all joints in the base frame, the chain straight, shape (n_coordinates, 3)."""
    R, axes = np.eye(3), []
    for record, part in zip(model.arrays.parts, model.robot.parts, strict=True):
        if isinstance(part, Mount):
            R = R @ record["rotation"].reshape(3, 3)
        elif isinstance(part, (Revolute, Prismatic)):
            axes.append(R @ record["axis"])
    return np.array(axes)
