"""Gaits by their names in the table: as the table has them, faster, backward, steered."""

import re
import warnings
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import snakelab as sl
from snakelab.errors import GaitError, SnakelabWarning
from snakelab.gaits.orthogonal_gaits import (
    ARC_ROLLING,
    CREEPING,
    GAITS,
    SIDEWINDING,
    STEERING_TAPER,
    STEERING_YAW,
    hinges_of,
)
from snakelab.robots.library.orthogonal_robots import snake_iii

MODEL = sl.build_model(snake_iii())


@pytest.mark.few(8)
@pytest.mark.parametrize("row", GAITS, ids=lambda row: row.name)
def test_a_name_stands_for_its_row_and_fits_the_robot(row):
    named = sl.gaits.NamedGait(row.name)
    assert named.gait == row.gait
    assert named.angular_frequency == row.gait.angular_frequency
    for ours, theirs in zip(named.reference(MODEL), row.gait.reference(MODEL), strict=True):
        assert np.array_equal(ours, theirs)
    hinges = hinges_of(MODEL, "test")
    assert np.array_equal(named.waves(hinges), row.gait.waves(hinges))


def test_speed_is_times_the_frequency_and_turns_it_round():
    assert sl.gaits.NamedGait("CL", speed=-2).angular_frequency == -2 * CREEPING.angular_frequency
    assert sl.gaits.NamedGait("SWL", ramp=2.0).gait == replace(SIDEWINDING, ramp=2.0)


@pytest.mark.parametrize(
    ("name", "steered"),
    [
        ("CL", replace(CREEPING, yaw_offset=0.5 * STEERING_YAW)),
        ("SWL", replace(SIDEWINDING, taper=0.5 * STEERING_TAPER)),
        ("ARL", replace(ARC_ROLLING, taper=0.5 * STEERING_TAPER)),
    ],
)
def test_steering_bends_what_creeps_and_makes_a_cone_of_what_goes_sideways(name, steered):
    assert sl.gaits.NamedGait(name, steer=0.5).gait == steered


@pytest.mark.parametrize("row", GAITS, ids=lambda row: row.name)
@pytest.mark.parametrize("steer", [-1, 1])
def test_steering_all_the_way_fits_the_robot_or_is_refused(row, steer):
    if row.name in ("TWL", "linear progression", "SRL", "pole climbing", "concertina"):
        with pytest.raises(GaitError, match=f"steer must be 0 for '{row.name}', got .*use CL, SWL or ARL"):
            sl.gaits.NamedGait(row.name, steer=steer)
    else:
        sl.gaits.NamedGait(row.name, steer=steer).reference(MODEL)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"name": "SWQ"}, "NamedGait name must be one of CL, .*did you mean 'SWL'"),
        ({"name": "CL", "steer": 2}, "NamedGait steer must be at least -1 and at most 1, got 2"),
        ({"name": "CL", "speed": "fast"}, "NamedGait speed must be a number"),
        ({"name": "CL", "ramp": -1}, "NamedGait ramp must be at least 0"),
    ],
)
def test_what_is_no_gait_is_refused(given, message):
    with pytest.raises(GaitError, match=message):
        sl.gaits.NamedGait(**given)


def test_the_page_names_every_gait_and_says_which_steer():
    page = (Path(__file__).parents[2] / "docs" / "gaits.md").read_text(encoding="utf-8")
    rows = [
        line.strip("| ").split(" | ")
        for line in page.split("## The table")[1].split("\n## ")[0].splitlines()
        if "| `" in line
    ]
    by_name = {name: row[2] == "yes" for row in rows for name in re.findall(r"`([^`]+)`", row[0])}
    assert set(by_name) == {row.name for row in GAITS}
    for name, steers in by_name.items():
        if steers:
            sl.gaits.NamedGait(name, steer=0.1)
        else:
            with pytest.raises(GaitError):
                sl.gaits.NamedGait(name, steer=0.1)


def short_snake(n_joints):
    links = [sl.Link(0.11, mass=0.15)] + [
        part for i in range(n_joints) for part in (sl.Revolute("yz"[i % 2]), sl.Link(0.11, mass=0.15))
    ]
    return sl.build_model(sl.Robot(links, name="short"))


def test_a_wave_of_too_few_joints_gives_a_warning_with_one_that_suits_the_robot():
    with pytest.warns(SnakelabWarning) as caught:
        sl.gaits.NamedGait("SWL").reference(short_snake(8))
    (message,) = (str(one.message) for one in caught)
    assert message.startswith("NamedGait 'SWL' does not suit 'short': 2 waves on 4 pairs of joints, 2 pairs per wave")
    advice = re.search(r"use (WindingGait\(.*?\)), or a robot with at least 16 joints", message)[1]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        eval(advice, {"WindingGait": sl.WindingGait}).reference(short_snake(8))
        sl.gaits.NamedGait("SWL").reference(short_snake(16))


def test_a_cpg_gait_warns_of_a_wave_of_too_few_joints():
    model = short_snake(8)
    with pytest.warns(SnakelabWarning, match="WindingGait does not suit 'short': 3 waves on 4 pairs of joints"):
        sl.CpgGait(sl.WindingGait(0.3, 0.1, waves_on_body=3.0)).start(model, 0.0)


def test_an_angle_beyond_the_joint_limit_of_a_short_snake_is_refused_with_the_wave_that_suits():
    with pytest.raises(GaitError, match=r"bends yaw1 to 100 deg, .*does not suit 'snake_iii': .*waves_on_body=1\)"):
        sl.gaits.NamedGait("SWL").reference(sl.build_model(snake_iii(joints=8)))
