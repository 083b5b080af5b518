"""Displays in a notebook: every object at the end of a cell shows its values, units and a picture, with escaped text."""

import base64
import inspect
import io
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from PIL import Image

import snakelab as sl
from hostile import valid_calls
from recordings import hanging_recording
from snakelab.figures.notebook_html import PATH, RIGID, Dot, Shape, drawing, heat_map, number, prose, table, value_text
from snakelab.parameters import display_registry as registry
from snakelab.parameters.display_registry import Displayed
from snakelab.public_names import public_api, public_object
from snakelab.robots.branches import Socket
from snakelab.robots.couplings import Spool
from snakelab.robots.soft_sections import SectionActuator

PACKAGE = Path(sl.__file__).parent
EMPTY = {"br", "img", "hr"}
EVIL = "<script>alert(1)</script>"


class Checker(HTMLParser):
    """Parser that fails at a tag that is not closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag, attrs):
        if tag not in EMPTY:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        pass

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def shown(value) -> str:
    """HTML of a value, checked for closed tags and valid pictures."""
    text = value._repr_html_()
    checker = Checker()
    checker.feed(text)
    assert not checker.open and "<script" not in text
    for start in range(text.count("<svg")):
        part = "<svg" + text.split("<svg")[start + 1].split("</svg>")[0] + "</svg>"
        ElementTree.fromstring(part)
    return text


@pytest.fixture(scope="module")
def robot():
    servo = sl.Servo(kp=6.0, kd=0.1)
    frames, cameras = [sl.Frame("tip", "head")], [sl.Camera("head", name="eye")]
    link = sl.Link(0.11, mass=0.08)
    return sl.Robot(
        [link, *3 * [sl.Revolute("z", actuator=servo), link]], "planar", EVIL, frames=frames, cameras=cameras
    )


@pytest.fixture(scope="module")
def model(robot):
    return sl.build_model(robot, sl.World([sl.LinkFriction(0.05, 0.56, shape="per_axis")], name=EVIL))


@pytest.fixture(scope="module")
def run(model):
    return sl.simulate(model, sl.SerpenoidGait(0.5, 3.0, 0.7), duration=0.5)


def test_a_robot_shows_its_body_totals_and_parts(robot):
    text = shown(robot)
    assert text.count("<title>Link: ") == 4 and text.count("<title>Revolute about z") == 3
    assert text.count(f"fill: {RIGID}") == 4
    assert "0.44 m, 0.32 kg, 3 coordinates, planar base" in text and "&lt;script&gt;" in text
    assert "3 ×" in text and "Servo" in text and "cameras: eye (Camera)" in text


def test_a_soft_robot_shows_its_sections():
    from snakelab.robots.library.soft_robots import hybrid_underwater

    text = shown(hybrid_underwater(preset="halved"))
    assert "SoftSection" in text and "3 × Hydraulic" in text and "propellers: " in text


def test_a_world_and_a_model_show_the_media_with_units(model):
    for text in (shown(model.world), shown(model)):
        assert "LinkFriction" in text and "mu_tangential = 0.05" in text
    assert "gravity = " not in shown(sl.World([sl.LinkFriction(0.05, 0.56, shape="per_axis")]))
    assert "free space" in shown(sl.World()) and "free space" in shown(sl.build_model(model.robot))


def test_a_recording_shows_the_path_and_its_metrics(run):
    text = shown(run)
    assert f"stroke: {PATH}" in text and "mean_speed" in text and "m/s" in text
    assert "<svg" not in shown(sl.Recording(run.dataset.drop_vars("link_position"), run.status))


def test_metrics_show_rounded_values_with_units_and_definitions(run):
    metrics = sl.metrics(run)
    text = shown(metrics)
    assert number(metrics["mean_speed"]) in text and "<td>m/s</td>" in text and 'title="' in text


def test_a_comparison_shows_relative_differences(run, model):
    slower = sl.simulate(model, sl.SerpenoidGait(0.5, 1.5, 0.7), duration=0.5)
    text = shown(sl.compare([run, slower], names=["fast", EVIL]))
    assert "fast" in text and "%)</small>" in text


def test_a_frame_tree_shows_axes_and_origins(model):
    text = shown(sl.frame_tree(model))
    assert "joint2" in text and "0.22" in text and text.count("<title>x of ") == text.count("<title>z of ") > 10


@pytest.mark.thorough
def test_figures_are_pictures_without_pyplot(run):
    for figure in (
        sl.figures.overview_figure(run),
        sl.figures.joints_figure(run),
        sl.figures.comparison_figure([run, run]),
    ):
        assert figure._repr_png_().startswith(b"\x89PNG")


def test_a_scenario_shows_robot_controller_settings_and_source():
    text = shown(sl.load_scenario("planar_viscous"))
    assert "SerpenoidGait" in text and "duration = " in text and "reference values" in text
    assert "changed: duration" in shown(sl.load_scenario("planar_viscous", ["duration=1"]))


@pytest.mark.thorough
def test_studies_show_their_tables(tmp_path):
    given = {"sweep": "waves", "scenario": "planar_prototype", "set": {"duration": 0.05}, "metrics": ["mean_speed"]}
    given["parameters"] = {"controller.serpenoid_gait.amplitude": [0.3, 0.6]}
    assert "2 trials of planar_prototype" in shown(sl.plugins.studies.load_sweep(given))
    text = shown(sl.run_sweep(given, tmp_path / "sweep", workers=1))
    assert "2 of 2 trials finished" in text and "mean_speed [m/s]" in text


@pytest.mark.slow
def test_an_optimum_shows_its_best_values(tmp_path):
    pytest.importorskip("cma", reason="cma is not installed")
    place = "controller.serpenoid_gait.amplitude"
    given = {"sweep": "one", "scenario": "planar_prototype", "set": {"duration": 0.05}}
    given |= {"parameters": {place: {"from": 0.3, "to": 0.6}}}
    optimum = sl.optimise(given, tmp_path, maximise="mean_speed", trials=4, workers=1)
    assert f"{number(optimum.value)} in 4 trials" in shown(optimum)


def test_the_best_gait_is_shown(model):
    pytest.importorskip("cma", reason="cma is not installed")
    optimum = sl.optimise_gait(
        model, sl.SerpenoidGait(0.4, 3.0, 0.7), {"amplitude": (0.3, 0.6)}, duration=0.05, generations=1, population=4
    )
    assert "SerpenoidGait" in shown(optimum) and "4 runs" in shown(optimum)


def test_height_functions_are_maps(model):
    link, joint = sl.Link(0.1, mass=0.1), sl.Revolute("z")
    three = sl.Robot([link, joint, link, joint, link], base="planar")
    space = sl.gaits.ShapeSpace(sl.build_model(three, sl.World([sl.ViscousFriction(tangential=20.0, normal=60.0)])))
    text = shown(sl.gaits.height_functions(space, 1.0, n=5))
    assert text.count("<svg") == 3 and "m/rad²" in text
    assert "viscous" in shown(sl.gaits.connection(space.model, (0.1, 0.2)))
    moved = sl.gaits.cycle_displacement(space, sl.gaits.circle_loop(0.4))
    assert "distance" in shown(moved) and "m" in shown(moved)


def estimate():
    return sl.plugins.studies.Estimate("mu", "-", 0.05, 0.1, 0.04, 0.06, "determined")


def identification():
    both = (estimate(), estimate())
    return sl.plugins.studies.Identification(
        "fit", both, np.eye(2), {}, {}, 0.0, 10, 5, (), (), (), ("a remark", EVIL), "converged", {}, {}
    )


def test_an_identification_shows_estimates_and_intervals():
    text = shown(identification())
    assert "0.04 to 0.06" in text and "a remark" in text and "converged" in text
    assert "determined" in shown(estimate())


GAITS = [
    sl.SerpenoidGait(0.5, 3.0, 0.7),
    sl.gaits.SteadyGait([0.1, 0.2]),
    sl.TableGait([0.0, 1.0], [[0.0], [1.0]]),
    sl.Link(0.1, mass=0.1),
    sl.Revolute("z"),
    sl.Prismatic("x"),
    sl.SoftSection(0.15, 0.1, 0.02, skin_radius=0.03),
    sl.Rod(0.15, 0.01, 1000.0, 1e6),
    sl.Servo(kp=1.0, kd=0.1),
    sl.LinkFriction(0.05, 0.5, shape="per_axis"),
    sl.Gravity(),
    sl.Fluid(),
    sl.Camera("head", name="eye"),
    sl.SamplingMpc(sl.plugins.lanes.LaneRollouts(), goal=(1.0, 0.0)),
    sl.Autopilot(waypoints=[(1, 0, 0)]),
]


@pytest.mark.parametrize("value", GAITS, ids=lambda value: type(value).__name__)
def test_parts_gaits_media_and_controllers_show_their_arguments(value):
    assert type(value).__name__ in shown(value) and "<td" in shown(value)


def test_a_gait_shows_units_and_descriptions():
    text = shown(sl.SerpenoidGait(0.5, 3.0, 0.7))
    assert "3 rad/s" in text and "Peak joint angle" in text


def test_states_poses_and_distances_are_shown(model, run):
    assert "base_position" in shown(run.state)
    assert "distance" in shown(sl.physics.self_distance(model))
    solution = sl.InverseKinematics(model).solve((0.3, 0.1, 0.0), sl.initial_state(model))
    assert "reached" in shown(solution)


def test_values_are_rounded_and_long_ones_are_shortened():
    assert number(-0.0) == "0" and number(-1.23456) == "\N{MINUS SIGN}1.235"
    assert value_text(np.arange(20.0), "m") == "20 numbers, 0 to 19 m" and value_text(True) == "yes"
    assert value_text((1.0, 2.0), "N") == "(1, 2) N" and value_text(None) == "not given"
    assert len(value_text("x" * 1000)) < 200
    assert "and 5 more rows" in table([("a", "b")] * 45)


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("omega t - (b - 1) lag", "<i>ω</i> t - (b - 1) lag"),
        ("phi_yp, and 1/2 rho C_1 |u| u", "<i>φ</i><sub>yp</sub>, and 1/2 <i>ρ</i> <i>C</i><sub>1</sub> |u| u"),
        ("10 x^3 - 15 x^4, M^(-1)", "10 x<sup>3</sup> - 15 x<sup>4</sup>, M<sup>−1</sup>"),
        ("mu_tangential, `mu_t` and a_very_long_name", "mu_tangential, <code>mu_t</code> and a_very_long_name"),
        ("a < b & tau", "a &lt; b &amp; <i>τ</i>"),
    ],
)
def test_symbols_of_descriptions_are_set_and_names_of_arguments_stay(line, shown):
    assert prose(line) == shown


def test_a_sketch_shows_its_scale_and_the_directions_of_its_axes():
    assert "m\u2003x →\u2002y ↑" in drawing([Shape([(0, 0), (1, 1)], "red")], "line")
    assert "m\u2003x →\u2002z ↑" in drawing([Shape([(0, 0), (0.1, 2)], "red")], "line", axes="xz")
    run = hanging_recording()
    assert "x →\u2002z ↑" in run._repr_html_()


def test_drawings_leave_out_what_is_not_finite():
    assert drawing([Shape([(np.nan, 0), (1, 1)], "red")], "nothing") == ""
    assert "fill: #ff0000" in drawing([Dot((0.0, 0.0), "red")], "one dot")


def test_a_map_is_blue_below_zero_red_above_and_empty_where_nothing_is_known():
    picture = re.search(r"base64,([^\"]+)", heat_map([[np.nan, 0.0], [1.0, -1.0]], "map"))
    pixels = np.asarray(Image.open(io.BytesIO(base64.b64decode(picture[1]))).convert("RGBA"))[
        ::-1
    ]  # flipped in the file
    n = len(pixels) // 4
    upper, lower = pixels[n, [n, 3 * n]].astype(int), pixels[3 * n, [n, 3 * n]].astype(int)
    assert lower[0][3] == 0 and np.abs(upper[0][:3] - 247).max() < 3, "not known, and zero"
    assert lower[1][0] > lower[1][2] and upper[1][2] > upper[1][0], "red and blue"


@pytest.mark.thorough
def test_the_package_is_imported_without_the_displays():
    watched = ("snakelab.parameters.display_registry", "snakelab.figures")
    loaded = f"print([name for name in sys.modules if name.startswith({watched})])"
    program = f"import sys, snakelab; {loaded}; snakelab.build_model; snakelab.Recording; {loaded}"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=500)
    assert done.stdout.splitlines() == ["[]", "['snakelab.parameters.display_registry']"], done.stderr


def test_a_record_within_a_value_shows_what_differs_from_its_defaults():
    text = shown(
        sl.SamplingMpc(sl.plugins.lanes.LaneRollouts(), goal=(1.0, 2.0), sampling=sl.control.Sampling(64, sigma=0.3))
    )
    assert "Sampling: n_samples = 64; sigma = 0.3<" in text and ">TravelCost<" in text
    assert value_text(sl.Spring(2.0)) == "Spring: stiffness = 2"


def test_names_in_backticks_are_shown_as_code_and_a_number_stays_with_its_unit():
    text = shown(sl.gaits.NamedGait("SWL"))
    assert "<code>snakelab.gaits.orthogonal_gaits</code>" in text and "`" not in text
    assert '<td style="white-space:nowrap">0 s</td>' in text


def test_a_difference_that_rounds_to_zero_has_no_sign(run):
    text = shown(sl.compare([run, run], names=["a", "b"]))
    assert "(0 %)" in text and "+0 %" not in text and "\N{MINUS SIGN}0 %" not in text


class Keeper:
    """Controller that keeps its measurements."""

    period = 0.02
    needs = ("q",)

    def __init__(self):
        self.measurements = []

    def start(self, model, time):
        return sl.Command(np.zeros(model.n_coordinates)), {}

    def command(self, measurement, memory):
        self.measurements.append(measurement)
        return sl.Command(np.zeros(1)), memory


def measurement():
    keeper = Keeper()
    sl.simulate(valid_calls.model(), keeper, 0.04, step=0.01)
    return keeper.measurements[0]


# Functions that return an object of the class.
RETURNING = {
    "Allocation": "allocate", "Comparison": "compare", "Connection": "connection",
    "CurveFit": "fit_curve", "CycleDisplacement": "cycle_displacement", "Endurance": "endurance",
    "FrameTree": "frame_tree", "GaitOptimum": "optimise_gait", "HeightFunctions": "height_functions",
    "Metrics": "metrics", "Model": "build_model", "OptimalLoop": "optimal_loop", "Optimum": "optimise",
    "Scenario": "load_scenario", "SelfDistance": "self_distance", "State": "initial_state", "Sweep": "load_sweep",
    "SweepResult": "run_sweep",
}  # fmt: skip
MADE = {
    "Estimate": estimate,
    "Identification": identification,
    "Measurement": measurement,
    "Parameter": lambda: sl.parameters.parameters_of(valid_calls.robot())[0],
    "PoseSolution": lambda: sl.InverseKinematics(valid_calls.model()).solve((0.3, 0.1, 0.0), valid_calls.state()),
    "Recording": valid_calls.recording,
    "SectionActuator": lambda: SectionActuator(
        sl.SoftSection(0.1, 0.1, 0.01, 0.02, angles=(0.0, 1.0, 2.0)), 0, 1, "section1.actuator2"
    ),
    "Socket": lambda: Socket(sl.robots.Branch(**valid_calls.CLASSES["Branch"]())),
    "Spool": lambda: Spool(sl.robots.Winch(), "tendon"),
}


def subclasses(cls):
    for one in cls.__subclasses__():
        yield one
        yield from subclasses(one)


def displayed_classes():
    """All classes of the package that are displayed."""
    for name in public_api():
        public_object(name)
    found = {
        one for one in subclasses(Displayed) if one.__module__.startswith("snakelab.") and not inspect.isabstract(one)
    }
    return sorted(found, key=lambda cls: (cls.__module__, cls.__name__))


DISPLAYED = displayed_classes()


@pytest.mark.thorough
@pytest.mark.filterwarnings("ignore::snakelab.errors.SnakelabWarning")
@pytest.mark.parametrize("cls", DISPLAYED, ids=lambda cls: cls.__name__)
def test_every_class_that_is_displayed_shows(cls, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    name = cls.__name__
    if name in ("GaitOptimum", "Optimum"):
        pytest.importorskip("cma", reason="cma is not installed")
    if name in MADE:
        value = MADE[name]()
    else:
        maker = RETURNING.get(name, name)
        value = public_object(maker)(**(valid_calls.CLASSES | valid_calls.FUNCTIONS)[maker]())
    assert type(value) is cls and shown(value).startswith('<div class="snakelab"><div><strong>')


def test_there_are_displayed_classes_in_every_part_of_the_package():
    parts = {cls.__module__.removeprefix("snakelab.").removeprefix("plugins.").split(".")[0] for cls in DISPLAYED}
    assert len(DISPLAYED) > 60 and parts >= {"robots", "worlds", "physics", "gaits", "control", "results", "studies"}


def test_a_display_is_registered_by_the_name_of_a_displayed_class():
    registry.load_displays()
    registered = {name: display for name, display in registry._by_name.items() if name.startswith("snakelab.")}
    assert len(registered) >= 14 and registered.keys() <= {f"{cls.__module__}.{cls.__qualname__}" for cls in DISPLAYED}
    for name, display in registered.items():
        (annotated,) = (text for value, text in display.__annotations__.items() if value != "return")
        assert annotated == name.rpartition(".")[2]
