"""The figures of a passage: plan, bodies, paths, futures and goal; and what a controller thought."""

import json
from types import SimpleNamespace

import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.collections import LineCollection
from matplotlib.patches import Polygon

from figures.skins import rolling_recording
from recordings import changed, serpenoid_recording
from snakelab.errors import RecordingError
from snakelab.figures.panels import WALL
from snakelab.figures.passage_figures import passage_figure
from snakelab.figures.report_folder import report, selected_figures
from snakelab.figures.run_figures import control_figure, trajectory_figure
from snakelab.figures.style import figure_files
from snakelab.plugins.studio.page.charts import main_charts
from snakelab.results.motor_signals import control_notes
from snakelab.results.recording import Recording
from walls import foreseeing_recording, thinking_recording, waving_recording

SNAKE = waving_recording()
FUTURES = SimpleNamespace(head=np.linspace(0, 1, 5 * 11 * 2).reshape(5, 11, 2) - 1.5, costs=np.arange(5), n_elite=2)


def plan(figure):
    return figure.axes[0]


def names(figure) -> list[str]:
    return [text.get_text() for legend in figure.legends for text in legend.get_texts()]


def of_scenario(recording: Recording, words: dict) -> Recording:
    return Recording(recording.dataset.assign_attrs(scenario=json.dumps(words)), recording.status)


def rocks(ax) -> list[Polygon]:
    return [patch for patch in ax.patches if isinstance(patch, Polygon)]


def test_the_plan_shades_rock_and_leaves_water_white():
    ax = plan(passage_figure(SNAKE))
    figure = ax.figure
    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    picture = np.asarray(canvas.buffer_rgba())[..., :3].astype(int)

    def colour(x: float, y: float) -> np.ndarray:
        across, up = ax.transData.transform((x, y)).round().astype(int)
        return picture[len(picture) - up, across]

    rock = np.array([int(WALL[k : k + 2], 16) for k in (1, 3, 5)])
    assert np.abs(colour(-2.0, 0.25) - rock).max() < 3 and np.abs(colour(-2.0, -0.25) - rock).max() < 3
    assert colour(-2.9, 0.17).min() > 250


def test_the_body_stands_at_the_moments_and_the_plan_ends_a_little_beyond_them():
    figure = passage_figure(SNAKE, times=[4.0, 6.0])
    ax = plan(figure)
    labels = [text.get_text() for text in figure.axes[1].get_xticklabels()]
    assert labels == ["4", "6"]
    head = SNAKE["head_position"].values[160:241]
    drawn = next(line for line in ax.get_lines() if line.get_label() == "head").get_xydata()
    np.testing.assert_allclose(drawn, head[:, :2])
    (left, right), length = ax.get_xlim(), 1.2
    assert (
        head[:, 0].min() - 0.3 * length < left < head[:, 0].min() and right - left < np.ptp(head[:, 0]) + 1.6 * length
    )
    assert "start" not in names(figure)  # it lies before


def test_the_start_is_where_the_centre_of_mass_began():
    figure = passage_figure(SNAKE)
    ring = next(line for line in plan(figure).get_lines() if line.get_label() == "start")
    np.testing.assert_allclose(ring.get_xydata()[0], SNAKE["com_position"].values[0, :2])
    assert names(figure) == ["head", "centre of mass", "start"]


@pytest.mark.parametrize(
    "words", [{"controller": {"type": "X", "goal": [-3.5, 0.1]}}, {"stop": [{"goal": [-3.5, 0.1, 0.0]}]}]
)
def test_the_goal_is_what_the_scenario_says(words):
    figure = passage_figure(of_scenario(SNAKE, words))
    star = next(line for line in plan(figure).get_lines() if line.get_label() == "goal")
    np.testing.assert_allclose(star.get_xydata()[0], (-3.5, 0.1))
    assert plan(figure).get_xlim()[0] < -3.5


