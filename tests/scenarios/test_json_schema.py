"""The published schema takes what snakelab takes, refuses only what snakelab refuses, and explains every key."""

import copy
import json
import re

import pytest

from optional_packages import jsonschema
from snakelab.errors import ScenarioError, SnakelabError
from snakelab.parameters.declarations import Kind, declarations_of
from snakelab.scenarios.catalogue import find, library
from snakelab.scenarios.class_registry import GROUPS, type_name
from snakelab.scenarios.forms import arguments_of, read_form
from snakelab.scenarios.json_schema import CLASSES, allowed, scenario_schema
from snakelab.scenarios.scenario_form import ScenarioForm
from snakelab.scenarios.yaml_document import POSITIVE_PATTERN, TEXT_PATTERN, Document, parse, quantity, read_document
from wrong_arguments import VALID

SCHEMA = scenario_schema()
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)


def faults(data) -> list[str]:
    """What the schema has against a scenario."""
    return [f"{error.json_path}: {error.message}" for error in VALIDATOR.iter_errors(data)]


# All words, and all ways of writing them.
COUPLED = """
name: coupled
robot:
  base: fixed
  parts:
    - link: {length: 0.2, mass: 1, name: tail}
    - repeat: {times: 5, parts: [revolute: {actuator: passive}, link: {length: 0.2, mass: 1}]}
    - soft_section:
        {length: 0.2, mass: 0.1, actuator_radius: 0.02, skin_radius: 0.03, angles: [0, pi/2, pi, 1.5 * pi],
         radii: [0.01, 0.02, 0.01, 0.02], actuators: [repeat: {times: 3, actuators: [tendon: {max_tension: 10}]}, tendon],
         springs: {stiffness: 100, damping: 1}}
  gears:
    - {driven: joint3, by: joint1, ratio: -2, stiffness: 100, damping: 0.1}
  loops:
    - {first: tail, first_point: [0.1, 0.1, 0], second: link6, second_point: [0.1, 0.1, 0], stiffness: 100}
  cables:
    - {guides: [{on: tail, point: [0, 0.02, 0]}, {on: tail, point: [0.1, 0.02, 0]}], friction: 0.1, actuator: winch}
    - guides: [{on: tail}, {on: tail, point: [0.1, 0.02, 0]}]
      actuator: {winch: {actuator: {motor: {force_limit: 10}}, inertia: 0.1}}
    - {guides: [{on: tail}, {on: tail, point: [0.1, 0.02, 0]}], actuator: {muscle: {max_force: 10}}, name: flexor}
world:
  objects:
    - {shape: {ball: {radius: 0.1}}, mass: 1, position: [0, 1, 0], velocity: [0, 0.1, 0], inertia: [0.1, 0.1, 0.1]}
    - {shape: {capsule: {radius: 0.1, length: 0}}, mass: 1, position: [0, 2, 0], rotation: [0, pi/2, 0], friction: null}
    - {shape: {cuboid: {size: [0.1, 0.2, 0.3]}}, mass: 1, position: [0, 3, 0], friction: {mu_tangential: 0.2}, name: box}
    - shape: {convex_hull: {points: [[0, 0, 0], [0.1, 0, 0], [0, 0.1, 0], [0, 0, 0.1]], max_vertices: 8}}
      mass: 1
      position: [0, 4, 0]
    - {shape: {ball: {radius: 0.1}}, density: 500, position: [0, 5, 0]}
duration: 1
"""

