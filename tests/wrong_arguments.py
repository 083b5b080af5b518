"""Messages of all classes of scenario files for wrong arguments: the table `parameters/messages.json`.

`python tests/wrong_arguments.py` writes the table anew.
"""

import json
import math
import warnings
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from snakelab.control.engine_rollouts import EngineRollouts, GaitParameters, GoalCost
from snakelab.errors import MissingExtraError, SnakelabError
from snakelab.gaits.body_curves import CircularArc
from snakelab.gaits.constant_commands import SteadyGait
from snakelab.gaits.orthogonal_gaits import WindingGait
from snakelab.gaits.serpenoid import SerpenoidGait
from snakelab.geometry.planar_solids import PlanarPipe, Post
from snakelab.geometry.terrain import Incline
from snakelab.robots.link import Link
from snakelab.robots.materials import FibreReinforcedChamber, LinearElastic
from snakelab.scenarios.forms import arguments_of
from snakelab.scenarios.json_schema import CLASSES
from snakelab.sim.engine import SnakelabEngine
from snakelab.worlds.free_bodies import Ball
from snakelab.worlds.granular import loose_poppy_seed

TABLE = Path(__file__).parent / "parameters" / "messages.json"
WRONG: tuple[Any, ...] = (
    None, True, "?", "", -1e9, -0.5, 0, 0.5, 3, 1e9, 10**9, math.inf, -math.inf, math.nan, {}, (), (1.0,),
    (-1.0, -1.0), (0.0, 0.0, 0.0), (1.0, math.nan, 1.0), ("a", "b", "c"), [[1.0, 2.0], [3.0]],
)  # fmt: skip
LINE = [[0.0, 0.0], [1.0, 0.0]]
PLAN = GaitParameters(SerpenoidGait(0.5, 1.0, 0.5), {"amplitude": (0.1, 1.0)})
CHAMBER = FibreReinforcedChamber(0.008, 0.001, 0.001)
# Required arguments of each class; of the others those that make an argument count.
VALID: dict[str, dict[str, Any]] = {
    "Autopilot": {},
    "Block": {"size": (1.0, 1.0, 1.0)},
    "Boulders": {"smallest": 0.1, "largest": 0.2},
    "Box": {"width": 0.1, "height": 0.1},
    "BrownOut": {"at": 1.0},
    "Cable": {"guides": [("link1", (0.0, 0.0, 0.01)), ("link2", (0.0, 0.0, 0.01))]},
    "Camera": {},
    "Capsule": {"radius": 0.1, "length": 0.2},
    "CircularArc": {"radius": 0.5, "length": 1.0},
    "ConcertinaGait": {"winding": 0.5},
    "ConvexHull": {"points": [(0.0, 0.0, 0.0), (0.1, 0.0, 0.0), (0.0, 0.1, 0.0), (0.0, 0.0, 0.1)]},
    "CpgGait": {"gait": WindingGait(0.5, 0.0)},
    "CurveGait": {"curve": CircularArc(0.5, 1.0), "frequency": 1.0},
    "CurrentMap": {"u": [[0.0, 0.0], [0.0, 0.0]], "v": [[0.0, 0.0], [0.0, 0.0]]},
    "Cylinder": {"radius": 0.1},
    "Damper": {"part": "link1"},
    "DepthCamera": {},
    "DepthSensor": {},
    "DrawnCurve": {"line": [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [2.0, 0.0, 0.0], [3.0, 0.0, 0.0]]},
    "Elastomer": {"length": 0.1, "chamber": CHAMBER, "elastic": LinearElastic(1e5)},
    "Ellipse": {"width": 0.1, "height": 0.1},
    "EllipticWave": {"width": 0.1, "height": 0.1, "wavelength": 1.0, "length": 1.0},
    "EngineRollouts": {"policy": PLAN, "engine": SnakelabEngine()},
    "Extruded": {"solids": [Post((0.0, 0.0), 0.1)], "lower": (-1.0, -1.0), "upper": (1.0, 1.0)},
    "ExternalWrench": {"part": "link1"},
    "FibreReinforcedChamber": {"radius": 0.008, "wall": 0.001, "fabric": 0.001},
    "FluidEllipsoid": {"on": "link1", "semi_axes": (0.1, 0.02, 0.02)},
    "Frame": {"name": "camera"},
    "FreeBody": {"shape": Ball(0.1), "mass": 0.1, "position": (0.0, 0.0, 0.1)},
    "FrictionPatch": {"lower": (0.0, 0.0), "upper": (1.0, 1.0), "mu_tangential": 0.5},
    "Branch": {"on": "link1", "parts": [Link(0.05, 0.02)]},
    "Gear": {"driven": "joint2", "by": "joint1", "stiffness": 100.0},
    "GaitParameters": {"gait": PLAN.gait, "ranges": PLAN.ranges},
    "GoalCost": {"com": (1.0, 0.0), "head": (1.0, 0.0)},
    "GranularMaterial": asdict(loose_poppy_seed()),
    "GranularMedium": {"material": loose_poppy_seed(), "depth": 0.02},
    "ImageSensor": {},
    "RegionalFriction": {"mu_tangential": 0.5},
    "JointTargets": {"ranges": {"joint1": (-1.0, 1.0)}},
    "GaitChange": {"at": 1.0, "gait": WindingGait(0.5, 0.0)},
    "Guide": {"on": "link1"},
    "Muscle": {"max_force": 100.0},
    "HeightField": {"heights": [[0.0, 0.0], [0.0, 0.0]]},
    "HeightImage": {"path": "map.png", "low": 0.0, "high": 0.1},
    "HeightMesh": {"path": "map.stl"},
    "HeightTable": {"path": "map.asc"},
    "Helix": {"radius": 0.5, "pitch": 0.1, "length": 1.0},
    "HelixRollingGait": {"radius": 0.5},
    "HullWall": {"pipe": PlanarPipe(LINE, 0.1)},
    "Incline": {"angle": 0.1},
    "Limits": {"lower": -1.0, "upper": 1.0},
    "LinearElastic": {"modulus": 1e5},
    "Lamp": {},
    "Lens": {"distortion": "radial_tangential", "coefficients": (0.1, 0.0, 0.0, 0.0)},
    "Link": {"length": 0.1, "mass": 0.1},
    "LinkFriction": {"mu_tangential": 0.1},
    "Loop": {
        "first": "link1",
        "first_point": (0.0, 0.0, 0.0),
        "second": "link3",
        "second_point": (0.1, 0.0, 0.0),
        "stiffness": 1e5,
        "angular_stiffness": 100.0,
    },
    "Outline": {"points": [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]},
    "Pipe": {"line": [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0]], "radii": 0.1},
    "PlanarPipe": {"line": LINE, "radii": 0.1},
    "Pneumatic": {"area": 1e-4},
    "Pole": {"radius": 0.1},
    "Post": {"centre": (0.0, 0.0), "radius": 0.1},
    "PowerLawViscosity": {"consistency": 1.0},
    "Propeller": {"on": "link1"},
    "Ripples": {"amplitude": 0.1, "wavelength": 1.0},
    "PumpDrive": {"motion": SteadyGait([1e5])},
    "Robot": {"parts": [Link(0.1, 0.1)]},
    "RollingGait": {"amplitude": 0.01, "frequency": 1.0},
    "RoughGround": {"deviation": 0.01, "correlation": 0.1},
    "SamplingMpc": {"rollouts": EngineRollouts(PLAN, SnakelabEngine()), "cost": GoalCost((1.0, 0.0))},
    "SerpenoidGait": {"amplitude": 0.5, "angular_frequency": 1.0, "phase_lag": 0.5},
    "Scenery": {"room": (4.0, 4.0, 2.0)},
    "StereoCamera": {},
    "EndEffector": {"path": [(0.0, 0.3, 0.0, 0.0), (1.0, 0.2, 0.1, 0.0)]},
    "Servo": {"kp": 1.0, "torque_limit": 1.0},
    "Rod": {"length": 0.1, "radius": 0.01, "density": 1000.0, "E": 1e6},
    "SoftSection": {"length": 0.1, "mass": 0.1, "actuator_radius": 0.01, "skin_radius": 0.02},
    "Stairs": {"rise": 0.1},
    "SurfaceFriction": {"mu_tangential": 0.1},
    "GazeStabiliser": {"motion": SerpenoidGait(0.5, 1.0, 0.5)},
    "GoalSeeker": {"gait": SerpenoidGait(0.5, 1.0, 0.5), "goal": (1.0, 0.0)},
    "Teleop": {"gait": SerpenoidGait(0.5, 1.0, 0.5)},
    "TableGait": {"times": [0.0, 1.0], "angles": [[0.0], [0.0]], "repeat": True},
    "Terrain": {"relief": Incline(0.1), "size": (0.1, 0.1)},
    "ThrustGait": {"joints": SerpenoidGait(0.5, 1.0, 0.5), "thrust": [1.0]},
    "ViscousFriction": {"tangential": 0.1, "normal": 1.0},
    "SpinningWheel": {"point": (0.0, 0.0, 0.0), "radius": 0.01, "mass": 0.01},
    "Wheel": {"point": (0.0, 0.0, 0.0), "radius": 0.01},
    "WindingGait": {"yaw_winding": 0.5, "pitch_winding": 0.0},
    "Yeoh": {"c10": 1e5},
    # Of the default size they take 10 s in all.
    **{name: {"size": (1.0, 1.0)} for name in ("grass", "gravel", "rocks", "sand")},
}  # fmt: skip


