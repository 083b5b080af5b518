"""The figure of servos: which joints, both curves, and where a limit held them."""

import numpy as np
import pytest

from recordings import planar_recording
from snakelab.errors import RecordingError
from snakelab.figures.run_figures import SPEED, STOP, TORQUE, tracking_figure, worst_joints
from snakelab.plugins.studio.page.charts import main_charts
from snakelab.results.recording import Recording

TIME = np.linspace(0.0, 2.0, 201)
TARGET = np.sin(np.pi * TIME)


def led_recording(servos: int = 4) -> Recording:
    """Joint k of four is k hundredths behind its target; of the last the torque, the speed and a stop are at their ends."""
    recording = planar_recording(
        TIME, np.zeros((201, 5)), np.zeros((201, 2)), tau=np.zeros((201, 4)), units=4 * ["rad"]
    )
    target = np.repeat(TARGET[:, None], 4, axis=1)
    q = target - 0.01 * np.arange(1, 5)
    target[:, servos:] = np.nan
    limit, stop = np.zeros((201, 4)), np.zeros((201, 4))
    limit[:50, 3], limit[50:60, 3], stop[100:150, 3] = 1, -2, 0.5
    variables = {"q": q, "target": target, "actuator_limit": limit, "joint_limit_torque": stop}
    new = {name: (("time", "coordinate"), values) for name, values in variables.items()}
    return Recording(recording.dataset.assign(new), "finished")


def test_the_joints_that_follow_worst_are_drawn_commanded_and_measured():
    recording = led_recording()
    figure = tracking_figure(recording)
    assert worst_joints(recording) == [3, 2, 1, 0]
    assert [ax.get_ylabel() for ax in figure.axes] == ["joint4 [rad]", "joint3 [rad]", "joint2 [rad]"]
    commanded, measured = figure.axes[0].lines[:2]
    assert np.allclose(commanded.get_ydata(), TARGET) and np.allclose(measured.get_ydata(), TARGET - 0.04)
    assert commanded.get_linestyle() != measured.get_linestyle()
    assert [text.get_text() for text in figure.axes[0].get_legend().get_texts()] == ["commanded", "measured"]


def test_the_curve_is_thick_where_a_limit_held_the_joint():
    worst, free, _ = tracking_figure(led_recording()).axes
    thick = {line.get_gid(): np.isfinite(np.asarray(line.get_ydata())) for line in worst.lines[2:]}
    assert {name: int(at.sum()) for name, at in thick.items()} == {TORQUE: 50, SPEED: 10, STOP: 50}
    assert thick[STOP][100:150].all()
    assert {text.get_text() for text in worst.texts} == {"torque limit 25 %", "speed limit 5 %", "joint limit 25 %"}
    assert len(free.lines) == 2 and not free.texts


def test_joints_can_be_named_and_those_without_a_servo_are_refused():
    recording = led_recording(servos=2)
    assert [ax.get_ylabel() for ax in tracking_figure(recording, ["joint1"]).axes] == ["joint1 [rad]"]
    assert len(tracking_figure(recording, n_joints=1).axes) == 1
    with pytest.raises(RecordingError, match="no joint 'joint3' with a servo; did you mean"):
        tracking_figure(recording, ["joint3"])
    with pytest.raises(RecordingError, match=r"no joint of this recording has a servo.*joints_figure"):
        tracking_figure(led_recording(servos=0))
    with pytest.raises(RecordingError, match="n_joints must be a whole number of at least 1"):
        tracking_figure(recording, n_joints=0)


def test_the_page_has_a_curve_of_how_far_each_servo_is_behind():
    (chart,) = [chart for chart in main_charts(led_recording(servos=2)) if chart.name == "following"]
    assert chart.curves == ["joint1", "joint2"] and np.allclose(chart.values, [0.01, 0.02])
    assert not [chart for chart in main_charts(led_recording(servos=0)) if chart.name == "following"]
