"""Metrics and remarks of swimmers against closed forms."""

import json

import numpy as np
import pytest

import snakelab as sl
from recordings import changed, circle_recording, first_rows, serpenoid_recording, straight_recording
from snakelab.errors import RecordingError
from snakelab.geometry.rotations import rotate_by
from snakelab.results import metrics as m
from snakelab.results.diagnostics import remarks
from snakelab.results.recorded_objects import propeller_poses, propellers_of, section_shapes
from snakelab.results.recording import Recording
from swimmers import propeller, swimming_recording


def with_attributes(recording: Recording, **attributes: str) -> Recording:
    return Recording(recording.dataset.assign_attrs(attributes), recording.status)


def with_commands(recording: Recording, *commands: np.ndarray) -> Recording:
    return changed(recording, propeller_command=np.stack(commands, axis=1))


def test_speed_through_the_water_is_that_over_the_ground_less_the_current():
    against = swimming_recording(0.2, (-0.3, 0.0, 0.0))
    assert m.mean_speed(against) == pytest.approx(0.2)
    assert m.speed_through_water(against) == pytest.approx(0.5)
    assert m.speed_through_water(swimming_recording(0.2, (0.2, 0.0, 0.0))) == pytest.approx(0.0, abs=1e-12)
    across = swimming_recording(0.2, (0.0, 0.0, 0.15))
    assert m.speed_through_water(across) == pytest.approx(0.25)
    assert m.path_speed_through_water(across) == pytest.approx(0.25)


def test_the_way_through_a_pulsating_current_counts_its_turns_only_along_the_path():
    recording = swimming_recording(0.0, (0.0, 0.0, 0.0), n_rows=4001)
    time = recording["time"].values
    current = 0.4 * np.outer(np.sin(2 * np.pi * time), (1.0, 0.0, 0.0))
    recording = changed(recording, current=current)
    assert m.speed_through_water(recording) == pytest.approx(0.0, abs=1e-9)
    assert m.path_speed_through_water(recording) == pytest.approx(0.8 / np.pi, rel=1e-5)


def test_propeller_energy_is_thrust_times_way_through_the_water():
    assert m.propeller_energy(swimming_recording(0.2, thrust=(1.0, 1.5))) == pytest.approx(2.5 * 0.2 * 2.0)
    held = swimming_recording(0.0, (-0.3, 0.0, 0.0), thrust=(1.0, 1.5))
    assert m.propeller_energy(held) == pytest.approx(2.5 * 0.3 * 2.0)
    assert m.propeller_energy(swimming_recording(0.0, thrust=(1.0, 1.5))) == 0.0


def test_a_propeller_that_brakes_costs_as_much_as_one_that_drives():
    assert m.propeller_energy(swimming_recording(0.2, thrust=(1.0, -1.0))) == pytest.approx(2 * 0.2 * 2.0)


def test_cost_of_transport_holds_the_propellers_and_the_joints():
    plain = straight_recording(0.2)
    weight = 0.6 * m.GRAVITY * 0.4
    driven = swimming_recording(0.2, thrust=(1.0, 1.5))
    assert m.cost_of_transport(plain) == 0.0
    assert m.cost_of_transport(driven) == pytest.approx(2.5 * 0.4 / weight)
    assert m.mean_power(driven) == pytest.approx(2.5 * 0.4 / 2.0)
    tau, v = np.full((201, 2), 0.1), np.full((201, 2), 3.0)
    assert m.cost_of_transport(changed(driven, tau=tau, v=v)) == pytest.approx((2.5 * 0.4 + 2 * 0.3 * 2.0) / weight)


def test_a_rigid_robot_with_propellers_has_a_cost_of_transport():
    recording = swimming_recording()
    rigid = Recording(recording.dataset.isel(coordinate=slice(0, 0)), "finished")
    table = m.metrics(rigid)
    assert table["cost_of_transport"] == pytest.approx(2.0 * 0.4 / (0.6 * m.GRAVITY * 0.4))


def test_the_table_leaves_out_what_a_run_without_current_or_propellers_has_not():
    names = set(m.metrics(straight_recording()))
    assert not names & {*m.WATER, *m.PROPELLERS}
    names = set(m.metrics(swimming_recording(0.2, (0.1, 0.0, 0.0))))
    assert {*m.WATER, *m.PROPELLERS} <= names
    held = with_attributes(swimming_recording(0.0, (0.1, 0.0, 0.0)), base="fixed")
    assert not set(m.metrics(held)) & set(m.WATER)


