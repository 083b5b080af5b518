"""Page to draw loops in shape space: its data, and its integral against the displacement in Python."""

import json
import re
import shutil
import subprocess

import numpy as np
import pytest

import snakelab as sl
from snakelab.plugins.studio.page.report_page import _asset
from three_links import swimmer


@pytest.fixture(scope="module")
def space():
    return sl.gaits.ShapeSpace(swimmer())


@pytest.fixture(scope="module")
def page(space, tmp_path_factory):
    return sl.plugins.studio.shape_loop_page(space, tmp_path_factory.mktemp("page") / "loops.html", 2.0, 41)


@pytest.mark.thorough
def test_the_page_is_self_contained(page):
    text = page.read_text()
    assert "http://" not in text and "https://" not in text
    data = json.loads(re.search(r'id="data">(.*?)</script>', text, re.S)[1])
    assert len(data["first"]) == 41 and np.shape(data["A"]) == (6, 41, 41) and np.shape(data["values"]) == (3, 41, 41)


@pytest.mark.few(1, others="slow")
@pytest.mark.parametrize("radius", [0.5, 1.6])
def test_its_integral_is_the_displacement_of_python(page, space, radius, tmp_path):
    node = shutil.which("node") or pytest.skip("node is not installed")
    angle = 2 * np.pi * np.arange(180) / 180
    points = np.column_stack([radius * np.cos(angle), radius * np.sin(angle)]).tolist()
    data = re.search(r'id="data">(.*?)</script>', page.read_text(), re.S)[1]
    script = tmp_path / "run.cjs"
    source = _asset("shape_loop.js")
    script.write_text(
        f"{source}\nconst poses = displacement({data}, {points});\nconsole.log(JSON.stringify(poses.at(-1)))"
    )
    document = json.loads(
        subprocess.run([node, str(script)], capture_output=True, text=True, check=True, timeout=500).stdout
    )
    expected = sl.gaits.cycle_displacement(space, sl.gaits.PolygonLoop(points), intervals=180).pose
    assert document == pytest.approx(expected, abs=2e-4)


def test_other_than_two_variables_are_refused(tmp_path):
    link, joint = sl.Link(0.1, mass=0.1), sl.Revolute("z")
    robot = sl.Robot([link, *3 * [joint, link]], base="planar")
    space = sl.gaits.ShapeSpace(sl.build_model(robot, sl.World([sl.ViscousFriction(1.0, 2.0)])))
    with pytest.raises(sl.errors.SimulationError, match="two shape variables"):
        sl.plugins.studio.shape_loop_page(space, tmp_path / "a.html", 1.0)
