"""The overview figure: what it shows, in which units, and that no recording is too odd to draw."""

import functools
import io
import json
import re
import sys

import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.collections import PolyCollection
from matplotlib.figure import Figure
from matplotlib.image import imread
from matplotlib.text import Text

from recordings import (
    changed,
    circle_recording,
    first_rows,
    hanging_recording,
    serpenoid_recording,
    soft_recording,
    straight_recording,
)
from snakelab.figures.panels import N_BODIES
from snakelab.figures.run_figures import overview_figure
from snakelab.results.recording import Recording


@functools.cache
def usual() -> Figure:
    """The figure of an ordinary run, drawn once."""
    return overview_figure(serpenoid_recording())


def panels(figure: Figure) -> dict[str, Axes]:
    """The panels by their letter."""
    return {ax.get_title(loc="left")[0]: ax for ax in figure.axes if ax.get_title(loc="left")}


def pixels(figure: Figure) -> np.ndarray:
    buffer = io.BytesIO()
    figure.savefig(buffer, format="png", dpi=50)
    buffer.seek(0)
    return imread(buffer)


def dashed_levels(ax: Axes) -> list[float]:
    return [float(np.asarray(line.get_ydata())[0]) for line in ax.lines if line.get_linestyle() == "--"]


def test_every_panel_names_its_quantity_and_unit() -> None:
    axes = panels(usual())
    labels = {letter: (ax.get_xlabel(), ax.get_ylabel()) for letter, ax in axes.items()}
    assert labels["a"] == ("x [m]", "y [m]")
    assert [labels[letter][1] for letter in "bcd"] == ["position [m]", "torque [N m]", "speed [m/s]"]
    assert labels["d"][0] == "time [s]"
    assert axes["a"].get_aspect() == 1.0


def test_the_picture_is_not_blank() -> None:
    picture = pixels(usual())[..., :3]
    assert picture.shape[:2] == (335, 550)
    for half in (picture[:, :275], picture[:, 275:]):
        assert 0.03 < (half.min(axis=-1) < 0.9).mean() < 0.6


def test_nine_bodies_go_from_light_to_dark() -> None:
    plane = panels(usual())["a"]
    bodies = [c for c in plane.collections if isinstance(c, PolyCollection)]
    filled = [np.asarray(body.get_facecolor())[0, :3].mean() for body in bodies[1::2]]
    assert len(filled) == N_BODIES
    assert np.all(np.diff(filled) < 0)


@pytest.mark.parametrize("given", ["argument", "attribute", "both"])
def test_the_torque_limit_is_a_dashed_line(given: str) -> None:
    recording = serpenoid_recording()
    highest = float(np.abs(recording["tau"].values).max())
    limit = round(2.4 * highest, 3)
    attribute = {"torque_reference": 1.2 * limit if given == "both" else limit} if given != "argument" else {}
    argument = {"torque_limit": limit} if given != "attribute" else {}
    ax = panels(overview_figure(serpenoid_recording(**attribute), **argument))["c"]
    assert dashed_levels(ax) == [limit]
    assert ax.get_ylim()[1] > limit
    assert any(f"{limit:g} N m" in text.get_text() for text in ax.texts)


def test_a_torque_limit_far_above_the_torques_is_stated_and_does_not_flatten_them() -> None:
    recording = serpenoid_recording()
    highest = float(np.abs(recording["tau"].values).max())
    ax = panels(overview_figure(recording, torque_limit=10.0 * highest))["c"]
    assert dashed_levels(ax) == [] and ax.get_ylim()[1] < 2.0 * highest
    assert any(f"limit {10.0 * highest:g} N m, above this panel" in text.get_text() for text in ax.texts)


def test_without_a_limit_there_is_no_dashed_line() -> None:
    assert dashed_levels(panels(usual())["c"]) == []


def test_the_mean_speed_is_the_dashed_line_of_the_speeds() -> None:
    axes = panels(overview_figure(straight_recording(speed=0.2)))
    assert dashed_levels(axes["d"]) == pytest.approx([0.2])


def test_a_peak_at_the_start_does_not_flatten_the_rest() -> None:
    recording = serpenoid_recording()
    tau = recording["tau"].values.copy()
    tau[0] = 5.0
    ax = panels(overview_figure(changed(recording, tau=tau)))["c"]
    assert ax.get_ylim()[1] < 0.2
    assert any("5 N m" in text.get_text() for text in ax.texts)


def spatial() -> Recording:
    """A chain that also climbs and rolls."""
    recording = serpenoid_recording()
    position, turn = recording["link_position"].values.copy(), recording["link_quaternion"].values.copy()
    position[..., 2] += np.linspace(0, 0.3, len(position))[:, None]
    turn[..., 1] = 0.3
    turn /= np.linalg.norm(turn, axis=-1, keepdims=True)
    return changed(recording, link_position=position, link_quaternion=turn)


def diverged() -> Recording:
    recording = serpenoid_recording(status="diverged at t = 9.5 s")
    values = {name: recording[name].values.copy() for name in ("link_position", "com_position", "com_velocity", "tau")}
    for array in values.values():
        array[380:] = np.nan
    return changed(recording, **values)


