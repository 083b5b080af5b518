"""The figures for print: what each shows, in which unit, at which width, and that no recording is too odd to draw."""

import io

import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.image import imread

import snakelab as sl
from recordings import (
    changed,
    circle_recording,
    first_rows,
    hanging_recording,
    planar_recording,
    serpenoid_recording,
    soft_recording,
    straight_recording,
)
from snakelab.errors import RecordingError
from snakelab.figures.comparison_figures import comparison_figure
from snakelab.figures.report_folder import selected_figures
from snakelab.figures.run_figures import (
    couplings_figure,
    energies_figure,
    joints_figure,
    shown_curves,
    speeds_figure,
    torques_figure,
    trajectory_figure,
    variables_figure,
)
from snakelab.figures.style import figure_files
from snakelab.plugins.studio.page.charts import main_charts
from snakelab.plugins.studio.page.replay_data import replay
from snakelab.plugins.studio.page.scene_data import Packer
from snakelab.results.recording import Recording

ALL = [trajectory_figure, joints_figure, torques_figure, speeds_figure, energies_figure]


def working(**powers: float) -> Recording:
    """A glide in which terms do work at constant powers [W]."""
    recording = serpenoid_recording()
    terms, time = [str(term) for term in recording["term"].values], recording["time"].values
    return changed(recording, work=np.outer(time, [powers.get(term, 0.0) for term in terms]))


def panels(figure: Figure) -> dict[str, Axes]:
    """The panels by the words on their vertical axis; bars at the right are none."""
    return {ax.get_ylabel(): ax for ax in figure.axes if ax.get_ylabel() and ax.get_label() != "bar"}


def named(ax: Axes) -> list[str]:
    legend = ax.get_legend()
    return [] if legend is None else [text.get_text() for text in legend.get_texts()]


def values(ax: Axes, i: int) -> np.ndarray:
    return np.asarray(ax.lines[i].get_ydata())


@pytest.mark.parametrize("column", ["single", "double"])
@pytest.mark.parametrize("figure", ALL)
def test_a_figure_has_the_width_of_the_column(figure, column: str) -> None:
    assert figure(serpenoid_recording(), column=column).get_size_inches()[0] == {"single": 3.5, "double": 7.16}[column]


def test_an_unknown_width_is_met_with_the_two() -> None:
    with pytest.raises(
        RecordingError, match="column must be one of single, double; got 'singel'; did you mean 'single'"
    ):
        joints_figure(serpenoid_recording(), column="singel")


def test_the_joints_are_drawn_as_recorded() -> None:
    recording = serpenoid_recording()
    ((label, ax),) = panels(joints_figure(recording)).items()
    assert label == "joint angle [rad]"
    assert ax.get_xlabel() == "time [s]"
    assert named(ax) == ["joint1", "joint2", "joint3", "joint4"]
    for i in range(4):
        assert np.array_equal(values(ax, i), recording["q"].values[:, i])


def test_angles_and_displacements_have_panels_of_their_own() -> None:
    times = np.linspace(0.0, 1.0, 5)
    mixed = planar_recording(times, np.zeros((5, 4)), np.zeros((5, 2)), units=("rad", "m", "rad"))
    assert [*panels(joints_figure(mixed))] == ["joint angle [rad]", "displacement [m]"]
    assert [*panels(torques_figure(mixed))] == ["joint torque [N m]", "actuator force [N]"]
    assert [*panels(speeds_figure(mixed))] == ["centre of mass [m/s]", "joint rate [rad/s]", "displacement rate [m/s]"]


def test_thirty_joints_have_a_colour_bar_and_a_map_in_place_of_a_legend() -> None:
    recording = serpenoid_recording(n_links=31)
    figure = joints_figure(recording)
    assert all(ax.get_legend() is None for ax in figure.axes)
    lines = panels(figure)["joint angle [rad]"]
    assert len(lines.lines) == 30
    names = [text.get_text() for ax in figure.axes for text in ax.get_yticklabels() if "joint" in text.get_text()]
    assert names[0] == "joint1"
    assert names[-1] == "joint30"
    assert len(names) == 8
    (image,) = panels(figure)["number from the base"].images
    shown = np.asarray(image.get_array())
    assert shown.shape == (30, 401)
    assert np.allclose(shown, recording["q"].values.T)