def test_a_goal_of_the_caller_goes_before_and_words_that_are_no_place_are_none():
    messages = of_scenario(SNAKE, {"goal": [1.0, 1.0]})
    star = next(
        line for line in plan(passage_figure(messages, goal=(-2.0, 0.0))).get_lines() if line.get_label() == "goal"
    )
    np.testing.assert_allclose(star.get_xydata()[0], (-2.0, 0.0))
    assert "goal" not in names(passage_figure(of_scenario(SNAKE, {"goal": "far away", "gait": {"goal": [1, "x"]}})))


def test_futures_are_thin_lines_and_do_not_widen_the_plan():
    far = SimpleNamespace(head=FUTURES.head + 100, n_elite=0)
    figure, bare = passage_figure(SNAKE, futures=[FUTURES, far]), passage_figure(SNAKE)
    lines = [made for made in plan(figure).collections if isinstance(made, LineCollection)]
    assert [len(made.get_segments()) for made in lines] == [3, 1, 1, 5]
    assert names(figure)[3:] == ["futures", "elite", "best"]
    assert plan(figure).get_xlim() == plan(bare).get_xlim() and plan(figure).get_ylim() == plan(bare).get_ylim()


@pytest.mark.thorough
def test_recorded_futures_are_drawn_at_the_moments_of_the_bodies():
    foreseeing = foreseeing_recording(SNAKE, moments=(0.0, 4.0, 5.0))

    def drawn(**options) -> list[int]:
        collections = plan(passage_figure(foreseeing, **options)).collections
        return [len(made.get_segments()) for made in collections if isinstance(made, LineCollection)]

    assert drawn() == [4, 1, 1, 4, 1, 1]  # bodies at 0, 2.5, 5, 7.5 and 10 s
    assert drawn(times=[4.0]) == [4, 1, 1] and drawn(times=[2.0]) == drawn(futures=()) == []
    assert drawn(futures=[FUTURES]) == [3, 1, 1]


def test_one_scale_holds_for_both_axes_at_either_width():
    for column in ("single", "double"):
        ax = plan(passage_figure(SNAKE, column=column))
        box = ax.get_window_extent()
        assert box.width / np.ptp(ax.get_xlim()) == pytest.approx(box.height / np.ptp(ax.get_ylim()), rel=1e-6)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"times": [2.0, 11.0]}, r"between 0 and 10 s, got \[11.0\]"),
        ({"times": []}, "omit them"),
        ({"goal": (1.0, np.nan)}, "goal"),
        ({"futures": [SimpleNamespace(head=np.zeros((3, 4)), n_elite=1)]}, "shape"),
        ({"column": "wide"}, "column"),
    ],
)
def test_what_cannot_be_drawn_is_refused(options, words):
    with pytest.raises(RecordingError, match=words):
        passage_figure(SNAKE, **options)


def test_poles_and_other_bodies_have_a_plan_too_and_a_run_without_places_says_so():
    pole = {"name": "pole", "kind": "Pole", "radius": 0.03, "point": [0.15, 0.12, 0], "axis": [0, 0, 1], "length": None}
    assert len(rocks(plan(passage_figure(rolling_recording(surfaces=[pole]))))) == 1
    lost = changed(SNAKE, link_position=np.full_like(SNAKE["link_position"].values, np.nan))
    assert [text.get_text() for text in plan(passage_figure(lost)).texts] == ["no finite positions"]


def test_the_trajectory_shows_the_walls():
    assert (
        len(rocks(plan(trajectory_figure(SNAKE))))
        == len(rocks(plan(trajectory_figure(waving_recording(surfaces=[]))))) + 2
    )


def panels(figure) -> dict:
    return {ax.get_ylabel(): ax for ax in figure.axes}


