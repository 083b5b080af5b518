"""Scenario file of an imported robot: it rests on a ground and moves by a gait; comments report the import."""

import json
import math
import re

import numpy as np

from snakelab.bridges.robot_files.imported import Import
from snakelab.bridges.robot_files.imported_scenario.gait import Wave, gait_of, wave_for
from snakelab.bridges.robot_files.imported_scenario.place import Start, attitude_of, start_of
from snakelab.gaits import SerpenoidGait, TableGait
from snakelab.physics.model import Model, build_model
from snakelab.robots.actuators import Motor, Passive
from snakelab.scenarios.writing import plain, robot_data, yaml_text
from snakelab.types import FloatArray
from snakelab.worlds import Contact, LinkFriction

DURATION, LONGEST = 5.0, 60.0  # [s]
PERIODS = 2.5  # minimum, of the gait
NO_GROUND = "# There is no ground; a medium such as this one adds it: - contact: {friction: {mu_tangential: 0.5}}\n"


def scenario_text(imported: Import, source: str) -> str:
    """Return the text of a scenario file.

    A floating robot rests on a level ground. A wave runs along the joints with parallel axes, within their ranges
    and speeds; without joints that take targets the robot holds still.

    Args:
        imported: The robot, with the report of its import.
        source: Name of its file.

    Raises:
        RobotError: if the robot cannot be simulated.
    """
    R, laid = attitude_of(imported)
    wave = wave_for(imported, R)
    gait = None if wave is None else gait_of(wave, imported.couplings)
    start = start_of(imported, wave, R, _first_shape(imported, wave, gait), laid)
    model = build_model(imported.robot, start.world)
    stem = re.split(r"[/\\]", source)[-1].rpartition(".")[0] or source
    name = re.sub(r"[^\w-]+", "_", stem).lstrip("-") or "imported"
    robot = {"name": model.robot.name, "base": model.robot.base, **robot_data(model.robot)}
    title = json.dumps(f"{model.robot.name}, from {source}")
    sections = [
        _comments(imported, start, source) + f"name: {name}\ntitle: {title}\n",
        yaml_text({"robot": robot}),
        _world(start),
        _controller(model, gait),
        f"duration: {_duration(wave):g}\n",
    ]
    if start.initial:
        sections.append(yaml_text({"initial": {key: plain(value) for key, value in start.initial.items()}}))
    return "\n".join(sections)


def _comments(imported: Import, start: Start, source: str) -> str:
    lines = [f"Imported from {json.dumps(source)}."]
    for title, sentences in (
        ("Kept", imported.kept),
        ("Changed", imported.changed),
        ("Dropped", imported.dropped),
        ("Assumed, because the file does not define it", start.assumed),
    ):
        lines += [f"{title}:", *(f"  - {sentence}" for sentence in sentences)] if sentences else []
    return "".join(f"# {line}\n" for line in lines)


def _first_shape(imported: Import, wave: Wave | None, gait: SerpenoidGait | TableGait | None) -> FloatArray:
    """Coordinates at the start, shape (nv,): on the gait, or as near to zero as their ranges allow."""
    limits = [c.limits for part in imported.robot.parts for c in part.coordinates]
    if wave is None or gait is None:
        return np.array([min(max(0.0, bounds.lower), bounds.upper) for bounds in limits])
    if gait.ramp > 0:
        return np.zeros(len(limits))
    return np.asarray(wave.centre + wave.amplitude * np.sin(wave.phase))


def _duration(wave: Wave | None) -> float:
    """Duration of some periods of the gait [s]."""
    if wave is None:
        return DURATION
    return min(LONGEST, max(DURATION, math.ceil(PERIODS * 2 * math.pi / wave.frequency)))


def _world(start: Start) -> str:
    """Return the world as text, with a comment on its omitted contents."""
    if not start.world.media:
        return "# Free space: no forces act on the robot. Gravity is disabled in the file.\nworld: {media: []}\n"
    text = yaml_text({"world": {"media": [plain(medium) for medium in start.world.media]}})
    grounds = (Contact, LinkFriction)
    return text if any(isinstance(m, grounds) for m in start.world.media) else NO_GROUND + text


def _controller(model: Model, gait: SerpenoidGait | TableGait | None) -> str:
    if gait is not None:
        return yaml_text({"controller": plain(gait)})
    kinds = {type(c.actuator) for part in model.robot.parts for c in part.coordinates}
    if not kinds:
        return "# The robot has no joints, so there is nothing to control.\n"
    if kinds == {Passive}:
        return (
            "# All joints are passive, so the robot has no actuator. For a gait import it with --actuator prescribed,\n"
            "# or give joints another actuator: prescribed, servo or motor.\n"
        )
    assert Motor in kinds
    return (
        "# Motors require force commands, which no gait provides: without a controller they give no force. A program can\n"
        "# command them, see snakelab new controller NAME; for a gait change their actuators to prescribed or servo.\n"
    )