EVERYTHING = """\
name: everything
robot:
  base: floating
  base_end: tail
  frames:
    - {name: camera, on: head, rotation: [0, 0.1, 0]}
  skin: {points_around: 10}
  propellers:
    - {on: tail, point: [0.1, 0.02, 0], direction: [1, 0, 0], curve: [[-1, -10], [1, 20]]}
    - {on: tail, direction: -z, max_thrust: .inf}
  sensors:
    - encoders
    - torque_sensors: {noise: 0.1}
    - imu: {on: tail, point: [0, 0, 0.01], accelerometer_bias: [0, 0.1, 0], attitude_noise: null}
    - repeat: {times: 3, sensors: [depth_sensor: {surface: 1, rate: 10, delay: 0.1, name: gauge}]}
    - pose_sensor: {on: head}
  cameras:
    - camera: {on: camera, axes: optical, lens: {width: 320, height: 200, fx: 150.5, fy: 150, cx: 160, cy: 99.5}}
    - stereo_camera:
        {on: tail, baseline: 0.08, lamp: {brightness: 2, reach: 0.5, beam: 0.8}, rate: 10, name: eyes,
         image_sensor: {gain: 1.2, exposure_time: 0.01, read_noise: 1, photon_noise: 2, colour: true, covered: [1, 2], seed: 3},
         lens: {field_of_view: pi/2, distortion: radial_tangential, coefficients: [-0.1, 0.01, 0, 0]}}
    - depth_camera: {on: head, nearest: 0.1, farthest: 5, noise: 0.01}
  parts:
    - link: {length: 0.2, mass: 1, section: {box: {width: 0.04, height: 0.03}}, com: 0.05, name: tail,
        wheels: [{point: [0.1, 0.02, -0.02], radius: 0.01, axle: y, mass: 0.01},
          {spinning_wheel: {point: [0.1, -0.02, -0.02], radius: 0.01, mass: 0.01}}]}
    - mount: {rotation: [0, 0, pi/2]}
    - repeat:
        times: 2
        parts:
          - revolute: {axis: [0, 1, 1], actuator: {servo: {kp: 3, torque_limit: 8.3, speed_limit: 6}},
              dry_friction: 0.1, dry_eps: 0.02, armature: 1e-3}
          - prismatic: {actuator: passive, spring: {stiffness: 2}, limits: {lower: -pi/8, upper: 0.1}}
          - link: {length: 0.1, mass: 0.1, section: {cylinder: {radius: 0.01}}, com: [0.05, 0, 0], volume: neutral, buoyancy:
          [0.05, 0, 0.01]}
    - soft_section:
        {length: 0.3, mass: 0.5, actuator_radius: 0.02, skin_radius: 0.03, n_steps: 4, springs: {stiffness: 100},
         actuators: [pneumatic: {area: 1e-4}, {repeat: {times: 2, actuators: [motor: {force_limit: 5}]}}]}
    - rod:
        {name: arm, length: 0.22, taper: [0.02, 0.01], density: 1000, E: 1e6, G: 4e5, strains: [bend_y, stretch], degree: [2, 0],
         damping: 0.01, incompressible: true, actuators: [motor, passive], limits: {lower: -1, upper: 1}, volume: neutral}
    - rod: {length: 0.24, section: {box: {width: 0.02, height: 0.01}}, mass: 0.1, stiffness: [1, 1, 1, 1, 1, 1], degree: 1}
    - soft_section:
        length: 0.21
        mass: 0.2
        actuator_radius: 0.02
        skin_radius: 0.045
        actuators: hydraulic
        springs:
          - elastomer:
              length: 0.21
              chamber: {radius: 0.008, wall: 0.006, fabric: 0.002, body_radius: 0.045, sharing: 3}
              elastic: {yeoh: {c10: 12563, c20: -67, c30: 3}}
              viscous: {consistency: 2.0e+4, index: 0.3, slow: 1e-3}
              ring_modulus: 2.0e+5
          - elastomer: {length: 0.3, chamber: {radius: 0.01, wall: 0.006, fabric: 0}, elastic: {linear_elastic: {modulus: 1e5}}}
          - {stiffness: 100, damping: 1}
    - revolute
    - link: {length: 1, mass: 1, section: {ellipse: {width: 0.1, height: 0.05}}, volume: 0.01,
            inertia: [[2, 0, 0], [0, 2, 0], [0, 0, 2]]}
cameras: [{camera: {on: base, name: behind}}]
world:
  scenery:
    {seed: 1, contrast: 0.5, grain: 0.01, light: 0.5, attenuation: [0.5, 0.1, 0.1], water_colour: [0, 0.2, 0.3],
     room: [8, 6, 3], centre: [1, 0, 0], boxes: 10, clear: [3, 2]}
  media:
    - gravity: {acceleration: [0, 0, -9.8]}
    - gravity:
    - link_friction: {mu_tangential: 0.1, mu_normal: 0.2, mu_backward: null, shape: elliptic}
    - viscous_friction: {tangential: 1, normal: 2}
    - contact
    - contact: {surface: {height_field: {heights: [[0, 0], [0, 1]], spacing: [1, 2]}}, friction: null}
    - contact:
        surface: {block: {size: [1, 2, 3]}}
        friction: {mu_tangential: 0.5, mu_normal: 0.2, frame: world, shape: per_axis}
    - fluid:
        surface: 0
        currents:
          - current: {velocity: [0.1, 0, 0], region: {region: {lower: [0, 0, -.inf]}}}
          - current_map: {u: [[0, 1], [0, 1]], v: [[0, 0], [0, 0]], origin: [1, 2], spacing: 2}
          - current: {gradient: [[0, 0, 1], [0, 0, 0], [0, 0, 0]], region: {pipe: {line: [[0, 0, 0], [1, 0, 0]], radii: 0.2}}}
    - lumped_fluid: {drag: 1, region: {region: {upper: [0, 0, 0]}}}
    - inertia_box_fluid: {density: 1.2, viscosity: 1.8e-5, wind: [1, 0, 0]}
    - grass: {seed: 2, size: [0.4, 0.4], relief: {incline: {angle: 0.1}}, body: {radius: 0.04}}
    - rocks: {size: [0.4, 0.4]}
    - gravel: {size: [0.4, 0.4]}
    - sand: {size: [0.4, 0.4]}
    - contact:
        friction:
          regional_friction:
            mu_tangential: 0.5
            patches: [{lower: [0, 0], upper: [1, 1], mu_tangential: 0.1}]
        name: patched
    - damper: {part: tail, translation: [1, 2, 0], rotation: [0, 0, 0.1], point: [0, 0, 0], name: brake}
    - ellipsoid_fluid: {density: 1.2, ellipsoids: [{on: tail, semi_axes: [0.1, 0.02, 0.02], kutta_lift: 0.5}], name: ell}
    - granular_medium: {material: loose_poppy_seed, depth: 0.03}
    - self_contact: {stiffness: 1.0e+4, damping: 10, friction: {mu_tangential: 0.2}, ignore: [[link1, link3]], name: touch}
    - granular_medium: {material: {close_poppy_seed: }, depth: 0.03}
    - granular_medium: {material: {generic_grains: {scale: 0.3}}, depth: 0, head_drag: 1, eps: 1.0e-4, name: beach}
    - granular_medium:
        material:
          granular_material: {a00: 0.1, a10: 0.1, b11: 0.1, b01: 0.2, b_11: 0, c11: 0, c01: 0.1, c_11: 0, d10: 0, source: ours}
        depth: -0.001
    - external_wrench: {part: tail, force: [1, 0, 0], point: [0.1, 0, 0], axes: body, start: -.inf, end: 2, name: push}
    - external_wrench: {part: tail, torque: [[0, 0, 0], [0, 0, 1]], times: [0, 1], name: twist}
    - contact:
        surface:
          extruded:
            lower: [-12, -7]
            upper: [-3, -3]
            solids:
              - hull_wall: {pipe: {line: [[-5, -5], [-9, -5]], radii: [0.2, 0.1]}}
              - outline: {points: [[-4, -4], [-3, -4], [-3, -3]]}
              - post: {centre: [-4, -6], radius: 0.2}
    - contact: {surface: {pole: {radius: 0.1, axis: [0, 0, 1]}}, stiffness: 2}
    - contact:
        surface:
          terrain:
            size: [1, 2]
            relief:
              - incline: {angle: pi/20, foot: [0.1, 0]}
              - stairs: {rise: 0.1, steps: 2}
              - ripples: {amplitude: 0.01, wavelength: 0.2}
              - rough_ground: {deviation: 0.01, correlation: 0.1, hurst: null, seed: 3}
              - boulders: {smallest: 0.05, largest: 0.1}
    - contact: {surface: {terrain: {size: [1, 2], relief: {ripples: {amplitude: 0, wavelength: 1}}}}}
    - contact: {surface: {pipe: {line: [[0, 0, 0], [1, 0, 0]], radii: [0.1, 0.2], wall: .inf}}}
controller: {table_gait: {times: [0, 1], angles: [[0, 0, 0, 0, 0, 0, 0, 0], [pi, 0, 0, 0, 0, 0, 0, 1]]}}
duration: pi
solver: {step: 1e-3, integrator: DOP853, tolerance: 1e-6}
engine: {emulated_bus: {baud: 115200, lost: 0.01, dead: [2, 3], brown_out: {at: 1, duration: 0.1}}}
seed: 7
initial: {position: [1, 2, 3]}
reference_values:
  - {metric: work_gravity, above: 0, window: [1, 2], source: us}
  - {variable: head_position.x, time: 1, value: 1, tolerance: 0, source: us}
unchecked: [{claim: it shines, reason: no light, source: us}]
"""
VALUES = [None, -1, 2.5, "-pi/4", "x", [1, 2, 3], {}]


