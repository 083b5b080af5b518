"""Scenario files: they say what Python says, and what is wrong in them is reported with its place and the nearest name."""

import math
import textwrap

import numpy as np
import pytest

from snakelab.control.autopilot import Autopilot, AutopilotGains
from snakelab.errors import ScenarioError
from snakelab.gaits.gait import TableGait
from snakelab.gaits.serpenoid import SerpenoidGait
from snakelab.geometry.cross_sections import Box, Cylinder
from snakelab.robots.actuators import Limits, Motor, Passive, Servo, Spring
from snakelab.robots.joints import Mount, Prismatic, Revolute
from snakelab.robots.link import Link
from snakelab.robots.materials import Elastomer, FibreReinforcedChamber, PowerLawViscosity, Yeoh
from snakelab.robots.robot import Robot
from snakelab.robots.soft_sections import SoftSection
from snakelab.scenarios.class_registry import GROUPS, type_name
from snakelab.scenarios.scenario import load_scenario
from snakelab.worlds.friction import LinkFriction, ViscousFriction
from snakelab.worlds.gravity import Gravity
from snakelab.worlds.world import World

GOOD = """\
name: small
robot:
  base: planar
  parts:
    - link: {length: 0.1, mass: 0.2}
    - revolute: {axis: z}
    - link: {length: 0.1, mass: 0.2}
controller:
  serpenoid_gait: {amplitude: 0.5, angular_frequency: 2, phase_lag: 1}
duration: 1
"""


@pytest.fixture
def load(tmp_path):
    """Load a scenario from its text, dedented."""

    def load(text, *overrides):
        path = tmp_path / "s.yaml"
        path.write_text(textwrap.dedent(text), encoding="utf-8")
        return load_scenario(path, overrides)

    return load


@pytest.fixture
def complaint(load):
    """Return the error message for a scenario's text."""

    def complaint(text, *overrides):
        with pytest.raises(ScenarioError) as caught:
            load(text, *overrides)
        return str(caught.value)

    return complaint


def test_a_file_and_python_say_the_same(load):
    scenario = load(
        """
        name: everything
        title: All words
        robot:
          name: hybrid
          base: floating
          parts:
            - link: {length: 0.2, mass: 1, section: {box: {width: 0.04, height: 0.03}}, com: 0.05, name: tail}
            - mount: {rotation: [0, 0, pi/2], offset: [0, 0.01, 0]}
            - repeat:
                times: 2
                parts:
                  - revolute: {axis: [0, 1, 1], actuator: {servo: {kp: 3, torque_limit: .inf}}}
                  - prismatic: {actuator: passive, spring: {stiffness: 2}, limits: {lower: -0.1, upper: 0.1}}
                  - repeat: {times: 2, parts: [link: {length: 0.1, mass: 0.1, section: {cylinder: {radius: 0.01}}}]}
            - soft_section:
                length: 0.3
                mass: 0.5
                actuator_radius: 0.02
                skin_radius: 0.03
                n_steps: 4
                actuators: [passive, passive, {motor: {force_limit: 5}}]
                springs: {stiffness: 100}
            - revolute
            - link: {length: 1, mass: 1, inertia: [[2, 0, 0], [0, 2, 0], [0, 0, 2]]}
        world:
          name: everywhere
          media:
            - gravity
            - link_friction: {mu_tangential: 0.1, mu_normal: 0.2, mu_backward: null, shape: elliptic}
            - viscous_friction: {tangential: 1, normal: 2}
        controller:
          table_gait:
            times: [0, 1]
            angles: [[0, 0, 0, 0, 0, 0, 0, 0], [pi, 0, 0, 0, 0, 0, 0, 1]]
        duration: 3
        solver: {step: 1e-3, integrator: rk4, record_rate: 50}
        seed: 7
        initial: {position: [1, 2, 3], q: [0, 0, 0, 0, 0, 0, 0, 0.1]}
        """
    )
    piece = [
        Revolute((0, 1, 1), actuator=Servo(kp=3)),
        Prismatic(actuator=Passive(), spring=Spring(2), limits=Limits(-0.1, 0.1)),
        *2 * [Link(0.1, mass=0.1, section=Cylinder(0.01))],
    ]
    soft = SoftSection(0.3, 0.5, 0.02, 0.03, n_steps=4, actuators=(Passive(), Passive(), Motor(5)), springs=Spring(100))
    robot = Robot(
        [
            Link(0.2, mass=1, section=Box(0.04, 0.03), com=0.05, name="tail"),
            Mount((0, 0, math.pi / 2), (0, 0.01, 0)),
            *2 * piece,
            soft,
            Revolute(),
            Link(1, mass=1, inertia=((2, 0, 0), (0, 2, 0), (0, 0, 2))),
        ],
        name="hybrid",
    )
    media = [Gravity(), LinkFriction(0.1, 0.2, shape="elliptic"), ViscousFriction(1, 2)]
    assert scenario.robot == robot
    assert scenario.world == World(media, name="everywhere")
    assert isinstance(scenario.controller, TableGait)
    assert scenario.controller.angles[1][0] == math.pi
    assert (scenario.settings.duration, scenario.settings.step, scenario.settings.integrator) == (3, 1e-3, "rk4")
    assert (scenario.settings.record_rate, scenario.settings.seed, scenario.settings.tolerance) == (50, 7, None)
    assert scenario.initial["position"] == (1, 2, 3)