def test_a_map_takes_unequal_times_to_equal_ones() -> None:
    times = np.concatenate((np.linspace(0.0, 1.0, 11), np.linspace(2.0, 9.0, 8)))
    recording = planar_recording(times, np.outer(times, np.arange(9.0)), np.zeros((19, 2)))
    (image,) = panels(joints_figure(recording))["number from the base"].images
    assert np.allclose(np.asarray(image.get_array()), np.linspace(0.0, 9.0, 19))


def test_the_torque_reference_is_a_dashed_line_of_torques_only() -> None:
    (ax,) = panels(torques_figure(serpenoid_recording(torque_reference=0.2))).values()
    assert [values(ax, -1)[0] for line in ax.lines if line.get_linestyle() == "--"] == [0.2]
    forces = panels(torques_figure(soft_like_forces(torque_reference=0.353)))["actuator force [N]"]
    assert not [line for line in forces.lines if line.get_linestyle() == "--"]


def soft_like_forces(**attributes: float) -> Recording:
    times = np.linspace(0.0, 1.0, 5)
    return planar_recording(
        times, np.zeros((5, 3)), np.zeros((5, 2)), tau=np.ones((5, 2)), units=("m", "m"), **attributes
    )


def test_speeds_show_speed_components_and_mean() -> None:
    ax = panels(speeds_figure(straight_recording(speed=0.2)))["centre of mass [m/s]"]
    assert named(ax) == ["speed", "vx", "vy", "mean"]
    assert np.allclose(values(ax, 0), 0.2)
    assert values(ax, 3)[0] == pytest.approx(0.2)
    assert named(panels(speeds_figure(hanging_recording()))["centre of mass [m/s]"]) == ["speed", "vx", "vy", "vz"]


def test_power_is_the_rate_of_work_by_term() -> None:
    axes = panels(energies_figure(working(drive=0.3, friction=-0.2)))
    assert [*axes] == ["kinetic energy [J]", "power [W]", "work [J]"]
    assert [*panels(energies_figure(working(drive=0.3)))][1:] == ["power of drive [W]", "work of drive [J]"]
    assert named(axes["power [W]"]) == named(axes["work [J]"]) == ["drive", "friction"]
    assert np.allclose(values(axes["power [W]"], 0), 0.3)
    assert np.allclose(values(axes["power [W]"], 1), -0.2)
    assert values(axes["work [J]"], 0)[-1] == pytest.approx(3.0)


def test_several_energies_have_their_total() -> None:
    recording = working(drive=0.3)
    lifted = changed(recording, gravity_energy=0.1 * recording["time"].values)
    ax = panels(energies_figure(lifted))["energy [J]"]
    assert named(ax) == ["kinetic", "gravity", "total"]
    assert np.allclose(values(ax, 2), values(ax, 0) + values(ax, 1))


def test_a_peak_at_the_start_is_cut_and_reported() -> None:
    recording = serpenoid_recording()
    tau = recording["tau"].values.copy()
    tau[0] = 5.0
    (ax,) = panels(torques_figure(changed(recording, tau=tau))).values()
    assert ax.get_ylim()[1] < 0.2
    assert any("at the start: up to 5 N m" in text.get_text() for text in ax.texts)


def test_a_steady_value_is_drawn_steady_and_not_its_rounding() -> None:
    ax = panels(energies_figure(working(friction=-3e4)))["power of friction [W]"]
    low, high = ax.get_ylim()
    assert low < -3e4 and high == 0.0


def test_variables_of_one_unit_share_a_panel() -> None:
    recording = serpenoid_recording()
    axes = panels(variables_figure(recording, ["q.joint1", "com_position.x", "head_position.x", "tau.joint2"]))
    assert [*axes] == ["q.joint1 [rad]", "com_position, head_position [m]", "tau.joint2 [N m]"]
    assert named(axes["com_position, head_position [m]"]) == ["com_position.x", "head_position.x"]
    assert np.array_equal(values(axes["com_position, head_position [m]"], 0), recording["com_position"].values[:, 0])
    with pytest.raises(RecordingError, match="no variables given"):
        variables_figure(recording, [])


