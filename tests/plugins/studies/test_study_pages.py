"""Pages of studies, and that of a sweep: what it draws, where its links lead, and that it needs nothing from outside."""

import math
import re
import xml.etree.ElementTree as ET
from html.parser import HTMLParser

import numpy as np
import pytest

from snakelab.plugins.studies.study_pages import Plot, Point, colour, colour_scale, sentence, sweep_page
from snakelab.plugins.studies.sweeps.configuration import load_sweep

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


SVG = "{http://www.w3.org/2000/svg}"


def drawn(text):
    return [ET.fromstring(svg) for svg in re.findall(r"<svg.*?</svg>", text, re.S)]


def anchors(svg):
    """Links of a plot: dots, rings, crosses, cells with a value, cells without one, and numbers."""
    kinds = {"dot": [], "ring": [], "cross": [], "cell": [], "empty": [], "number": []}
    for link in svg.iter(f"{SVG}a"):
        shape = next(one for one in link.iter() if one.tag != f"{SVG}title" and one.get("style"))
        style = shape.get("style")
        if shape.tag == f"{SVG}text":
            kinds["number"].append(link)
        elif shape.tag == f"{SVG}use":
            kinds["ring" if "fill: none" in style else "dot"].append(link)
        elif shape.get("d").count("M") == 2:
            kinds["cross"].append(link)
        else:
            kinds["empty" if "fill: none" in style else "cell"].append(link)
    return kinds


def positions(links):
    return [(float(one.get("x")), float(one.get("y"))) for link in links for one in link.iter(f"{SVG}use")]


def corner(link):
    (path,) = link.iter(f"{SVG}path")
    x, y = path.get("d").split()[1:3]
    return float(x), float(y), re.search(r"fill: (#\w+)", path.get("style"))[1]


def words(svg):
    return [one.text for one in svg.iter(f"{SVG}text")]


def test_one_parameter_is_a_curve_through_the_means_with_every_trial_as_a_dot():
    (svg,) = drawn(page({AMPLITUDE: {"from": 0.2, "to": 1.0, "count": 5}}, seeds=[0, 1, 2]))
    dots = positions(anchors(svg)["dot"])
    assert len(dots) == 15
    curve = next(
        p for p in svg.iter(f"{SVG}path") if "stroke: var(--mark" in p.get("style", "") and p.get("d").count("L") == 4
    )
    line = [tuple(map(float, pair.split())) for pair in re.findall(r"[\d.]+ [\d.]+", curve.get("d"))]
    heights = [y for _, y in line]
    assert heights == sorted(heights, reverse=True), "the speed grows, so the line goes up the page"
    for x, y in line:
        of_seeds = sorted(height for at, height in dots if at == pytest.approx(x))
        assert len(of_seeds) == 3 and of_seeds[1] == pytest.approx(y) and of_seeds[2] - of_seeds[0] > 5


@pytest.mark.thorough
def test_two_parameters_are_a_map_whose_cells_hold_the_mean_of_the_seeds_and_lead_to_the_scenarios():
    (svg,) = drawn(page({AMPLITUDE: [0.25, 0.5, 0.75], NORMAL: [2, 10]}, seeds=[0, 1]))
    kinds = anchors(svg)
    assert [link.get("href") for link in kinds["cell"]] == [f"trials/{i:04d}.yaml" for i in range(1, 7)]
    assert [link.find(f".//{SVG}text").text for link in kinds["number"]][1] == "10.3"  # 0.25 + 10 and half of 0.1
    first, second, *_, last = map(corner, kinds["cell"])
    assert first[0] == second[0] and first[1] > second[1]
    assert first[2] == colour(0.0)[0] and last[2] == colour(1.0)[0]
    assert "amplitude = 0.25\nnormal = 2" in kinds["cell"][0].find(f"{SVG}title").text
    assert {"amplitude [rad]", "normal [1/s]"} <= set(words(svg))


@pytest.mark.slow
def test_a_third_parameter_makes_a_map_for_each_of_its_values_with_the_same_colours():
    text = page({AMPLITUDE: [0.25, 0.5], NORMAL: [2, 10], TANGENTIAL: [0.5, 1.0, 1.5]})
    assert len(drawn(text)) == 3
    captions = re.findall(r"<figcaption>(.*?)</figcaption>", text)
    assert captions == [f"tangential = {t} 1/s" for t in ("0.5", "1", "1.5")]
    assert all("mean_speed [m/s]" in words(svg) for svg in drawn(text)), "the label of the colour bar"
    assert [[w for w in words(svg) if w in ("highest", "lowest")] for svg in drawn(text)] == [
        ["lowest"],
        [],
        ["highest"],
    ]


@pytest.mark.thorough
def test_the_extremes_are_named_with_their_values_and_the_objective_is_the_best():
    grid = {AMPLITUDE: [0.25, 0.5], NORMAL: [2, 10]}
    text = page(grid)
    highest = '<b>Highest</b>: 10.5 m/s at amplitude = 0.5 rad, normal = 10 1/s (<a href="trials/0004.yaml">trial&nbsp;4</a>).'
    lowest = (
        '<b>Lowest</b>: 2.25 m/s at amplitude = 0.25 rad, normal = 2 1/s (<a href="trials/0001.yaml">trial&nbsp;1</a>).'
    )
    assert f'<p class="extremes">{highest} {lowest}</p>' in text
    best = page(grid, minimise="speed")
    assert "<b>Best</b>: 2.25 m/s" in best and "best" in words(drawn(best)[0]) and "<b>Highest</b>" not in best
    (curve,) = drawn(page({AMPLITUDE: {"from": 0.2, "to": 1.0, "count": 5}}))
    assert {"highest", "lowest"} <= set(words(curve))
    equal = page({AMPLITUDE: [0.25, 0.5]}, status=lambda trial: "finished" if trial.values[0] < 0.3 else "failed")
    assert 'class="extremes"' not in equal, "a single value is neither"