def test_a_misspelt_type_does_not_hide_faults_of_its_arguments(load):
    """The faults inside are reported with the line and the spelling of the file."""
    text = GOOD.replace("- revolute:", "- revolut:").replace("axis: z", "axis: w")
    repeated = "  parts:\n    - repeet: {times: 2, parts: [{link: {length: 0.1, mas: 0.2}}]}\n"
    with pytest.raises(ScenarioError) as caught:
        load(text.replace("  parts:\n", repeated, 1))
    lines = str(caught.value).splitlines()
    for expected in (
        ":5: robot.parts.0.repeet: unknown part 'repeet'; did you mean 'repeat'?",
        ":5: robot.parts.0.repeet.parts.0.link.mas: unknown key 'mas'; did you mean 'mass'?",
        ":7: robot.parts.2.revolut: unknown part 'revolut'; did you mean 'revolute'?",
        ":7: robot.parts.2.revolut.axis: ",
    ):
        assert any(expected in line for line in lines), (expected, lines)


def test_what_is_left_out_has_the_defaults_of_python_and_the_robot_is_called_after_the_scenario(load):
    scenario = load(GOOD)
    assert scenario.robot == Robot([Link(0.1, 0.2), Revolute("z"), Link(0.1, 0.2)], base="planar", name="small")
    assert scenario.world == World()
    assert scenario.controller == SerpenoidGait(0.5, 2, 1)
    assert scenario.settings.step == 2e-3
    assert scenario.settings.integrator == "extrapolated"
    assert scenario.settings.record_rate == 100
    assert (scenario.reference_values, scenario.unchecked, scenario.changes) == ((), (), ())