@pytest.mark.thorough
@pytest.mark.parametrize("figure", ALL)
def test_nothing_is_cut_off_and_no_words_overlap_the_panel_above(figure) -> None:
    for recording in (working(drive=1e-5, friction=-3e4), serpenoid_recording(n_links=31), soft_recording()):
        drawn = figure(recording)
        canvas = FigureCanvasAgg(drawn)
        canvas.draw()
        for ax in drawn.axes:
            box = ax.get_tightbbox(canvas.get_renderer())
            assert box.x0 > -1 and box.y0 > -1, ax.get_ylabel()
            assert box.x1 < drawn.bbox.width + 1 and box.y1 < drawn.bbox.height + 1, ax.get_ylabel()
        boxes = [(ax.get_legend().get_window_extent(), ax) for ax in drawn.axes if ax.get_legend()]
        for legend, own in boxes:
            for ax in drawn.axes:
                assert ax is own or not legend.overlaps(ax.get_window_extent())


@pytest.mark.thorough
@pytest.mark.parametrize(
    "recording",
    [
        pytest.param(hanging_recording(), id="fixed arm"),
        pytest.param(soft_recording(), id="soft section"),
        pytest.param(circle_recording(), id="one link, no joints"),
        pytest.param(first_rows(serpenoid_recording(), 1), id="one row"),
        pytest.param(first_rows(serpenoid_recording(n_links=20), 1), id="one row, many joints"),
        pytest.param(first_rows(serpenoid_recording(), 0), id="no row"),
        pytest.param(first_rows(serpenoid_recording(n_links=20), 0), id="no row, many joints"),
    ],
)
@pytest.mark.parametrize("figure", [*ALL, lambda recording: comparison_figure([recording, serpenoid_recording()])])
@pytest.mark.filterwarnings("error")
def test_odd_recordings_are_drawn(figure, recording: Recording) -> None:
    picture = imread(io.BytesIO(figure_files(figure(recording), ["png"], dpi=60)["png"]))
    assert picture.min() < 0.5


@pytest.mark.thorough
def test_a_picture_is_sharp_enough_for_print_and_always_the_same() -> None:
    one, other = (figure_files(joints_figure(serpenoid_recording()), ["png", "svg", "pdf"]) for _ in range(2))
    assert one == other
    assert imread(io.BytesIO(one["png"])).shape[1] == 1050  # 3.5 inches of 300 dots
    assert one["svg"].lstrip().startswith(b"<?xml")
    assert one["pdf"].startswith(b"%PDF")


def test_names_from_users_are_shown_as_they_are() -> None:
    recording = serpenoid_recording()
    odd = Recording(recording.dataset.assign_coords(coordinate=["_a", "$b$", "c{", "x" * 80]), "finished")
    (ax,) = panels(joints_figure(odd)).values()
    first, second, third, last = named(ax)
    assert first.endswith("_a") and second == r"\$b\$" and third == "c{"
    assert last.startswith("xx") and "…" in last
    figure_files(joints_figure(odd), ["svg"])


def test_a_comparison_draws_every_run_in_its_own_colour() -> None:
    runs = [straight_recording(speed=0.2), hanging_recording(n_rows=50), soft_recording()]
    figure = comparison_figure(runs, ["one", "two", "three"])
    assert [text.get_text() for text in figure.legends[0].get_texts()] == ["one", "two", "three"]
    axes = {ax.get_ylabel(): ax for ax in figure.axes}
    assert [*axes] == ["y [m]", "speed [m/s]", "rms joint torque [N m]", "actuation energy [J]"]
    assert np.allclose(values(axes["speed [m/s]"], 0), 0.2)
    assert len({line.get_color() for line in axes["speed [m/s]"].lines}) == 3
    tau = runs[1]["tau"].values
    assert np.allclose(values(axes["rms joint torque [N m]"], 1), np.sqrt((tau**2).mean(axis=1)))


def acting(names):
    """A recording in which only some terms do work."""
    recording = serpenoid_recording(n_rows=21)
    work = recording["work"].values.copy()
    for name in names:
        work[:, list(recording["term"].values).index(name)] = recording["time"].values
    return changed(recording, work=work)


def test_terms_that_are_zero_all_the_time_are_left_out_and_named():
    recording = acting(["drive", "friction"])
    shown, left_out = shown_curves(recording, ["work"])
    assert [curve.name for curve in shown] == ["work.drive", "work.friction"]
    assert "work.gravity" in left_out and len(left_out) == len(recording["term"]) - 2
    shown, left_out = shown_curves(recording, ["work", "work.gravity"])
    assert "work.gravity" in [curve.name for curve in shown] and "work.gravity" not in left_out
    assert len(shown_curves(acting([]), ["work"])[0]) == len(recording["term"])


