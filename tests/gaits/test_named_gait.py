"""Gaits by their names in the table: as the table has them, faster, backward, steered."""

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import snakelab as sl
from snakelab.errors import GaitError
from snakelab.gaits.orthogonal import ARC_ROLLING, CREEPING, GAITS, SIDEWINDING, STEERING_TAPER, STEERING_YAW, hinges_of
from snakelab.robots.library.orthogonal import snake_iii

MODEL = sl.build_model(snake_iii())


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