def test_the_data_are_those_of_the_file_after_overrides(load):
    scenario = load(GOOD, "duration=5", "controller.serpenoid_gait.amplitude=pi/3")
    assert scenario.data["duration"] == 5
    assert scenario.data["controller"]["serpenoid_gait"]["amplitude"] == "pi/3"
    assert scenario.settings.duration == 5
    assert scenario.controller.amplitude == math.pi / 3


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        # names
        ("duration:", "duratoin:", [":10: duratoin: unknown key 'duratoin'; did you mean 'duration'?"]),
        ("mass: 0.2}\n    - rev", "mas: 0.2}\n    - rev", [":5: robot.parts.0.link.mas: ", "did you mean 'mass'?"]),
        (
            "- revolute:",
            "- revolut:",
            [":6: robot.parts.1.revolut: ", "unknown part 'revolut'; did you mean 'revolute'?"],
        ),
        ("serpenoid_gait:", "serpentine_gait:", [":9: ", "unknown controller", "did you mean 'serpenoid_gait'?"]),
        (
            "serpenoid_gait:",
            "wave:",
            [
                "unknown controller 'wave'; allowed: autopilot, ",
                ", ".join(sorted(type_name(cls) for cls in GROUPS["controller"])),
            ],
        ),
        ("base: planar", "base: plane", [":3: robot.base: ", "'plane'", "did you mean 'planar'?"]),
        ("axis: z", "axis: w", [":6: robot.parts.1.revolute.axis: ", "'w'"]),
        ("axis: z", "axis: pitch", [":6: robot.parts.1.revolute.axis: ", "got 'pitch'; did you mean 'y'?"]),
        (
            "axis: z",
            "axis: z, actuator: {servo: {kp: 5, stall_torque: 3}}",
            ["actuator.servo.stall_torque: unknown key 'stall_torque'; did you mean 'torque_limit'?"],
        ),
        # missing
        ("duration: 1\n", "", ["s.yaml:1: the key 'duration' is missing"]),
        (
            "length: 0.1, mass: 0.2}\n    - rev",
            "mass: 0.2}\n    - rev",
            [":5: robot.parts.0.link: the key 'length' is missing"],
        ),
        # values
        (
            "mass: 0.2}\n    - rev",
            "mass: -1}\n    - rev",
            [":5: robot.parts.0.link.mass: ", "greater than 0 and at most 1e+09 kg, got -1"],
        ),
        (
            "mass: 0.2}\n    - rev",
            "mass: .nan}\n    - rev",
            [":5: robot.parts.0.link.mass: must be a number", "got nan"],
        ),
        ("mass: 0.2}\n    - rev", "mass: .inf}\n    - rev", [":5: robot.parts.0.link.mass: ", "finite", "got inf"]),
        (
            "mass: 0.2}\n    - rev",
            "mass: 80 g}\n    - rev",
            [":5: robot.parts.0.link.mass: must be a number", "got '80 g'"],
        ),
        (
            "mass: 0.2}\n    - rev",
            "mass: '0.2'}\n    - rev",
            ["robot.parts.0.link.mass: must be a number", "got '0.2'"],
        ),
        ("mass: 0.2}\n    - rev", "mass: true}\n    - rev", ["robot.parts.0.link.mass: must be a number", "got True"]),
        ("mass: 0.2}\n    - rev", "mass: }\n    - rev", ["robot.parts.0.link.mass: must be a number", "got nothing"]),
        (
            "length: 0.1, mass: 0.2}\n    - rev",
            "length: 1e300, mass: 0.2}\n    - rev",
            [":5: robot.parts.0.link.length: ", "at most 1e+06 m, got 1e+300"],
        ),
        ("amplitude: 0.5", "amplitude: [1]", [":9: controller.serpenoid_gait.amplitude: must be a number", "got [1]"]),
        ("amplitude: 0.5", "amplitude: pi+1", ["must be a number", "pi/4", "got 'pi+1'"]),
        ("duration: 1", "duration: 0", [":10: duration: must be greater than 0 s, got 0"]),
        ("duration: 1", "duration: 1" + "0" * 400, [":10: duration: must be a number"]),
        ("duration: 1", "duration: 1\nseed: 1.5", [":11: seed: must be a whole number; got 1.5"]),
        ("duration: 1", "duration: 1\nseed: 1.0e3", [":11: seed: must be a whole number; got 1000.0; write 1000"]),
        ("name: small", "name: ../small", [":1: name: ", "got '../small'"]),
        ("name: small", "name: 5", [":1: name: must be text; got 5"]),
        # shapes
        ("    - revolute: {axis: z}\n", "    - [1]\n", [":6: robot.parts.1: must be a part (link, ", "got [1]"]),
        ("{axis: z}", "z", [":6: robot.parts.1.revolute: must be keys with values (axis, ", "got 'z'"]),
        (
            "- revolute:",
            "- mount: {}\n      revolute:",
            [":6: robot.parts.1: must be one part, got 2: mount, revolute"],
        ),
        (
            "duration: 1",
            "duration: 1\nreference_values: {metric: mean_speed}",
            [":11: reference_values: must be a list"],
        ),
        ("duration: 1", "duration: 1\nworld: {media: gravity}", [":11: world.media: must be a list", "got 'gravity'"]),
        # robots, gaits, solvers and starts that do not fit
        ("duration: 1", "duration: 1\nsolver: {integrator: rk5}", [":11: solver.integrator: ", "did you mean 'rk4'?"]),
        ("duration: 1", "duration: 1\nsolver: {step: 0}", [":11: solver.step: must be greater than 0 s, got 0"]),
        ("duration: 1", "duration: 1\ninitial: {q: [0, 0]}", [":11: initial.q: q must be 1 numbers"]),
        ("duration: 1", "duration: 1\ninitial: {velocity: [0, 0, 1, 0, 0, 0]}", [":11: initial", "planar base"]),
        ("    - revolute: {axis: z}\n", "", [":7: controller: SerpenoidGait needs joints"]),
        (
            "duration: 1",
            "duration: 1\nreference_values: [{metric: speed, value: 1, tolerance: 0, source: us}]",
            [":11: reference_values.0.metric: unknown metric 'speed'; did you mean 'mean_speed'?"],
        ),
    ],
)
def test_bad_input_is_reported_with_line_place_value_and_the_nearest_name(complaint, old, new, words):
    assert GOOD.count(old) == 1
    message = complaint(GOOD.replace(old, new))
    assert "s.yaml:" in message
    assert all(word in message for word in words), message
    assert "\n" not in message


