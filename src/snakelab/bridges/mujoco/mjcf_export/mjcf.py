"""Export of rigid chains as MJCF, MuJoCo's XML: exact inertias, springs, dampers, dry friction, actuators.

A joint becomes a hinge or a slide of the body after it; consecutive joints share a body. A floating base is a free joint,
a planar base slide x, slide y and hinge z on the first body; a fixed base is in the world. The site "head" marks the
tip.
"""

import xml.etree.ElementTree as ET
from typing import Any

import numpy as np

from snakelab.arguments import check_arguments
from snakelab.bridges.mujoco.contact_geoms.contact_pairs import ContactPairs
from snakelab.bridges.mujoco.contact_geoms.contact_parameters import MARGIN, MAX_IMPEDANCE
from snakelab.bridges.mujoco.contact_geoms.inverse_masses import inverse_weights
from snakelab.bridges.mujoco.contact_geoms.writing import WorldWriter
from snakelab.bridges.mujoco.mjcf_export.bodies import BodyWriter
from snakelab.bridges.mujoco.mjcf_export.fluid import write_fluid
from snakelab.bridges.mujoco.state import mujoco_state
from snakelab.bridges.robot_files.export import (
    Export,
    propellers_left_out,
    sensors_left_out,
    smoothing_left_out,
    text,
    wheels_left_out,
)
from snakelab.errors import MissingExtraError, RobotError, SimulationError
from snakelab.installation import install_line
from snakelab.physics.model import Model, build_model
from snakelab.physics.state import State
from snakelab.robots.parts import SoftSection
from snakelab.robots.robot import Robot
from snakelab.types import choice, number
from snakelab.worlds import Contact, Gravity, InertiaBoxFluid

INTEGRATORS = ("Euler", "RK4", "implicit", "implicitfast")


def to_mjcf(
    model: Model | Robot,
    *,
    timestep: float = 2e-3,
    integrator: str = "implicitfast",
    state: State | None = None,
    visual: bool = True,
    world: bool = False,
    spinning_wheels: bool = False,
    moved: bool = False,
) -> Export:
    """Write a rigid chain as MJCF; this needs no MuJoCo.

    Motors and servos become actuators, base to tip: the control of a motor is its force; that of a servo is its target,
    as the control of `<joint>.position` and, where kd > 0, the target's rate as that of `<joint>.rate`.

    With `world` the document is the whole experiment, as `MujocoEngine` runs it: surfaces, the skin as capsules, a
    contact pair with friction along and across the body for each two that may touch, joint limits with their stiffness, an
    equality constraint for each prescribed joint, and `<joint>.more` of a servo, which takes its integral and its
    feed-forward.

    Args:
        model: A model, or a robot in free space.
        timestep: Length of MuJoCo's step [s].
        integrator: "Euler", "RK4", "implicit" or "implicitfast".
        state: Initial state, written as the keyframe "start"; it gives the pose of a fixed base.
        visual: True to give every link a visible geom without mass or contact.
        world: True to write also the surfaces, and the constraints of prescribed joints.
        moved: With `world`: True if surfaces that `is_followed` are movable planes, one under each skin point, as
            `MujocoEngine` uses them; else they are geoms.
        spinning_wheels: With `world`: True if wheels are bodies that spin, discs of steel of 5 mm taken out of their
            links; else they are points with little friction along their roll, as in the built-in engine.

    Returns:
        The document, and its omitted contents: propellers, sensors, media but gravity; with `world` those without
        equivalent in MuJoCo, and without it prescribed motion, integral gains and the stiffness of joint limits.

    Raises:
        RobotError: if MuJoCo cannot represent the chain: soft sections, joints that carry no mass, an impossible
            inertia.
        SimulationError: if a setting is invalid.
    """
    check_arguments(
        to_mjcf, {"state": state, "visual": visual, "world": world, "spinning_wheels": spinning_wheels}, RobotError
    )
    model = _checked(model, timestep, integrator)
    if spinning_wheels and not world:
        raise SimulationError("spinning_wheels requires a ground; also write world=True")
    root = ET.Element("mujoco", {"model": model.robot.name})
    ET.SubElement(root, "compiler", {"angle": "radian"})
    gravity = text(*model.arrays.gravity)
    ET.SubElement(root, "option", {"timestep": text(timestep), "integrator": integrator, "gravity": gravity})
    fluids = [medium for medium in model.world.media if isinstance(medium, InertiaBoxFluid)]
    if len(fluids) == 1:
        write_fluid(root, fluids[0])
    worldbody, actuators = ET.SubElement(root, "worldbody"), ET.SubElement(root, "actuator")
    around = None
    if world:
        around = WorldWriter(ContactPairs(model, inverse_weights(model), timestep, spinning_wheels, moved), root)
        around.write(worldbody)
        hold_prescribed(root, model)
    bodies = BodyWriter(model, worldbody, actuators, visual, around)
    bodies.write(state)
    if around is not None:
        around.add_wheels()
    if state is not None:
        _keyframe(root, model, state, len(around.wheels) if around else 0)
    ET.indent(root)
    return Export(ET.tostring(root, encoding="unicode") + "\n", _left_out(model, bodies, around))