def data_of(text):
    data, _ = parse(text, "s.yaml")
    return data


def taken_by_snakelab(data):
    try:
        read_form(ScenarioForm, Document("s.yaml", data, {}))
    except ScenarioError:
        return False
    return True


def places(value, place=()):
    """Every place in the data, without the top."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, below in items:
        yield (*place, key)
        yield from places(below, (*place, key))


def changed(data, place, change):
    """The data with its value at one place changed."""
    data = holder = copy.deepcopy(data)
    for key in place[:-1]:
        holder = holder[key]
    change(holder, place[-1])
    return data


@pytest.mark.thorough
def test_the_schema_is_one_of_its_draft_and_plain_json():
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    assert json.loads(json.dumps(SCHEMA, allow_nan=False)) == SCHEMA


def test_every_reference_leads_somewhere():
    wanted = set(re.findall(r'"#/\$defs/(\w+)"', json.dumps(SCHEMA)))
    assert wanted <= set(SCHEMA["$defs"])
    assert {"Gravity_change", "Encoders_change", "repeat_change"} & wanted == set()  # what stands in lists alone
    assert set(SCHEMA["$defs"]) <= wanted


def test_the_schema_takes_every_scenario_of_the_library():
    found = {name: faults(read_document(find(name)).data) for name in library()}
    assert {name: lines for name, lines in found.items() if lines} == {}


def test_the_schema_takes_all_words_and_all_ways_of_writing_them():
    for text in (EVERYTHING, COUPLED):
        data = data_of(text)
        assert taken_by_snakelab(data)
        assert faults(data) == []
    said = set(re.findall(r"\w+", EVERYTHING + COUPLED))
    assert {type_name(cls) for family in GROUPS.values() for cls in family} - said == {
        "active_wheel_snake",
        "autopilot",
        "circular_arc",
        "concertina_gait",
        "cpg_gait",
        "cross_entropy",
        "curve_gait",
        "drawn_curve",
        "driving_gait",
        "eel",
        "elite_mean",
        "elliptic_wave",
        "end_effector",
        "engine_rollouts",
        "follower",
        "gait_parameters",
        "goal_cost",
        "height_image",
        "height_mesh",
        "height_table",
        "helix",
        "helix_rolling_gait",
        "hybrid_underwater",
        "joint_targets",
        "lane_rollouts",
        "light_eel",
        "mamba",
        "mujoco",
        "named_gait",
        "path_integral",
        "pipe_snake",
        "plane",
        "prescribed",
        "pump_drive",
        "rolling_gait",
        "sampling_mpc",
        "serpenoid_gait",
        "salamander",
        "snake_i",
        "snake_ii",
        "snake_iii",
        "soft_pneumatic",
        "steady_gait",
        "policy",
        "gaze_stabiliser",
        "goal_seeker",
        "teleop",
        "tendon_arm",
        "thrust_gait",
        "travel_cost",
        "winding_gait",
    }


@pytest.mark.parametrize(
    ("robot", "right"),
    [
        ("mamba", True),
        ("{eel: null}", True),
        ("{snake_iii: {joints: 6, section: box, wheels: true, actuator: prescribed}}", True),
        ("{snake_iii: {section: oval}}", False),
        ("{snake_iii: {wheel: true}}", False),
        ("{snake_iii: {}, eel: {}}", False),
        ("{snake_iii: {}, name: x}", False),
        ("{snake_iv: {joints: 6}}", False),
        ("snake_iv", False),
    ],
)
def test_a_ready_robot_stands_by_its_name(robot, right):
    data = data_of(f"name: s\nrobot: {robot}\nduration: 1\n")
    assert VALIDATOR.is_valid(data) == taken_by_snakelab(data) == right


@pytest.mark.thorough
@pytest.mark.parametrize("stride", [224, pytest.param(1, marks=pytest.mark.slow)])
def test_what_the_schema_refuses_snakelab_refuses_and_it_refuses_much(stride):
    """Some of the places are given one of the values each; every place all of them among the slow tests."""
    data = data_of(EVERYTHING)
    refused = taken = 0
    for i, place in enumerate(places(data)):
        for value in VALUES[i % stride :: stride]:
            wrong = changed(data, place, lambda holder, key, value=value: holder.__setitem__(key, value))
            if VALIDATOR.is_valid(wrong):
                taken += 1
            else:
                refused += 1
                assert not taken_by_snakelab(wrong), (place, value)
    assert refused > taken > 100 / stride


@pytest.mark.slow
@pytest.mark.parametrize("stride", [5, pytest.param(1, marks=pytest.mark.slow)])
def test_a_key_too_many_is_refused_everywhere(stride):
    data = data_of(EVERYTHING)
    holders = [place for place in places(data) if isinstance(place[-1], str)]
    for place in holders[::stride]:
        wrong = changed(data, place, lambda holder, key: holder.update({"an_unknown_key": 1}))
        assert not VALIDATOR.is_valid(wrong), place


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("name: everything\n", ""),
        ("duration: pi\n", ""),
        ("length: 0.2, mass: 1,", "mass: 1,"),
        ("kp: 3,", ""),
        ("length: 0.2,", "length: -0.2,"),
        ("length: 0.2,", "length: 0,"),
        ("length: 0.2,", "length: -pi,"),
        ("duration: pi", "duration: 2 pi"),
        ("shape: elliptic", "shape: oval"),
        ("integrator: DOP853", "integrator: euler"),
        ("base: floating", "base: flying"),
        ("[0, 1, 1]", "[0, 1]"),
        ("[0, 1, 1]", "w"),
        ("n_steps: 4", "n_steps: 4.5"),
        ("- revolute\n", "- link\n"),
        ("- revolute\n", "- {revolute: {}, mount: {}}\n"),
        ("metric: work_gravity", "metric: speed"),
        ("seed: 7", "seed: -7"),
        ("times: 2,", "times: -2,"),
    ],
)
def test_wrong_scenarios_are_refused_by_both(old, new):
    assert EVERYTHING.count(old) == 1
    data = data_of(EVERYTHING.replace(old, new))
    assert not VALIDATOR.is_valid(data)
    assert not taken_by_snakelab(data)


@pytest.mark.parametrize(
    "text",
    [
        "base: planar_prototype",
        "base: planar_prototype\nrobot: {name: x}\nsolver: {step: null}\ntorque_reference: null",
        "base: planar_prototype\ncontroller: {serpenoid_gait: {ramp: 1}}",
        "base: planar_prototype\ncontroller: {serpenoid_gait: null, table_gait: {times: [0, 1]}}",
        "base: planar_prototype\nset: {robot.parts.0.link.mass: 0.1}",
        "base: snakesys_creeping\nrobot: {snake_iii: {wheels: false, joints: null}}",
        "base: planar_prototype\ncontroller: {cpg_gait: {gait: {named_gait: {name: SWL}}, network: {topology: NNS}, "
        "schedule: [{at: 5, gait: {winding_gait: {yaw_winding: pi/4, pitch_winding: 0}}}]}}",
        EVERYTHING + "set: {duration: 1}",
    ],
)
def test_variants_may_leave_out_and_take_away(text):
    assert faults(data_of(text)) == []


@pytest.mark.parametrize(
    "text",
    [
        "base: [planar_prototype]",
        "base: planar_prototype\nrobot: {nam: x}",
        "base: planar_prototype\nrobot: {parts: [link: {mass: 1}]}",
        "base: planar_prototype\ncontroller: {serpenoid_gait: {ramp: -1}}",
        "base: planar_prototype\nset: [duration=1]",
        "base: planar_prototype\ncontroller: {cpg_gait: {schedule: {at: 5}}}",
        "base: planar_prototype\ncontroller: {named_gait: {nam: SWL}}",
        "set: {duration: 1}",
    ],
)
def test_wrong_variants_are_refused(text):
    assert not VALIDATOR.is_valid(data_of(text))


def test_every_key_is_explained_and_numbers_with_a_unit_say_it():
    for name, definition in SCHEMA["$defs"].items():
        for key, item in definition.get("properties", {}).items():
            assert name.endswith("_change") or len(item["description"]) > 2, (name, key)
    link = SCHEMA["$defs"]["Link"]["properties"]
    assert link["mass"]["description"] == "Mass [kg]."
    assert link["length"]["exclusiveMinimum"] == 0
    assert SCHEMA["$defs"]["LinkFriction"]["properties"]["eps"]["default"] == 1e-3
    assert SCHEMA["$defs"]["Revolute"]["properties"]["actuator"]["default"] == "prescribed"


def test_every_class_and_the_file_have_their_keys():
    for cls in (ScenarioForm, *CLASSES):
        name = cls.__name__
        properties = SCHEMA["$defs"][name]["properties"]
        assert list(properties) == [argument.key for argument in arguments_of(cls)], name


def test_defaults_are_those_that_the_schema_itself_takes():
    for name, definition in SCHEMA["$defs"].items():
        for key, item in definition.get("properties", {}).items():
            if "default" in item:
                one = VALIDATOR.evolve(schema={"$defs": SCHEMA["$defs"], **item})
                assert one.is_valid(item["default"]), (name, key)


def refusal(cls, valid, **changed):
    """The message with which a class refuses arguments; empty if it takes them."""
    try:
        cls(**valid | changed)
    except SnakelabError as problem:
        return str(problem)
    return ""


@pytest.mark.filterwarnings("ignore::snakelab.errors.SnakelabWarning")
def test_a_declared_bound_is_the_one_that_the_class_keeps():
    """A number beyond it is refused, and one at it is valid; the length of a list may have to fit another argument."""
    related = {"Robot", "Limits", "FibreReinforcedChamber", "Boulders", "Yeoh", "Autopilot", "TableGait", "Terrain"}
    refused = 0
    for cls in dict.fromkeys(CLASSES):
        name, valid = cls.__name__, VALID.get(cls.__name__, {})
        for key, bounds in allowed(cls).items():
            declaration = declarations_of(cls)[key]
            kind = float if declaration.of(Kind.NUMBER) else int
            wrong = [bounds[name] for name in ("exclusiveMinimum", "exclusiveMaximum") if name in bounds]
            wrong += [bounds["minimum"] - 1] if "minimum" in bounds else []
            wrong += [bounds["maximum"] * 2] if "maximum" in bounds else []
            checked_here = all(member.checked for member in declaration.members)
            expected = f"^({name} )?{key} must be" if checked_here else "."
            for value in wrong:
                assert re.search(expected, refusal(cls, valid, **{key: kind(value)})), (name, key, value)
            if "choices" in bounds:
                assert refusal(cls, valid, **{key: "no such word"}), (name, key)
            if "minimum" in bounds and isinstance(cls, type) and name not in related:
                assert not refusal(cls, valid, **{key: kind(bounds["minimum"])}), (name, key)
            refused += len(wrong)
    assert refused > 300


def test_bounds_choices_and_sizes_are_published():
    published = {type_name(cls): allowed(cls) for cls in CLASSES}
    assert published["link"]["mass"] == {"exclusiveMinimum": 0, "maximum": 1e9}
    assert published["link"]["com"] == {"minItems": 3, "maxItems": 3}
    assert published["soft_section"]["n_steps"] == {"minimum": 2, "maximum": 10000}
    assert published["robot"]["base"] == {"choices": ["floating", "planar", "fixed"]}
    assert published["revolute"]["axis"] == {
        "choices": ["x", "y", "z", "-x", "-y", "-z"],
        "minItems": 3,
        "maxItems": 3,
    }
    assert "force" not in published["external_wrench"]  # three numbers, or rows of three
    assert sum(map(len, published.values())) > 300


def test_keywords_for_forms_hold_unit_slider_and_whether_a_value_may_change():
    mass = SCHEMA["$defs"]["Link"]["properties"]["mass"]
    assert (mass["x-unit"], mass["x-live"]) == ("kg", True)
    assert mass["x-slider"] == {"minimum": 0.01, "maximum": 10, "step": 0.01}
    assert SCHEMA["$defs"]["Link"]["properties"]["length"]["x-live"] is False
    assert SCHEMA["$defs"]["Servo"]["properties"]["kp"]["x-unit"] == "N m/rad or N/m"
    assert SCHEMA["$defs"]["SolverForm"]["properties"]["step"]["x-unit"] == "s"


@pytest.mark.parametrize(
    "text", ["pi", "pi/4", "-2*pi", " - 3 * pi / 8 ", "+1e-3*pi", "2", "pi+1", "2pi", "pi/", "", "*pi"]
)
def test_texts_with_pi_are_those_that_snakelab_reads(text):
    try:
        value = quantity(text)
    except ValueError:
        value = None
    assert bool(re.search(TEXT_PATTERN, text)) == (value is not None)
    assert bool(re.search(POSITIVE_PATTERN, text)) == (value is not None and value > 0)