def test_a_robot_without_parts_is_refused(complaint):
    message = complaint(GOOD, "robot.parts=[]")
    assert "--set robot.parts=[]: " in message
    assert "at least one part" in message


def test_a_table_that_does_not_fit_the_joints_is_refused(complaint):
    message = complaint(GOOD, "controller={table_gait: {times: [0, 1], angles: [[0, 0], [1, 1]]}}")
    assert "2 columns" in message
    assert "1 coordinate" in message


def test_every_fault_of_a_file_is_reported_at_once(complaint):
    message = complaint(GOOD.replace("length: 0.1", "length: x").replace("duration: 1", "duration: y"))
    assert [line.split(": ")[1] for line in message.splitlines()] == [
        "robot.parts.0.link.length",
        "robot.parts.2.link.length",
        "duration",
    ]


def test_repeats_without_end_are_refused(complaint):
    part = "{link: {length: 1, mass: 1}}"
    for _ in range(5):
        part = f"{{repeat: {{times: 100, parts: [{part}]}}}}"
    assert "at most 10000" in complaint(GOOD, f"robot.parts=[{part}]")


ELASTIC = """\
name: soft
robot:
  base: fixed
  parts:
    - soft_section: {length: 0.2, mass: 1, actuator_radius: 0.02, skin_radius: 0.045, actuators: hydraulic, springs: SPRINGS}
duration: 1
"""
TUBE = "chamber: {radius: 0.008, wall: 0.006, fabric: 0.002, body_radius: 0.045}"
RUBBER = f"{{elastomer: {{length: 0.2, {TUBE}, elastic: {{yeoh: {{c10: 12563}}}}, viscous: {{consistency: 7}}}}}}"