def test_propellers_stand_and_push_where_their_link_carries_them():
    side = propeller("side", "link1", offset=[0.0, 0.1, 0.0], direction=[0.0, 1.0, 0.0])
    turning = circle_recording(turn=np.pi)  # one link, its heading from 0 to pi
    thrust = np.ones((2001, 1))
    dataset = turning.dataset.assign(propeller_thrust=(("time", "propeller"), thrust))
    dataset = dataset.assign_coords(propeller=["side"]).assign_attrs(propellers=json.dumps([side]))
    place, direction = propeller_poses(Recording(dataset, "finished"))
    half = 1000  # heading pi / 2: the link's left is -x
    assert np.allclose(direction[half, 0], (-1.0, 0.0, 0.0), atol=1e-12)
    assert np.allclose(place[half, 0] - turning["link_position"].values[half, 0], (-0.1, 0.0, 0.0), atol=1e-12)


def test_turning_by_a_quaternion_is_turning_by_its_matrix():
    from scipy.spatial.transform import Rotation

    turns = Rotation.random(20, rng=3)
    vectors = np.random.default_rng(4).normal(size=(20, 3))
    assert np.allclose(rotate_by(turns.as_quat(scalar_first=True), vectors), turns.apply(vectors), atol=1e-14)


def test_a_recording_that_does_not_tell_where_its_propellers_are_says_so():
    untold = with_attributes(swimming_recording(), propellers="[]")
    with pytest.raises(RecordingError, match="does not contain the positions"):
        m.propeller_energy(untold)
    assert "propeller_energy" not in m.metrics(untold)
    for damaged in ("{", "[1]", '[{"name": "left"}]', "3"):
        assert propellers_of(with_attributes(swimming_recording(), propellers=damaged)) == []


def test_a_propeller_is_limited_at_its_limits_and_at_the_ends_of_its_curve():
    (bounded,) = propellers_of(recording_with(propeller("p", "link1", gain=2.0, min_thrust=-1.0, max_thrust=3.0)))
    assert bounded.limited(np.array([-1.0, -0.5, 0.0, 1.0, 1.5, 2.0])).tolist() == [
        True,
        True,
        False,
        False,
        True,
        True,
    ]
    (curved,) = propellers_of(recording_with(propeller("p", "link1", curve=[[-1, -30], [0, 0], [1, 40]])))
    assert curved.limited(np.array([-1.5, -1.0, -0.9, 0.0, 0.9, 1.0])).tolist() == [
        True,
        True,
        False,
        False,
        False,
        True,
    ]
    (one_way,) = propellers_of(recording_with(propeller("p", "link1", min_thrust=0.0)))
    assert one_way.limited(np.array([-0.1, 0.0, 50.0])).tolist() == [True, False, False]


def recording_with(one: dict) -> Recording:
    recording = swimming_recording(propellers=(one,), thrust=(1.0,))
    return recording


@pytest.mark.thorough
def test_the_fraction_of_time_at_a_limit_is_reported_for_each_propeller():
    kinds = (propeller("left", "link1", max_thrust=1.0), propeller("right", "link3", min_thrust=-5.0))
    recording = swimming_recording(propellers=kinds, n_rows=2001)
    time = recording["time"].values
    recording = with_commands(recording, np.where(time < 0.5, 2.0, 0.5), 0 * time)
    assert m.propeller_limit_shares(recording) == {"left": pytest.approx(0.25, abs=1e-3), "right": 0.0}
    assert m.propeller_limit_fraction(recording) == pytest.approx(0.25, abs=1e-3)
    assert remarks(recording) == ["propellers were at a limit of their thrust, as a fraction of the time: left 25 %"]
    assert m.propeller_limit_fraction(swimming_recording()) == 0.0


def test_a_robot_that_the_current_carries_backwards_is_reported():
    (line,) = remarks(swimming_recording(-0.09, (-0.3, 0.0, 0.0)))
    assert (
        line == "the current of 0.30 m/s carried the robot backwards at 0.09 m/s: it makes 0.21 m/s through the water"
    )


@pytest.mark.thorough
@pytest.mark.few(2)
@pytest.mark.parametrize(
    ("speed", "current", "thrust"),
    [
        (0.1, (-0.3, 0.0, 0.0), (1.0, 1.0)),  # it makes headway
        (0.0, (-0.3, 0.0, 0.0), (1.0, 1.0)),  # it holds its place
        (-0.2, (0.1, 0.0, 0.0), (1.0, 1.0)),  # it goes back, against the current
        (-0.4, (-0.3, 0.0, 0.0), (-1.0, -1.0)),  # it works backwards, with the current
        (-0.3, (-0.3, 0.0, 0.0), (0.0, 0.0)),  # it drifts, and does not work
        (-0.3, (-0.3, 0.0, 0.0), (1.0, -1.0)),  # it turns on the spot, and drifts
        (0.1, (0.0, 0.9, 0.0), (1.0, 1.0)),  # the current comes from the side
        (-0.2, None, (1.0, 1.0)),  # still water
    ],
)  # fmt: skip
def test_a_robot_that_is_not_carried_backwards_is_not_reported(speed, current, thrust):
    assert remarks(swimming_recording(speed, current, thrust)) == []


