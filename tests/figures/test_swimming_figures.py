"""Figures of swimmers: what the panels hold, and which of them a report draws."""

import json

import numpy as np
import pytest

from recordings import changed, first_rows, serpenoid_recording, straight_recording
from snakelab.errors import RecordingError
from snakelab.figures.body_outlines import ends, swims
from snakelab.figures.picture_geometry import fluids_of, water_areas, water_box
from snakelab.figures.report_folder import report, selected_figures
from snakelab.figures.style import figure_files
from snakelab.figures.swimmer_figures import (
    body_velocities_figure,
    propellers_figure,
    section_shapes_figure,
    space_path_figure,
    swimming_pose_figure,
)
from snakelab.results.recording import Recording
from swimmers import WATER, swimming_recording

TURN = np.array([np.cos(0.3), 0.0, 0.0, np.sin(0.3)])  # 0.6 rad to the left


def panels(figure) -> dict:
    return {ax.get_ylabel(): ax for ax in figure.axes}


def rotated(recording: Recording) -> Recording:
    """The recording with a head that looks 0.6 rad to the left and spins about x of the world."""
    n = len(recording["time"])
    twist = np.tile([0.2, 0.0, 0.0, 0.5, 0.0, 0.0], (n, 1))
    return changed(recording, head_quaternion=np.tile(TURN, (n, 1)), head_velocity=twist)


def test_velocities_are_in_the_axes_of_each_end():
    base, head = ends(rotated(swimming_recording()))
    assert np.allclose(base.velocity, [0.2, 0.0, 0.0]) and np.allclose(base.spin, 0.0)
    assert np.allclose(head.velocity, 0.2 * np.array([np.cos(0.6), -np.sin(0.6), 0.0]))
    assert np.allclose(head.spin, 0.5 * np.array([np.cos(0.6), -np.sin(0.6), 0.0]))
    assert np.allclose(head.angles, [0.0, 0.0, 0.6])


def test_both_ends_have_panels_of_their_own():
    recording = rotated(swimming_recording())
    poses, velocities = panels(swimming_pose_figure(recording)), panels(body_velocities_figure(recording))
    assert [*poses] == ["base position [m]", "head position [m]", "base attitude [rad]", "head attitude [rad]"]
    assert [*velocities] == ["base velocity [m/s]", "head velocity [m/s]", "base spin [rad/s]", "head spin [rad/s]"]
    yaw = poses["head attitude [rad]"].get_lines()[2].get_ydata()
    assert np.allclose(yaw, 0.6)
    sideways = velocities["head velocity [m/s]"].get_lines()[1].get_ydata()
    assert np.allclose(sideways, -0.2 * np.sin(0.6))


def test_the_way_in_space_holds_base_and_head_at_one_scale():
    recording = swimming_recording(speed=1.0)
    (ax,) = space_path_figure(recording).axes
    drawn = {line.get_label(): np.stack(line.get_data_3d(), axis=1) for line in ax.get_lines()}
    for end in ("base", "head"):
        assert np.array_equal(drawn[end], recording[f"{end}_position"].values)
    extents = np.array([np.diff(limits)[0] for limits in (ax.get_xlim(), ax.get_ylim(), ax.get_zlim())])
    aspect = np.asarray(ax._box_aspect)  # Matplotlib has no public way to ask
    assert np.allclose(aspect / aspect[0], extents / extents[0])
    assert extents.min() > 0.2 * extents.max()


@pytest.mark.thorough
def test_the_way_in_space_of_a_run_that_broke_is_drawn_as_far_as_it_is_known():
    recording = swimming_recording()
    position = recording["link_position"].values.copy()
    position[100:] = np.nan
    assert figure_files(space_path_figure(changed(recording, link_position=position)), ("png",))
    position[:] = np.nan
    (ax,) = space_path_figure(changed(recording, link_position=position)).axes
    assert [text.get_text() for text in ax.texts] == ["no finite positions"]
    assert figure_files(space_path_figure(first_rows(recording, 1)), ("svg",))


def with_sections(recording: Recording, q: np.ndarray) -> Recording:
    facts = {
        "coordinate_rest_length": ("coordinate", [0.2, 0.2, 0.2]),
        "coordinate_actuator_radius": ("coordinate", [0.024, 0.024, 0.024]),
    }
    return changed(Recording(recording.dataset.assign_coords(facts), "finished"), q=q)


def test_sections_have_length_bend_and_plane_and_no_plane_where_they_stay_straight():
    recording = serpenoid_recording(n_links=4, n_rows=51)
    bend = np.linspace(0.0, 0.02, 51)[:, None]
    figure = section_shapes_figure(with_sections(recording, bend * [1.0, 0.0, 0.0]))
    actual = panels(figure)
    assert [*actual] == ["length [m]", "bend angle [rad]", "bending plane [rad]"]
    assert actual["bend angle [rad]"].get_lines()[0].get_ydata()[-1] == pytest.approx(2 / (3 * 0.024) * 0.02)
    assert actual["length [m]"].get_lines()[0].get_ydata()[-1] == pytest.approx(0.2 + 0.02 / 3)
    straight = section_shapes_figure(with_sections(recording, bend * [1.0, 1.0, 1.0]))
    assert [*panels(straight)] == ["length [m]", "bend angle [rad]"]