def test_a_spring_has_its_own_keys_or_the_word_elastomer(load):
    chamber = FibreReinforcedChamber(0.008, 0.006, 0.002, 0.045)
    rubber = Elastomer(0.2, chamber, Yeoh(12563.0), PowerLawViscosity(7.0))
    for text, springs in (
        ("{stiffness: 2}", Spring(2.0)),
        (RUBBER, rubber),
        (f"[{{stiffness: 2}}, {RUBBER}, null]", (Spring(2.0), rubber, Spring())),
    ):
        assert load(ELASTIC.replace("SPRINGS", text)).robot.parts[0].springs == springs


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{stifness: 2}", "springs.stifness: unknown key 'stifness'; did you mean 'stiffness'"),
        ("{elastmer: {length: 1}}", "springs.elastmer: unknown material 'elastmer'; did you mean 'elastomer'"),
        ("elastomr", "unknown material 'elastomr'; did you mean 'elastomer'"),
        ("[1, 2, 3]", "springs.1: must be keys with values (stiffness, damping, rest); got 2"),
        (RUBBER.replace("yeoh", "yeo"), "elastomer.elastic.yeo: unknown elastic 'yeo'; did you mean 'yeoh'"),
        (RUBBER.replace("0.045", "0.01"), "chamber.body_radius: FibreReinforcedChamber body_radius must leave room"),
        (RUBBER.replace("length: 0.2", "length: -0.2"), "springs.elastomer.length: Elastomer length must be greater than 0"),
    ],
)  # fmt: skip
def test_a_wrong_elastomer_is_reported_at_its_place(complaint, text, words):
    assert words in complaint(ELASTIC.replace("SPRINGS", text))


def test_an_unknown_scenario_gets_the_nearest_name():
    with pytest.raises(ScenarioError, match=r"unknown scenario 'planar_protoype'; did you mean 'planar_prototype'\?"):
        load_scenario("planar_protoype")
    with pytest.raises(ScenarioError, match=r"unknown scenario 'xyz'; `snakelab list` names all"):
        load_scenario("xyz")
    with pytest.raises(ScenarioError, match=r"no file .*planar_prototype\.yaml"):
        load_scenario("planar_prototype.yaml")


def test_the_prototype_is_that_of_the_paper():
    """The prototype: 80 g, 110 x 40 x 30 mm, I = 9.133e-5 kg m^2, servos of 0.353 N m."""
    scenario = load_scenario("planar_prototype")
    links = [part for part in scenario.robot.parts if isinstance(part, Link)]
    assert len(links) == 5
    assert scenario.robot.mass == pytest.approx(0.4)
    for link in links:
        assert np.round(link.inertia_matrix()[2, 2], 8) == 9.133e-5
        assert link.com_point()[0] == 0.055
    assert scenario.world.media == (LinkFriction(mu_tangential=0.05, mu_normal=0.56, shape="per_axis"),)
    assert scenario.controller == SerpenoidGait(math.pi / 4, math.pi / 2, math.pi / 4)
    assert scenario.settings.duration == 20
    assert scenario.torque_reference == 0.353


@pytest.mark.parametrize("name", ["planar_viscous", "planar_coulomb"])
def test_the_simulation_study_is_that_of_the_paper(name):
    """The simulation study, under either friction: l = 2 m, d = 1 m, m = 1 kg, I = 0.33 kg m^2."""
    scenario = load_scenario(name)
    link = scenario.robot.parts[0]
    assert (link.length, link.mass, link.com_point()[0], link.inertia_matrix()[2, 2]) == (2, 1, 1, 0.33)
    assert scenario.robot.n_coordinates == 4
    viscous = (ViscousFriction(tangential=1, normal=30),)
    coulomb = (LinkFriction(mu_tangential=0.05, mu_normal=0.56, shape="per_axis"),)
    assert scenario.world.media == (viscous if name == "planar_viscous" else coulomb)


AUTOPILOT = """\
name: autopilot
robot:
  parts:
    - link: {length: 0.2, mass: 1, section: {cylinder: {radius: 0.05}}, name: hull}
  propellers:
    - {on: hull, point: [0, 0.1, 0]}
    - {on: hull, point: [0, -0.1, 0]}
world: {media: [fluid]}
controller:
  autopilot: {waypoints: [[3, 0, 0], [3, 3, 0]], speed: 0.2, gains: {bend: 0.1}, joints: null}
duration: 1
"""