def test_the_controller_s_panels_hold_what_it_noted():
    thinking = thinking_recording(SNAKE)
    drawn = panels(control_figure(thinking))
    assert [*drawn] == ["cost", "head joint [rad]", "head torque [N m]", "cycle time [s]"]  # it has no skin
    assert drawn["cost"].get_yscale() == "log"
    cost, best = drawn["cost"].get_lines()
    np.testing.assert_allclose(cost.get_xydata()[:, 0], np.arange(0, 10, 0.1))
    assert best.get_ydata()[0] == 9e3
    command, angle = drawn["head joint [rad]"].get_lines()
    np.testing.assert_allclose(command.get_ydata(), np.sin(np.arange(0, 10, 0.1)))
    np.testing.assert_allclose(angle.get_ydata(), SNAKE["q"].values[:400:4, -1], atol=1e-9)
    assert [text.get_text() for text in drawn["cycle time [s]"].texts] == ["budget 0.1 s"]


def test_the_load_of_all_contacts_is_drawn_of_a_body_with_a_skin():
    drawn = panels(control_figure(thinking_recording(rolling_recording(), cost=np.linspace(3, 2, 30))))
    np.testing.assert_allclose(drawn["contact load [N]"].get_lines()[0].get_ydata(), 0.6 * 9.81)
    assert drawn["cost"].get_yscale() == "linear" and "cycle time [s]" not in drawn


def test_other_numbers_have_panels_of_their_own_and_what_is_lacking_is_left_out():
    n = len(np.arange(0.0, 10.0, 0.1))
    gait = thinking_recording(
        SNAKE, plan_amplitude=np.ones(n), sigma=np.ones(n), nothing=np.full(n, np.nan), plan=np.ones((n, 3))
    )
    assert [*panels(control_figure(gait))] == ["plan amplitude"]
    gait.dataset.attrs["control_period"] = "soon"
    assert control_figure(gait).axes


def test_each_input_that_has_a_name_is_drawn_with_the_joint_of_that_name_or_alone():
    n, joint = len(np.arange(0.0, 10.0, 0.1)), str(SNAKE["coordinate"].values[1])
    by_name = {f"input_{joint}": np.ones(n), "input_offset": np.full(n, 2.0), f"sigma_{joint}": np.ones(n)}
    two = thinking_recording(SNAKE, **by_name)
    drawn = panels(control_figure(two))
    assert [*drawn] == [f"{joint} [rad]", f"{joint} torque [N m]", "offset"]
    command, angle = drawn[f"{joint} [rad]"].get_lines()
    assert (command.get_ydata() == 1).all()
    np.testing.assert_allclose(angle.get_ydata(), SNAKE["q"].values[:400:4, 1], atol=1e-9)
    (chart,) = (chart for chart in main_charts(two) if chart.name == "control_input")
    assert chart.curves == [joint, "offset"] and (chart.values == [1.0, 2.0]).all()


def test_a_run_without_controller_notes_has_no_passage_figure():
    assert control_notes(SNAKE) == {}
    with pytest.raises(RecordingError, match=r"no control_\.\.\. over control_time"):
        control_figure(SNAKE)


def test_the_page_plots_cost_input_and_cycle_times_over_their_own_time():
    charts = {chart.name: chart for chart in main_charts(thinking_recording(SNAKE))}
    assert charts["control_cost"].curves == ["of the plan", "best sample"] and charts["control_cost"].values.shape == (
        100,
        2,
    )
    assert charts["control_cycle_time"].reference == 0.1 and len(charts["control_input"].time) == 100
    assert not any(chart.name.startswith("control") for chart in main_charts(SNAKE))


@pytest.mark.slow
def test_the_report_draws_both_where_they_apply(tmp_path):
    written = {path.stem for path in report(thinking_recording(SNAKE), tmp_path / "a") if path.parent.name == "figures"}
    assert {"passage", "control"} <= written
    assert not {"passage", "control"} & set(selected_figures(serpenoid_recording(n_rows=40)))


@pytest.mark.slow
def test_the_same_recording_gives_the_same_bytes():
    thinking = thinking_recording(SNAKE)
    for draw in (passage_figure, control_figure):
        assert figure_files(draw(thinking)) == figure_files(draw(thinking))