def message(cls: Callable[..., Any], name: str, value: Any) -> str | None:
    """Message of a class for one wrong value, with {} in place of class and argument, and "got ..." in place of the value; None
    if the class takes the value.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            cls(**VALID.get(cls.__name__, {}) | {name: value})
        except MissingExtraError:  # a right value, whose package is not installed
            return None
        except SnakelabError as problem:
            text = str(problem).replace(f"{cls.__name__} {name}", "{}", 1)
            short = f"{value:g}" if isinstance(value, float) else repr(value)
            return text.replace(f"got {value!r}", "got ...").replace(f"got {short}", "got ...")
        except Exception as problem:
            return f"({type(problem).__name__})"
    return None


def messages() -> dict[str, dict[str, list[str]]]:
    """Values by message, for each "Class argument"."""
    by_name: dict[str, dict[str, list[str]]] = {}
    for cls in dict.fromkeys(CLASSES):
        for argument in arguments_of(cls):
            values = by_name[f"{cls.__name__} {argument.name}"] = {}
            for value in WRONG:
                if (text := message(cls, argument.name, value)) is not None:
                    values.setdefault(text, []).append(repr(value))
    return by_name


def grouped(actual: dict[str, dict[str, list[str]]]) -> list[dict[str, Any]]:
    """The table as it is stored: arguments of equal messages together."""
    groups: dict[str, list[str]] = {}
    for name, values in actual.items():
        groups.setdefault(json.dumps(values), []).append(name)
    return [{"arguments": names, "messages": json.loads(values)} for values, names in groups.items()]


def stored() -> dict[str, dict[str, list[str]]]:
    """The table of the file, as `messages` returns it."""
    return {name: group["messages"] for group in json.loads(TABLE.read_text()) for name in group["arguments"]}


if __name__ == "__main__":
    lines = [json.dumps(group) for group in grouped(messages())]
    TABLE.write_text("[\n" + ",\n".join(lines) + "\n]\n")
