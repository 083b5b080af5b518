"""The page of a sweep: what it draws, where its links lead, and that it needs nothing from outside."""

import math
import re
import xml.etree.ElementTree as ET
from html.parser import HTMLParser

import pytest

from snakelab.plugins.studies.sweeps.configuration import load_sweep
from snakelab.plugins.studies.sweeps.page import axis_of, colour, nice, nice_ratios, shades_of, spanned, sweep_page
from snakelab.plugins.studies.sweeps.parameters import Parameter, Range

AMPLITUDE, NORMAL = "controller.serpenoid_gait.amplitude", "world.media.0.viscous_friction.normal"
TANGENTIAL = "world.media.0.viscous_friction.tangential"
BASE = {"sweep": "waves", "scenario": "planar_viscous", "metrics": ["speed"]}


def page(parameters, status=lambda trial: "finished", **more):
    """A page of made-up results: the speed is the sum of the values, and a little for the seed."""
    sweep = load_sweep(BASE | {"parameters": parameters} | more)
    speed = lambda trial: float(sum(trial.values)) + 0.1 * (trial.seed or 0)  # noqa: E731
    results = {
        trial.key: {"status": status(trial), "wall_time": 1.0, "metrics": {"mean_speed": speed(trial)}}
        for trial in sweep.trials
    }
    return sweep_page(sweep, results, [f"trials/{i:04d}.yaml" for i in range(1, len(sweep.trials) + 1)])


def drawn(text):
    return [ET.fromstring(svg) for svg in re.findall(r"<svg.*?</svg>", text, re.S)]


def test_one_parameter_is_a_curve_through_the_means_with_every_trial_as_a_dot():
    (svg,) = drawn(page({AMPLITUDE: {"from": 0.2, "to": 1.0, "count": 5}}, seeds=[0, 1, 2]))
    assert len(svg.findall(".//circle")) == 15
    line = [float(pair.split(",")[1]) for pair in svg.find("polyline").get("points").split()]
    assert len(line) == 5 and line == sorted(line, reverse=True), "the speed grows, so the line goes up the page"
    band = [tuple(map(float, pair.split(","))) for pair in svg.find("polygon").get("points").split()]
    tops, bottoms = dict(band[:5]), dict(band[5:])
    dots = {(float(c.get("cx")), float(c.get("cy"))) for c in svg.findall(".//circle")}
    assert all((x, y) in dots for x, y in tops.items()) and all(bottoms[x] - y > 5 for x, y in tops.items())


def test_two_parameters_are_a_map_whose_cells_hold_the_mean_of_the_seeds_and_lead_to_the_scenarios():
    (svg,) = drawn(page({AMPLITUDE: [0.25, 0.5, 0.75], NORMAL: [2, 10]}, seeds=[0, 1]))
    links = svg.findall("a")
    assert [link.get("href") for link in links] == [f"trials/{i:04d}.yaml" for i in range(1, 7)]
    assert links[1].find("text").text == "10.3"  # 0.25 + 10 and half of 0.1
    first, second = (link.find("rect") for link in links[:2])
    assert first.get("x") == second.get("x") and float(first.get("y")) > float(second.get("y"))
    assert first.get("fill") == colour(0.0)[0] and links[5].find("rect").get("fill") == colour(1.0)[0]
    assert "amplitude = 0.25\nnormal = 2" in links[0].find("title").text
    assert {"amplitude [rad]", "normal [1/s]"} <= {element.text for element in svg.findall("text")}


def test_a_third_parameter_makes_a_map_for_each_of_its_values_with_the_same_colours():
    text = page({AMPLITUDE: [0.25, 0.5], NORMAL: [2, 10], TANGENTIAL: [0.5, 1.0, 1.5]})
    assert len(drawn(text)) == 3 and text.count("0.25 to 12; tangential") == 0
    captions = re.findall(r"<figcaption>(.*?)</figcaption>", text)
    assert captions == [f"mean_speed [m/s], 2.75 to 12; tangential = {t}" for t in ("0.5", "1", "1.5")]


def test_samples_are_a_cloud_over_each_parameter():
    ranges = {AMPLITUDE: {"from": 0.2, "to": 1.0}, NORMAL: {"from": 1, "to": 100, "scale": "log"}}
    svgs = drawn(page(ranges, sampling={"sobol": 20}))
    assert [len(svg.findall(".//circle")) for svg in svgs] == [20, 20]
    many = drawn(page({AMPLITUDE: {"from": 0.2, "to": 1.0}}, sampling={"random": 4000}))
    assert len(many[0].findall(".//circle")) == 1334, "every third"