@pytest.mark.thorough
@pytest.mark.parametrize(
    "recording",
    [
        pytest.param(spatial(), id="spatial"),
        pytest.param(diverged(), id="diverged"),
        pytest.param(hanging_recording(), id="fixed arm"),
        pytest.param(soft_recording(), id="soft section"),
        pytest.param(circle_recording(), id="one link, no joints"),
        pytest.param(first_rows(serpenoid_recording(), 1), id="one row"),
        pytest.param(first_rows(serpenoid_recording(), 0), id="no row"),
        pytest.param(serpenoid_recording(n_links=20), id="many joints"),
        pytest.param(serpenoid_recording(robot="a$b_{c"), id="odd name"),
    ],
)
@pytest.mark.filterwarnings("error")
def test_odd_recordings_are_drawn(recording: Recording) -> None:
    assert pixels(overview_figure(recording)).min() < 0.5


def test_a_run_that_did_not_finish_says_so() -> None:
    texts = overview_figure(diverged()).findobj(Text)
    assert any("diverged at t = 9.5 s" in text.get_text() for text in texts if isinstance(text, Text))


def test_a_robot_that_leaves_the_plane_shows_its_height() -> None:
    legend = panels(overview_figure(spatial()))["b"].get_legend()
    assert legend is not None
    assert [text.get_text() for text in legend.get_texts()] == ["x", "y", "z"]


def test_a_hanging_arm_is_seen_from_the_side() -> None:
    recording = hanging_recording()
    plane = panels(overview_figure(recording))["a"]
    assert (plane.get_xlabel(), plane.get_ylabel()) == ("x [m]", "z [m]")
    bodies = [c for c in plane.collections if isinstance(c, PolyCollection)]
    outline = np.concatenate([path.vertices for path in bodies[-1].get_paths()])
    assert np.ptp(outline[:, 1]) > 0.25
    heads = np.array([line.get_xydata()[0] for line in plane.lines if line.get_markersize() == 2.2])
    assert np.allclose(heads[-1], recording["head_position"].values[-1, [0, 2]])


def test_a_fixed_base_is_marked_and_has_no_mean_speed() -> None:
    figure = overview_figure(hanging_recording())
    axes = panels(figure)
    assert [line.get_xydata().tolist() for line in axes["a"].lines if line.get_marker() == "s"] == [[[0.0, 0.0]]]
    assert dashed_levels(axes["d"]) == []
    words = " ".join(text.get_text() for text in figure.texts)
    assert "peak torque 0.3 N m" in words
    assert "cost of transport" not in words
    usual_words = " ".join(text.get_text() for text in usual().texts)
    assert "cost of transport" in usual_words and re.search(r"mean power [0-9.e-]+ W", usual_words)


def test_the_middle_of_a_soft_section_is_a_station() -> None:
    axes = panels(overview_figure(soft_recording()))
    assert "middle station" in axes["a"].get_title(loc="left")
    assert "middle station" in axes["b"].get_title(loc="left")


def test_on_a_long_way_the_body_is_wide_enough_to_be_seen() -> None:
    bodies = panels(overview_figure(straight_recording(speed=50.0)))["a"].collections
    assert np.ptp(bodies[-1].get_paths()[0].vertices[:, 1]) == pytest.approx(1.6, rel=0.05)


def test_drawing_does_not_wake_pyplot() -> None:
    before = "matplotlib.pyplot" in sys.modules
    overview_figure(serpenoid_recording())
    assert before or "matplotlib.pyplot" not in sys.modules


@pytest.mark.thorough
def test_one_instant_and_torques_without_a_number_are_drawn_without_a_warning(recwarn: pytest.WarningsRecorder) -> None:
    recording = first_rows(serpenoid_recording(), 3)
    still = Recording(recording.dataset.assign_coords(time=np.zeros(3)), recording.status)
    overview_figure(still).draw_without_rendering()
    overview_figure(changed(recording, tau=np.full(recording["tau"].shape, np.nan))).draw_without_rendering()
    assert [str(warning.message) for warning in recwarn] == []


@pytest.mark.parametrize(
    ("scenario", "head"),
    [
        ('{"title": "A wave on sand", "name": "wave_on_sand"}', "A wave on sand"),
        ('{"name": "wave_on_sand"}', "wave on sand"),
        ("{}", "five links"),
    ],
)
def test_the_head_names_the_scenario_where_there_is_one(scenario, head):
    assert overview_figure(serpenoid_recording(n_rows=21, scenario=scenario)).get_suptitle() == head


@pytest.mark.thorough
def test_a_long_title_leaves_room_for_the_figures_beside_it():
    figure = overview_figure(serpenoid_recording(n_rows=21, scenario='{"title": "' + "a very long title " * 20 + '"}'))
    renderer = FigureCanvasAgg(figure).get_renderer()
    heads = [text.get_window_extent(renderer) for text in figure.texts if text.get_position()[1] > 0.9]
    assert len(heads) == 2 and not heads[0].overlaps(heads[1])


@pytest.mark.thorough
def test_the_head_is_whole_and_one_that_is_wider_than_the_figure_ends_between_words():
    title = "An underwater snake enters a pipe with a step to a smaller diameter"
    figure = overview_figure(serpenoid_recording(n_rows=21, scenario=json.dumps({"title": title})))
    assert figure.get_suptitle() == title
    long = overview_figure(serpenoid_recording(n_rows=21, scenario=json.dumps({"title": 3 * title}))).get_suptitle()
    assert long.endswith(" …") and (3 * title).startswith(long.removesuffix(" …") + " ")
