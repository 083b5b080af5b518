"""The panel of torques and forces: units, axes, and a legend that keeps clear of the title."""

import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from recordings import planar_recording
from snakelab.figures.run_figures import overview_figure
from snakelab.results.recording import Recording

TIMES = np.linspace(0.0, 1.0, 21)


def jointed(*units: str, names: list[str] | None = None, tau: float = 1.0) -> Recording:
    """A straight chain with a joint for every unit; the torque or force of joint i is (i + 1) tau sin 6 t."""
    n, k = len(units), len(TIMES)
    efforts = tau * np.outer(np.sin(6 * TIMES), np.arange(1, n + 1))
    recording = planar_recording(TIMES, np.zeros((k, n + 1)), np.zeros((k, 2)), tau=efforts, units=units)
    return Recording(recording.dataset.assign_coords(coordinate=names), "finished") if names else recording


def panel(figure: Figure) -> Axes:
    return next(ax for ax in figure.axes if ax.get_title(loc="left").startswith("c "))


def twin(figure: Figure) -> Axes:
    return next(ax for ax in figure.axes if ax.get_ylabel().startswith("force") and ax is not panel(figure))


def labels(figure: Figure) -> list[str]:
    legend = panel(figure).get_legend()
    return [] if legend is None else [text.get_text() for text in legend.get_texts()]


def test_a_robot_of_displacements_has_actuator_forces() -> None:
    figure = overview_figure(jointed("m", "m"), torque_limit=1.0)
    ax = panel(figure)
    assert "Actuator forces [N]" in ax.get_title(loc="left")
    assert ax.get_ylabel() == "force [N]"
    assert not [line for line in ax.lines if line.get_linestyle() == "--"]  # a limit of torques is not one of forces


def test_angles_and_displacements_have_an_axis_each() -> None:
    figure = overview_figure(jointed("rad", "m", "rad", tau=1.5))
    ax, right = panel(figure), twin(figure)
    assert (ax.get_ylabel(), right.get_ylabel()) == ("torque [N m]", "force [N], dashed")
    assert (len(ax.lines), len(right.lines)) == (2, 1)
    assert np.allclose(np.asarray(right.lines[0].get_ydata()), 3.0 * np.sin(6 * TIMES))
    assert labels(figure) == ["joint1", "joint3", "joint2"]


LONG = ["a_joint_with_quite_a_long_name", "WWWWWWWWWWWWWWWWWWWWWWWWWWWW", "another_joint_of_the_arm", "d"]


@pytest.mark.few(2)
@pytest.mark.thorough
@pytest.mark.parametrize(
    "recording",
    [
        pytest.param(jointed("rad", "rad", "rad", "rad"), id="four"),
        pytest.param(jointed("rad", "rad", "rad", "rad", names=LONG), id="long names"),
        pytest.param(jointed("rad", "m", "rad", "m", names=LONG), id="long names, two units"),
        pytest.param(jointed("m", "m", names=LONG[1::-1]), id="two long names"),
        pytest.param(jointed(*16 * ["rad"]), id="sixteen"),
        pytest.param(jointed(*20 * ["rad", "m"]), id="forty, two units"),
    ],
)
def test_the_legend_keeps_clear_of_the_title_and_the_panel(recording: Recording) -> None:
    figure = overview_figure(recording)
    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    ax = panel(figure)
    legend, box = ax.get_legend(), ax.get_window_extent()
    assert legend is not None
    title = next(text for text in ax.get_children() if getattr(text, "get_text", str)() == ax.get_title(loc="left"))
    assert legend.get_window_extent().x0 > title.get_window_extent().x1
    assert legend.get_window_extent().x1 <= box.x1 + 2
    assert box.width > 0.33 * figure.bbox.width


@pytest.mark.thorough
def test_the_legend_says_how_many_it_leaves_out() -> None:
    assert labels(overview_figure(jointed(*4 * ["rad"]))) == ["joint1", "joint2", "joint3", "joint4"]
    assert labels(overview_figure(jointed(*12 * ["rad"]))) == ["joint1", "joint12", "+ 10 more"]
    first, rest = labels(overview_figure(jointed(*4 * ["rad"], names=LONG)))
    assert rest == "+ 3 more"
    assert first.startswith("a_joint")
    assert first.endswith("_name")
    assert len(first) < len(LONG[0])


def test_odd_names_are_shown_as_they_are() -> None:
    names = ["_hidden", "a$b$", "c_{d"]
    assert labels(overview_figure(jointed(*3 * ["rad"], names=names))) == ["\u200a_hidden", r"a\$b\$", "c_{d"]


@pytest.mark.parametrize(("unit", "word"), [("m", "no actuator force"), ("rad", "no actuator torque")])
def test_rounding_is_not_drawn_as_a_force(unit: str, word: str) -> None:
    ax = panel(overview_figure(jointed(unit, unit, tau=1e-16)))
    assert word in [text.get_text() for text in ax.texts]
    assert ax.get_ylim() == (-1, 1)
    assert word not in [text.get_text() for text in panel(overview_figure(jointed(unit, tau=1e-3))).texts]


@pytest.mark.parametrize("unit", ["rad", "m"])
def test_efforts_of_many_joints_are_a_map_whose_rows_are_the_joints(unit: str) -> None:
    figure = overview_figure(jointed(*28 * [unit]), torque_limit=9.0)
    ax = panel(figure)
    (image,) = ax.images
    shown = np.asarray(image.get_array())
    even = np.linspace(0.0, 1.0, shown.shape[1])
    assert shown.shape[0] == 28 and not ax.lines and ax.get_ylabel() == "joint, from the base"
    assert np.allclose(shown[-1], np.interp(even, TIMES, 28 * np.sin(6 * TIMES)))
    words = [one.get_ylabel() for one in figure.axes]
    assert ("torque [N m], limit 9" if unit == "rad" else "force [N]") in words
    assert ax.get_xlim() == (0.0, 1.0)


def test_an_actuator_at_its_limit_is_dark_in_a_map() -> None:
    recording = jointed(*20 * ["rad"])
    at = np.zeros((len(TIMES), 20), dtype=int)
    at[10:15, 4] = 1
    data = recording.dataset.assign(actuator_limit=(("time", "coordinate"), at))
    _, marks = panel(overview_figure(Recording(data, "finished"))).images
    shown = np.ma.getmaskarray(marks.get_array())
    assert not shown[4, 12] and shown[4, 5] and shown[3].all()


@pytest.mark.thorough
def test_few_joints_and_joints_of_two_kinds_are_lines() -> None:
    for recording in (jointed(*16 * ["rad"]), jointed(*10 * ["rad", "m"])):
        assert not panel(overview_figure(recording)).images