def test_a_scenario_may_have_a_controller_instead_of_a_gait(load, complaint):
    scenario = load(AUTOPILOT)
    autopilot = Autopilot(waypoints=((3, 0, 0), (3, 3, 0)), speed=0.2, gains=AutopilotGains(bend=0.1))
    assert scenario.controller == autopilot
    assert "controller.autopilot.gains.bend: " in complaint(AUTOPILOT.replace("bend: 0.1", "bend: -1"))
    deep = complaint(AUTOPILOT.replace("speed: 0.2", "speed: 0.2, depth: 1"))
    assert "s.yaml:9: controller: Autopilot depth needs a vertical propeller" in deep
    assert "3 numbers in m" in complaint(AUTOPILOT.replace("[3, 0, 0]", "[3, 0]"))


def test_all_faults_of_a_file_are_reported_beside_an_unknown_key(tmp_path):
    path = tmp_path / "faults.yaml"
    path.write_text(
        "name: faults\nrobots: 3\nduratoin: 1\nseed: -1\nrobot:\n  base: planar\n  color: red\n  parts:\n"
        "    - link: {length: word, mas: 1}\n    - revolute: {axis: 3, spring: {stiffness: none}}\n    - link: {length: 0.1}\n",
        encoding="utf-8",
    )
    with pytest.raises(ScenarioError) as error:
        load_scenario(path)
    lines = str(error.value).splitlines()
    for words in (
        "unknown key 'robots'; did you mean 'robot'?",
        "unknown key 'duratoin'; did you mean 'duration'?",
        "seed: must be a whole number of at least 0",
        "unknown key 'color'",
        "robot.parts.0.link.length: must be a number",
        "unknown key 'mas'; did you mean 'mass'?",
        "spring.stiffness: must be a number",
        "robot.parts.2.link: the key 'mass' is missing",
    ):
        assert sum(words in line for line in lines) == 1, (words, lines)
    assert not any("'duration' is missing" in line or "parts.0.link: the key" in line for line in lines)


@pytest.mark.parametrize("text", ["50 deg", "30deg", "50°", "2 degrees"])
@pytest.mark.parametrize("place", ["controller.serpenoid_gait.amplitude", "initial.q", "torque_reference"])
def test_degrees_are_taken_nowhere_and_the_number_to_write_is_reported(text, place):
    value = f"[{text}]" if place == "initial.q" else text
    number = text.split("deg")[0].strip(" °")
    advice = "its unit is N m" if place == "torque_reference" else rf"write {number}\*pi/180"
    with pytest.raises(ScenarioError, match=rf"must be .* in SI units.*; {advice}"):
        load_scenario("planar_viscous", [f"{place}={value}"])


def test_faults_of_an_object_are_reported_beside_those_of_its_parts_and_an_anchored_one_once(tmp_path):
    path = tmp_path / "s.yaml"
    path.write_text(
        "name: a\nrobot:\n  base: plannar\n  parts:\n    - link: &link {length: 0.1, mass: -0.1}\n"
        "    - revolute: {axis: z, actuatr: passive}\n    - link: *link\nworld: {media: [gravity]}\nduration: -3\n",
        "utf-8",
    )
    with pytest.raises(ScenarioError) as error:
        load_scenario(path)
    lines = str(error.value).splitlines()
    assert len(lines) == 4
    assert any("s.yaml:3: robot.base: Robot base must be one of" in line for line in lines)
    assert any(
        "s.yaml:5: robot.parts.0.link.mass" in line and "(also robot.parts.2.link.mass)" in line for line in lines
    )
    assert any("unknown key 'actuatr'" in line for line in lines) and any("duration: must be" in line for line in lines)