def test_a_diverged_trial_is_marked_and_has_no_value():
    status = lambda trial: "diverged at t = 1 s" if trial.values[0] > 0.7 else "finished"  # noqa: E731
    (svg,) = drawn(page({AMPLITUDE: {"from": 0.2, "to": 1.0, "count": 5}}, status))
    assert len(svg.findall(".//circle")) == 3 and len(svg.findall(".//path[@class='cross']")) == 2
    text = page({AMPLITUDE: [0.2, 1.0], NORMAL: [2, 10]}, status)
    assert text.count('class="none"') == 2 and text.count('<td class="bad">diverged at t = 1 s</td>') == 2
    assert "2 finished, 2 diverged" in text


GROUNDS = [[{"viscous_friction": {"tangential": 1, "normal": n}}] for n in (2, 5, 10)]


@pytest.mark.parametrize("kind", [{}, {"sampling": {"random": 9}}])
@pytest.mark.parametrize("two", [{}, {AMPLITUDE: [0.2, 0.3]}])
def test_whole_grounds_that_look_alike_have_places_of_their_own(kind, two):
    sweep = load_sweep(BASE | kind | {"parameters": {"world.media": GROUNDS} | two})
    results = {t.key: {"status": "finished", "wall_time": 0.0, "metrics": {"mean_speed": 1.0}} for t in sweep.trials}
    svgs = drawn(sweep_page(sweep, results, [f"trials/{i}.yaml" for i in range(len(sweep.trials))]))
    shapes = [shape for svg in svgs[:1] for shape in svg.findall("./a/rect") + svg.findall("./a/circle")]
    ticks = [t.text for t in svgs[0].findall("text[@class='tick']") if t.text.startswith("[{")]
    assert len({(s.get("x") or s.get("cx")) for s in shapes}) == 3 == len(set(ticks))


class Outside(HTMLParser):
    """Finds what would be fetched or run."""

    found: list

    def handle_starttag(self, tag, attrs):
        self.found += [tag] if tag in ("script", "img", "link", "iframe") else []
        self.found += [value for name, value in attrs if name in ("src", "href") and not value.startswith("trials/")]


def test_the_page_asks_for_nothing_and_runs_nothing():
    reader = Outside()
    reader.found = []
    reader.feed(page({AMPLITUDE: [0.2, 1.0], NORMAL: [2, 10]}))
    assert reader.found == []


def test_names_of_a_file_cannot_become_markup():
    sweep = load_sweep(BASE | {"parameters": {"<b>x": {"places": [AMPLITUDE], "values": [0.2, 0.3]}}})
    results = {t.key: {"status": "failed: <script>", "wall_time": 0.0, "metrics": {}} for t in sweep.trials}
    text = sweep_page(sweep, results, ["trials/1.yaml", "trials/2.yaml"])
    assert "<script" not in text and "<b>x" not in text and "&lt;b&gt;x" in text


def test_axes_have_round_marks_and_hold_every_value():
    assert nice(0.13, 1.02) == [0.2, 0.4, 0.6, 0.8, 1.0]
    axis = spanned("x", [1.0, 3.0, math.nan])
    assert 0.0 < axis.at(1.0) < axis.at(3.0) < 1.0
    log = axis_of(Parameter("k", ("k",), Range(1.0, 100.0, log=True)), "k", [1.0, 100.0])
    assert log.at(10.0) == pytest.approx(0.5) and [word for _, word in log.ticks()] == ["1", "10", "100"]
    short = axis_of(Parameter("k", ("k",), Range(0.25, 4.0, log=True)), "k", [0.25, 4.0])
    assert [word for _, word in short.ticks()] == ["0.5", "1", "2"]
    assert nice_ratios(math.log10(2.1), math.log10(3.4)) == [2.5, 3.0]
    words = axis_of(Parameter("k", ("k",), ("a", "b")), "k", ["a", "b"])
    assert [words.at("a"), words.at("b")] == [0.25, 0.75]


def test_colours_are_logarithmic_where_half_of_the_values_would_look_equal():
    costs = shades_of([0.01, 0.02, 0.1, 10.0, math.nan])
    assert costs.log and costs.fraction(0.1) == pytest.approx(1 / 3)
    speeds = shades_of([0.001, 0.1, 0.2])
    assert not speeds.log and speeds.fraction(0.1005) == pytest.approx(0.5)
    assert not shades_of([-1.0, 0.0, 100.0]).log, "no logarithm of what is not positive"
