"""Command `snakelab loops`: the page of a scenario, for two bends, many joints, soft sections and friction."""

import json
import re

import numpy as np
import pytest
from typer.testing import CliRunner

import snakelab as sl
from snakelab.cli.main import app

SWIMMER = """
name: swimmer
robot:
  name: swimmer
  base: planar
  parts:
    - link: &link {length: 0.1, mass: 0.1}
    - repeat: {times: 2, parts: [{revolute: {axis: z, limits: {lower: -1.5, upper: 1.2}}}, {link: *link}]}
world: {media: [{viscous_friction: {tangential: 1, normal: 2}}]}
duration: 1
"""
SOFT = """
name: soft
robot:
  name: soft
  base: planar
  parts: [{repeat: {times: 3, parts: [{soft_section: {length: 0.1, mass: 0.05, actuator_radius: 0.01, skin_radius: 0.02}}]}}]
world: {media: [{viscous_friction: {tangential: 1, normal: 9}}]}
duration: 1
"""


def command(*words):
    return CliRunner().invoke(app, ["loops", *map(str, words)])


def written(path):
    text = path.read_text()
    return text, json.loads(re.search(r'id="data">(.*?)</script>', text, re.S)[1])


@pytest.mark.slow
def test_the_page_of_two_joints_keeps_their_limits(tmp_path):
    (tmp_path / "swimmer.yaml").write_text(SWIMMER)
    result = command(tmp_path / "swimmer.yaml", "--out", tmp_path / "new" / "a.html", "--json")
    assert result.exit_code == 0, result.output
    facts = json.loads(result.stdout)
    assert facts["kind"] == "viscous" and facts["variables"] == ["joint1", "joint2"] and facts["limit"] == 1.2
    text, data = written(tmp_path / "new" / "a.html")
    assert "Loops in shape space: swimmer" in text and data["first"][-1] == 1.2


@pytest.mark.slow
def test_soft_sections_bend_by_two_waves(tmp_path):
    (tmp_path / "soft.yaml").write_text(SOFT)
    result = command(tmp_path / "soft.yaml", "--out", tmp_path / "a.html")
    assert result.exit_code == 0, result.output
    assert "viscous connection on 61 x 61 shapes" in result.output
    assert np.abs(written(tmp_path / "a.html")[1]["values"]).max() > 1e-4


def test_a_mode_is_a_bend_of_one_radian():
    soft = sl.SoftSection(0.1, 0.05, actuator_radius=0.01, skin_radius=0.02)
    model = sl.build_model(
        sl.Robot([sl.Link(0.1, 0.1), sl.Revolute("-z"), soft, sl.Revolute("y"), soft], base="planar")
    )
    modes = sl.gaits.wave_modes(model, 1.0)
    end = sl.forward_kinematics(model, sl.initial_state(model, q=modes[:, 0]))["head"]
    # bends 1, cos 120 and cos 240 degrees, and no change of length
    assert np.arctan2(end[1, 0], end[0, 0]) == pytest.approx(1.0 - 0.5 - 0.5, abs=1e-9)
    assert modes[1:4].sum(axis=0) == pytest.approx(0.0, abs=1e-12)


def test_dry_friction_takes_a_fit_and_says_so(tmp_path, monkeypatch):
    monkeypatch.setattr("snakelab.plugins.studio.commands.N_FITTED", 7)
    dry = SWIMMER.replace(
        "viscous_friction: {tangential: 1, normal: 2}",
        "link_friction: {mu_tangential: 0.1, mu_normal: 0.5, shape: elliptic}",
    )
    (tmp_path / "dry.yaml").write_text(dry)
    result = command(tmp_path / "dry.yaml", "--out", tmp_path / "a.html", "--limit", "1")
    assert result.exit_code == 0, result.output
    assert "numerical fit" in written(tmp_path / "a.html")[0]


@pytest.mark.parametrize(
    "words, message",
    [
        (["soft_planar_rolling"], "planar"),
        (["planar_viscous", "--waves", "0"], "waves"),
        (["planar_viscous", "--limit", "-1"], "limits"),
        (["planar_viscous", "--kind", "viscos"], "viscous"),
        (["planar_viscus"], "planar_viscous"),
    ],
)
def test_wrong_input_is_one_clear_line(words, message, tmp_path):
    result = command(*words, "--out", tmp_path / "a.html")
    assert result.exit_code == 2 and message in result.output
    assert "Traceback" not in result.output