def test_vectors_of_many_links_have_a_panel_for_each_axis_that_acts():
    recording = serpenoid_recording(n_rows=21)
    force = np.zeros_like(recording["friction_force"].values)
    force[..., :2] = np.arange(1.0, 6.0)[:, None] * np.array([1.0, -2.0])
    figure = variables_figure(changed(recording, friction_force=force), ["friction_force"])
    labels = [ax.get_ylabel() for ax in figure.axes if ax.get_label() != "bar"]
    assert labels == ["friction_force x [N]", "friction_force y [N]"]


@pytest.fixture(scope="module")
def finger() -> Recording:
    """A finger that a cable bends, with a gear between its joints and one between a slide and the second."""
    passive, spring = sl.robots.Passive(), sl.robots.Spring(0.2, 0.02)
    link = sl.Link(0.05, 0.03)
    parts = [
        link, sl.Revolute("z", passive, spring, name="knuckle"), link, sl.Revolute("z", passive, spring, name="tip"),
        link, sl.Prismatic("x", passive, sl.robots.Spring(100.0, 1.0), name="claw"), sl.Link(0.02, 0.01),
    ]  # fmt: skip
    guides = [("link1", (0, 0.012, 0)), ("link2", (0.025, 0.012, 0)), ("link3", (0.025, 0.012, 0))]
    gears = [sl.robots.Gear("tip", "knuckle", ratio=0.5), sl.robots.Gear("claw", "tip", ratio=0.01)]
    cables = [sl.robots.Cable(guides, actuator=sl.robots.Winch(), name="tendon")]
    robot = sl.Robot(parts, base="fixed", gears=gears, cables=cables)
    gait = sl.FunctionGait(lambda t: [0.0, 0.0, 0.0, 0.005 * min(t, 1.0)])
    return sl.simulate(sl.build_model(robot), gait, 0.5)


def test_loads_of_couplings_are_drawn_by_kind_and_unit(finger):
    assert finger["coupling_kind"].values.tolist() == ["gear", "gear", "cable"]
    assert finger["coupling_unit"].values.tolist() == ["N m", "N", "N"]
    drawn = panels(couplings_figure(finger))
    assert [*drawn] == ["cable tension [N]", "gear torque [N m]", "gear force [N]"]
    tension = values(drawn["cable tension [N]"], 0)
    assert np.array_equal(tension, finger["coupling_load"].values[:, 2]) and tension[-1] > 0.1
    charts = {chart.name: chart for chart in main_charts(finger)}
    assert charts["coupling_load.cable.N"].curves == ["tendon"] and charts["coupling_load.gear.N m"].unit == "N m"
    assert "couplings" in selected_figures(finger) and "couplings" not in selected_figures(serpenoid_recording())
    with pytest.raises(RecordingError, match="no gears, loops or cables"):
        couplings_figure(serpenoid_recording())


def test_the_page_knows_where_cables_run_and_their_tension(finger):
    cables = replay(finger, Packer())["cables"]
    assert cables["links"] == [[0, 1, 2]] and cables["most"] == finger["coupling_load"].values[:, 2].max()
    # from the centres of the links, 25 mm from their tail ends
    np.testing.assert_allclose(cables["offsets"], [[(-0.025, 0.012, 0), (0, 0.012, 0), (0, 0.012, 0)]], atol=1e-12)
    assert replay(serpenoid_recording(), Packer())["cables"] is None
    damaged = Recording(
        finger.dataset.assign_attrs(cables='[{"guides": [{"link": "none", "offset": [0, 0]}]}]'), finger.status
    )
    assert replay(damaged, Packer())["cables"] is None


def test_a_guide_on_the_base_stands_in_the_world():
    link = sl.Link(0.1, 0.1)
    guides = [("base", (0, 0.05, 0)), ("link1", (0.1, 0.01, 0))]
    robot = sl.Robot(
        [sl.Revolute("z", sl.robots.Passive()), link],
        base="fixed",
        cables=[sl.robots.Cable(guides, stiffness=10.0, rest=0.05)],
    )
    model = sl.build_model(robot)
    state = sl.initial_state(model, position=(1.0, 2.0, 0.0), quaternion=(np.sqrt(0.5), 0, 0, np.sqrt(0.5)))
    cables = replay(sl.simulate(model, None, 0.05, state=state), Packer())["cables"]
    assert cables["links"] == [[None, 0]]
    np.testing.assert_allclose(cables["offsets"][0], [(0.95, 2.0, 0.0), (0.05, 0.01, 0.0)], atol=1e-12)
