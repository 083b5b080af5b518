"""The figures of contacts and of the base: what they show, and that no recording is too odd to draw."""

from pathlib import Path

import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg

from figures.skins import MASS, SIDES, rolling_recording
from recordings import changed, first_rows, serpenoid_recording
from snakelab.errors import RecordingError
from snakelab.figures.passage_figures import base_pose_figure, binned, contact_map_figure
from snakelab.figures.report_folder import report
from snakelab.figures.style import figure_files


def panels(figure):
    return {ax.get_ylabel(): ax for ax in figure.axes if ax.get_ylabel() and ax.get_label() != "bar"}


def test_the_map_holds_the_loads_of_rings_and_white_where_nothing_touches():
    recording = rolling_recording()
    load = recording["skin_load"].values.copy()
    load[20:40, 2 * SIDES : 4 * SIDES] = 0.0  # the middle link lifts
    figure = contact_map_figure(changed(recording, skin_load=load))
    image = panels(figure)["position along the body [m]"].images[0].get_array()
    assert image.shape == (300, 61)
    assert np.asarray(image[0]) == pytest.approx(np.full(61, MASS * 9.81 / 6))
    assert image[100, 10] == pytest.approx(MASS * 9.81 / 3) and image[100, 30] == pytest.approx(MASS * 9.81 / 6)
    none = contact_map_figure(changed(recording, skin_load=np.where(np.arange(61)[:, None] < 30, load, 0.0)))
    assert np.ma.getmaskarray(panels(none)["position along the body [m]"].images[0].get_array())[:, 40].all()


def test_the_total_stands_beside_the_weight():
    axes = panels(contact_map_figure(rolling_recording()))
    total, line = axes["total load [N]"].lines
    assert total.get_ydata() == pytest.approx(np.full(61, MASS * 9.81))
    assert line.get_ydata()[0] == pytest.approx(MASS * 9.81)
    assert axes["contact points"].lines[0].get_ydata().tolist() == 61 * [6]


def test_a_landing_is_cut_and_its_height_said():
    recording = rolling_recording()
    load = recording["skin_load"].values.copy()
    load[5] *= 50
    ax = panels(contact_map_figure(changed(recording, skin_load=load)))["total load [N]"]
    assert ax.get_ylim()[1] < 2 * MASS * 9.81
    assert f"up to {50 * MASS * 9.81:.3g} N" in [text.get_text() for text in ax.texts]


def test_bins_are_means_and_keep_the_whole():
    time = np.linspace(0.0, 10.0, 1001)
    values = np.column_stack((time, np.where(np.arange(1001) == 500, 1001.0, 0.0)))
    edges, means = binned(time, values, 100)
    assert edges[0] == pytest.approx(-0.005) and len(means) == 100
    assert means[:, 0] == pytest.approx((edges[1:] + edges[:-1]) / 2, abs=0.01)
    assert means[:, 1].max() > 90 and (means[:, 1] > 0).sum() == 1


def test_a_stretch_without_rows_keeps_what_was_before():
    _, means = binned(np.array([0.0, 0.1, 0.2, 5.0]), np.array([[1.0], [2.0], [3.0], [9.0]]))
    assert means[:, 0] == pytest.approx([2.0, 2.0, 9.0, 9.0])


def test_the_base_pose_goes_on_over_a_turn():
    axes = panels(base_pose_figure(rolling_recording(turns=3)))
    roll = axes["base attitude [rad]"].lines[0].get_ydata()
    assert roll[-1] == pytest.approx(6 * np.pi)
    assert axes["base position [m]"].lines[2].get_ydata()[0] == pytest.approx(0.0)


@pytest.mark.few(4)
@pytest.mark.thorough
@pytest.mark.parametrize("column", ["single", "double"])
@pytest.mark.parametrize("n_rows", [0, 1, 2, 61])
def test_recordings_of_any_length_are_drawn(column, n_rows):
    recording = first_rows(rolling_recording(), n_rows)
    for make, panel in ((contact_map_figure, "contact points"), (base_pose_figure, "base position [m]")):
        figure = make(recording, column=column)
        FigureCanvasAgg(figure).draw()
        assert len(panels(figure)[panel].lines[0].get_xdata()) == n_rows


@pytest.mark.thorough
def test_what_never_touches_or_diverges_is_drawn():
    recording = rolling_recording()
    for load in (0.0, np.nan, np.inf):
        early = recording["skin_load"].values * bool(load)
        values = np.where(np.arange(61)[:, None] > 30, load, early)
        figure = contact_map_figure(changed(recording, skin_load=values))
        FigureCanvasAgg(figure).draw()
        images = panels(figure)["position along the body [m]"].images
        assert bool(images) is bool(load)  # an empty map where nothing ever touched
        assert all(np.ma.masked_invalid(image.get_array())[:, 31:].count() == 0 for image in images)


def test_a_recording_without_a_skin_says_what_it_lacks():
    with pytest.raises(RecordingError, match=r"lacks skin_load.*write World\(\[Gravity\(\), Contact\(\)\]\)"):
        contact_map_figure(serpenoid_recording())


@pytest.mark.thorough
def test_the_same_recording_gives_the_same_bytes():
    assert figure_files(contact_map_figure(rolling_recording())) == figure_files(
        contact_map_figure(rolling_recording())
    )


@pytest.mark.slow
def test_the_report_of_a_robot_that_touches_holds_both_figures(tmp_path: Path):
    names = {path.name for path in report(rolling_recording(), tmp_path)}
    assert {"contact_map.svg", "base_pose.svg", "overview.svg", "report.html"} <= names