def test_figures_that_do_not_apply_to_the_robot_raise_an_error_with_advice():
    plain = serpenoid_recording(n_links=4)
    with pytest.raises(RecordingError, match="joints_figure"):
        facts = {name: ("coordinate", [0.0] * 3) for name in ("coordinate_rest_length", "coordinate_actuator_radius")}
        section_shapes_figure(Recording(plain.dataset.assign_coords(facts), "finished"))
    with pytest.raises(RecordingError, match="propeller_thrust"):
        propellers_figure(plain)
    with pytest.raises(RecordingError, match="head_quaternion"):
        swimming_pose_figure(plain)


def test_thrusts_have_a_curve_for_each_propeller():
    (ax,) = propellers_figure(swimming_recording(thrust=(1.0, -0.5))).axes
    assert [line.get_ydata()[-1] for line in ax.get_lines()] == [1.0, -0.5]
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["left", "right"]


@pytest.mark.parametrize("kind", ["swimming", "straight", "bare", "dry", "bent"])
def test_a_recording_gets_the_figures_that_suit_the_robot(kind):
    always = {"trajectory", "joints", "torques", "speeds", "energies"}
    swimming = {"space_path", "swimming_pose", "body_velocities"}
    cases = {
        "straight": (straight_recording, set()),
        "swimming": (swimming_recording, swimming | {"propellers"}),
        "bare": (lambda: swimming_recording(propellers=()), swimming),
        "dry": (lambda: swimming_recording(propellers=(), fluids=()), set()),
        "bent": (
            lambda: with_sections(serpenoid_recording(n_links=4, n_rows=51), np.full((51, 3), [0.01, 0.0, 0.0])),
            {"section_shapes"},
        ),
    }
    recording, more = cases[kind]
    assert set(selected_figures(recording())) - {"overview"} == always | more


@pytest.mark.thorough
def test_metrics_json_keeps_the_remarks(tmp_path):
    report(swimming_recording(-0.09, (-0.3, 0.0, 0.0)), tmp_path, figures=False)
    (line,) = json.loads((tmp_path / "metrics.json").read_text())["remarks"]
    assert line.startswith("the current of 0.30 m/s carried")


def test_a_swimmer_floats_in_a_fluid_or_has_propellers():
    assert swims(swimming_recording()) and swims(swimming_recording(fluids=()))
    assert not swims(swimming_recording(propellers=(), fluids=()))
    planar = swimming_recording().dataset.assign_attrs(base="planar")
    assert not swims(Recording(planar, "finished"))
    assert not swims(Recording(swimming_recording().dataset.drop_vars("head_velocity"), "finished"))


def test_water_ends_at_its_surface_and_its_region():
    assert np.array_equal(water_box(WATER), [[-np.inf] * 3, [np.inf] * 3])
    pool = WATER | {"surface": 0.2, "region": {"lower": [-1.0, None, -2.0], "upper": [3.0, None, 9.0]}}
    assert np.array_equal(water_box(pool), [[-1.0, -np.inf, -2.0], [3.0, np.inf, 0.2]])
    assert water_box(WATER | {"region": {"line": [[0, 0, 0], [1, 0, 0]], "radii": [0.1, 0.1]}}) is None
    recording = swimming_recording(fluids=(pool,))
    (side,) = water_areas(recording, (0, 2))
    assert side.min(axis=0).tolist() == [-1.0, -2.0] and side.max(axis=0).tolist() == [3.0, 0.2]
    assert water_areas(swimming_recording(), (0, 2)) == []
    for damaged in ("{", "3", "[1]"):
        broken = Recording(recording.dataset.assign_attrs(fluids=damaged), "finished")
        assert water_areas(broken, (0, 2)) == []


@pytest.mark.slow
def test_a_recording_that_does_not_tell_of_its_propellers_still_has_its_report(tmp_path):
    old = swimming_recording(0.2, (-0.3, 0.0, 0.0))
    del old.dataset.attrs["propellers"]
    written = {path.name for path in report(old, tmp_path)}
    assert {"report.html", "metrics.json", "overview.svg"} <= written


DAMAGED = [
    {"region": [1]},
    {"region": 3},
    {"region": {"lower": [1, 2]}},
    {"surface": "x"},
    {"surface": [1]},
    {"region": {"lower": [float("nan"), 0, 0]}},
    3,
]
WHOLE = {"name": "water", "surface": 0.0, "region": None}


def with_fluids(*fluids) -> Recording:
    """A recording of a swimmer that tells of these fluids."""
    recording = swimming_recording(0.2, (-0.3, 0.0, 0.0))
    return Recording(recording.dataset.assign_attrs(fluids=json.dumps(fluids)), recording.status)


@pytest.mark.thorough
@pytest.mark.few(2)
@pytest.mark.parametrize("fluid", DAMAGED)
def test_a_damaged_fluid_is_left_out_of_the_report(fluid, tmp_path):
    damaged = with_fluids(fluid, WHOLE)
    assert fluids_of(damaged) == [WHOLE]
    assert (tmp_path / "report.html") in report(damaged, tmp_path, figures=False)


@pytest.mark.slow
def test_the_figures_of_a_report_leave_damaged_fluids_out(tmp_path):
    damaged = with_fluids(*DAMAGED, WHOLE)
    assert fluids_of(damaged) == [WHOLE]
    written = report(damaged, tmp_path)
    assert tmp_path / "report.html" in written
    drawn = {path.stem for path in written if path.suffix == ".svg"}
    assert drawn >= {*selected_figures(damaged)} >= {"space_path", "propellers"}