def load_mujoco(export: Export) -> Any:
    """Return the exported robot as a `mujoco.MjModel`.

    Raises:
        MissingExtraError: if MuJoCo is not installed.
    """
    try:
        import mujoco
    except ImportError:
        raise MissingExtraError(f"MuJoCo is not installed; type: {install_line('mujoco')}") from None
    return mujoco.MjModel.from_xml_string(export.xml)


def _checked(model: Model | Robot, timestep: float, integrator: str) -> Model:
    """Return the model to write; raise RobotError for contents that MJCF cannot represent, SimulationError for settings."""
    if isinstance(model, Robot):
        model = build_model(model)
    if not isinstance(model, Model):
        raise SimulationError(f"to_mjcf takes a Model or a Robot, got {model!r}; write to_mjcf(build_model(robot))")
    number(timestep, "timestep", SimulationError, above=0, unit="s")
    choice(integrator, "integrator", INTEGRATORS, SimulationError)
    soft = [part.name or f"part {i}" for i, part in enumerate(model.robot.parts) if isinstance(part, SoftSection)]
    if soft:
        raise RobotError(
            f"robot {model.robot.name!r} cannot be written as MJCF: {', '.join(soft)} bends, and MuJoCo's bodies are rigid; "
            "use Links there"
        )
    return model


def _left_out(model: Model, bodies: BodyWriter, around: WorldWriter | None) -> tuple[str, ...]:
    """Sentences on omitted contents: of the robot alone, or in its world."""
    alone = around is None
    return (
        *(_driven(model) if alone else []),
        *bodies.left_out,
        *(smoothing_left_out(model) if alone else []),
        *([] if around is None else around.left_out),
        *propellers_left_out(model.robot),
        *(wheels_left_out(model.robot) if alone else []),
        *sensors_left_out(model.robot),
        *_media(model, (Gravity,) if alone else (Gravity, Contact)),
    )


def _keyframe(root: ET.Element, model: Model, state: State, n_wheels: int) -> None:
    """Write the state, with the memories of lagging motors; wheels at rest."""
    qpos, qvel = (np.append(numbers, np.zeros(n_wheels)) for numbers in mujoco_state(model, state))
    key = {"name": "start", "qpos": text(*qpos), "qvel": text(*qvel)}
    coordinates = model.arrays.coordinates
    memories = state.z[coordinates["time_constant"] > 0]
    if memories.size:
        key["act"] = text(*memories)
    ET.SubElement(ET.SubElement(root, "keyframe"), "key", key)


def _driven(model: Model) -> list[str]:
    """Sentence on motion-driven joints, if there are any."""
    names = [name for name, driven in zip(model.coordinate_names, model.driven, strict=True) if driven]
    return [f"prescribed motion of {', '.join(names)}: no actuator; mj_inverse gives the forces"] if names else []


def hold_prescribed(root: ET.Element, model: Model) -> None:
    """Write an equality constraint for each motion-driven joint: its first coefficient is the joint's target."""
    names = [name for name, driven in zip(model.coordinate_names, model.driven, strict=True) if driven]
    if names:
        equality = ET.SubElement(root, "equality")
        hard = text(MAX_IMPEDANCE, MAX_IMPEDANCE, MARGIN)
        for name in names:
            ET.SubElement(equality, "joint", {"name": name, "joint1": name, "polycoef": "0 0 0 0 0", "solimp": hard})


def _media(model: Model, said: tuple[type, ...]) -> list[str]:
    """Sentences on the media that are not written; one inertia-box fluid is supported by MuJoCo, two are not."""
    one = sum(isinstance(m, InertiaBoxFluid) for m in model.world.media) == 1
    kept = (*said, InertiaBoxFluid) if one else said
    return [f"{type(m).__name__} {m.name!r} of the world" for m in model.world.media if not isinstance(m, kept)]