def test_a_robot_that_works_backwards_may_be_carried_forwards():
    (line,) = remarks(swimming_recording(0.2, (0.3, 0.0, 0.0), (-1.0, -1.0)))
    assert "backwards at 0.20 m/s: it makes 0.10 m/s" in line


def test_a_robot_without_propellers_works_the_way_that_its_joints_carry_it():
    drifting = swimming_recording(-0.09, (-0.3, 0.0, 0.0), propellers=())
    assert remarks(drifting) == []
    tau, v = np.full((201, 2), 0.1), np.full((201, 2), 0.3)
    (line,) = remarks(changed(drifting, tau=tau, v=v))
    assert "it makes 0.21 m/s" in line


def test_only_the_last_half_of_a_run_counts():
    recording = swimming_recording(-0.09, (-0.3, 0.0, 0.0))
    time = recording["time"].values
    early = np.where((time < 0.98)[:, None], [-0.09, 0.0, 0.0], [0.1, 0.0, 0.0])
    assert remarks(changed(recording, com_velocity=early)) == []
    assert remarks(changed(recording, com_velocity=np.where((time < 0.98)[:, None], 1.0, early - [0.19, 0, 0]))) != []


def test_remarks_of_short_old_and_broken_recordings_are_none():
    recording = swimming_recording(-0.09, (-0.3, 0.0, 0.0))
    assert remarks(first_rows(recording, 1)) == remarks(first_rows(recording, 0)) == []
    assert remarks(serpenoid_recording()) == []
    velocity = recording["com_velocity"].values.copy()
    velocity[150:] = np.nan
    assert remarks(changed(recording, com_velocity=velocity)) == []
    assert remarks(Recording(recording.dataset.drop_vars("link_quaternion"), "finished")) == []


def bent(q: list[float], rest: float = 0.2, radius: float = 0.024) -> Recording:
    recording = serpenoid_recording(n_links=4, n_rows=3)
    facts = {
        "coordinate": [f"section1.{i}" for i in (1, 2, 3)],
        "coordinate_rest_length": ("coordinate", 3 * [rest]),
        "coordinate_actuator_radius": ("coordinate", 3 * [radius]),
    }
    return changed(Recording(recording.dataset.assign_coords(facts), "finished"), q=np.tile(q, (3, 1)))


@pytest.mark.parametrize(
    ("q", "length", "bend", "plane"),
    [
        ((0.036992, 0.0, 0.0), 0.2123, 58.9, 180.0),
        ((0.024831, 0.036992, 0.0), 0.2206, 51.97, -101.19),
        ((0.024831, 0.0, 0.012513), 0.2124, 34.23, 149.74),
        ((0.024831, 0.024831, 0.036992), 0.2289, 19.35, 60.0),
    ],
)
def test_shapes_of_sections_are_those_of_the_hybrid_snake_s_cases(q, length, bend, plane):
    (shape,) = section_shapes(bent(list(q)))
    assert shape.name == "section1"
    assert shape.length[-1] == pytest.approx(length, abs=5e-5)
    assert np.degrees(shape.bend[-1]) == pytest.approx(bend, abs=0.03)
    assert np.degrees(shape.plane[-1]) == pytest.approx(plane, abs=0.01)


def test_a_straight_section_has_a_length_and_no_plane():
    (shape,) = section_shapes(bent([0.01, 0.01, 0.01]))
    assert shape.length[0] == pytest.approx(0.21) and shape.bend[0] == pytest.approx(0.0, abs=1e-12)
    assert np.isnan(shape.plane).all()


def test_a_robot_of_joints_has_no_sections_and_an_old_recording_does_not_tell():
    assert section_shapes(bent([0.0, 0.1, 0.0], 0.0, 0.0)) == []
    with pytest.raises(RecordingError, match="coordinate_rest_length"):
        section_shapes(serpenoid_recording())


def test_a_robot_that_never_was_in_its_fluid_is_reported():
    model = sl.build_model(
        sl.Robot([sl.Link(0.2, mass=0.5)]), sl.World([sl.Gravity(), sl.Fluid(surface=-2.0, name="pond")])
    )
    (line,) = remarks(sl.simulate(model, duration=0.2))
    assert line.startswith("the robot was never in the fluid 'pond'")
    assert remarks(sl.simulate(model, duration=1.0)) == []