@pytest.mark.slow
def test_samples_are_a_cloud_over_each_parameter():
    ranges = {AMPLITUDE: {"from": 0.2, "to": 1.0}, NORMAL: {"from": 1, "to": 100, "scale": "log"}}
    svgs = drawn(page(ranges, sampling={"sobol": 20}))
    assert [len(anchors(svg)["dot"]) for svg in svgs] == [20, 20]
    assert {"1", "10", "100"} <= set(words(svgs[1])), "a logarithmic axis has round numbers"
    many = drawn(page({AMPLITUDE: {"from": 0.2, "to": 1.0}}, sampling={"random": 4000}))
    assert len(anchors(many[0])["dot"]) == 1334, "every third"


def test_a_short_logarithmic_axis_has_ticks_of_equal_steps():
    ranges = {AMPLITUDE: {"from": 2.1, "to": 3.4, "scale": "log"}}
    assert {"2.2", "2.4", "2.6", "2.8", "3", "3.2", "3.4"} & set(words(drawn(page(ranges, sampling={"sobol": 16}))[0]))


@pytest.mark.thorough
def test_a_diverged_trial_is_marked_and_has_no_value():
    status = lambda trial: "diverged at t = 1 s" if trial.values[0] > 0.7 else "finished"  # noqa: E731
    (svg,) = drawn(page({AMPLITUDE: {"from": 0.2, "to": 1.0, "count": 5}}, status))
    kinds = anchors(svg)
    assert len(kinds["dot"]) == 3 and len(kinds["cross"]) == 2
    text = page({AMPLITUDE: [0.2, 1.0], NORMAL: [2, 10]}, status)
    assert len(anchors(drawn(text)[0])["empty"]) == 2 and text.count('<b class="bad">diverged at t = 1 s</b>') == 2
    assert "2 finished, 2 diverged" in text


GROUNDS = [[{"viscous_friction": {"tangential": 1, "normal": n}}] for n in (2, 5, 10)]


@pytest.mark.few(1)
@pytest.mark.parametrize("kind", [{}, {"sampling": {"random": 9}}])
@pytest.mark.parametrize("two", [{}, {AMPLITUDE: [0.2, 0.3]}])
def test_whole_grounds_that_look_alike_have_places_of_their_own(kind, two):
    sweep = load_sweep(BASE | kind | {"parameters": {"world.media": GROUNDS} | two})
    results = {t.key: {"status": "finished", "wall_time": 0.0, "metrics": {"mean_speed": 1.0}} for t in sweep.trials}
    svg = drawn(sweep_page(sweep, results, [f"trials/{i}.yaml" for i in range(len(sweep.trials))]))[0]
    kinds = anchors(svg)
    ticks = [word for word in words(svg) if word.startswith("[{")]
    columns = {x for x, _ in positions(kinds["dot"])} | {corner(cell)[0] for cell in kinds["cell"]}
    assert len(columns) == 3 == len(set(ticks))


class Outside(HTMLParser):
    """Finds what would be fetched or run."""

    found: list

    def handle_starttag(self, tag, attrs):
        self.found += [tag] if tag in ("script", "img", "link", "iframe") else []
        self.found += [
            value for name, value in attrs if name.endswith(("src", "href")) and not value.startswith(("trials/", "#"))
        ]


@pytest.mark.thorough
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


def test_colours_are_logarithmic_where_half_of_the_values_would_look_equal():
    costs = colour_scale([0.01, 0.02, 0.1, 10.0, math.nan])
    assert float(costs(0.1)) == pytest.approx(1 / 3)
    speeds = colour_scale([0.001, 0.1, 0.2])
    assert float(speeds(0.1005)) == pytest.approx(0.5)
    assert float(colour_scale([-1.0, 0.0, 100.0])(49.5)) == pytest.approx(0.5), "no logarithm of what is not positive"


def test_a_tooltip_and_a_link_cannot_become_markup():
    plot = Plot("x", "<b>", "<i>")
    point = Point((1.0,), 1.0, 'a"b.yaml', "<script>\x07")
    plot.dots([point], np.array([1.0]))
    text = plot.html({"<u>": 'a"b.svg'})
    (svg,) = drawn(text)
    (link,) = anchors(svg)["dot"]
    assert link.get("href") == 'a"b.yaml' and link.find(f"{SVG}title").text == "<script>\\x07"
    assert "<script" not in text and "<i>" not in text and "<u>" not in text and svg.get("aria-label") == "<b>"


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("the bound peak_torque < 1.4 N m is active", "The bound peak_torque < 1.4 N m is active."),
        (
            "world.media.1.contact.stiffness = 5 lies at the upper end",
            "world.media.1.contact.stiffness = 5 lies at the upper end.",
        ),
        ("amplitude = 0.2 lies at the lower end", "amplitude = 0.2 lies at the lower end."),
    ],
)
def test_a_remark_is_a_sentence_and_a_name_keeps_its_letters(line, text):
    assert sentence(line) == text
