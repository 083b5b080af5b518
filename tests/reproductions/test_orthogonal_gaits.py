"""The study of the orthogonal gaits: figures by radian, ratios to the first, what is printed, tracks."""

import math

import numpy as np
import pytest
import xarray

from reproductions.snakesys.orthogonal_gaits import EXACT, PUBLISHED, run_case, table_text, tracks_figure
from reproductions.snakesys.tracking import tracking


@pytest.fixture(scope="module")
def rows():
    """Creeping under servos and with joints that follow exactly, and sidewinding that does."""
    creeping, sidewinding = "snakesys_flat_creeping", "snakesys_flat_sidewinding"
    return [run_case(creeping), run_case(creeping, EXACT), run_case(sidewinding, EXACT)]


def test_speeds_are_by_radian_and_near_the_printed_ones(rows):
    assert all(row.recording.finished for row in rows)
    off = [row.speed / PUBLISHED[row.case] - 1 for row in rows]
    assert off == pytest.approx([-0.001, 0.001, 0.020], abs=0.003)
    assert rows[2].speed / rows[1].speed == pytest.approx(0.565, abs=0.003)  # printed: 0.554


def test_servos_lag_and_exact_joints_do_not(rows):
    assert 0.0 < rows[0].lag < 0.04 and math.isnan(rows[1].lag)
    assert rows[0].torque < 8.3 < rows[2].torque


def test_the_table_has_ratios_to_its_first_row(rows):
    _, _, creeping, exact, sidewinding = table_text(rows).splitlines()
    assert creeping.split()[0] == "flat_creeping" and creeping.split()[3] == "1.000"
    assert float(sidewinding.split()[3]) == pytest.approx(rows[2].speed / rows[0].speed, abs=1e-3)
    assert sidewinding.split()[4] == "0.554" and exact.split()[-1] == "-"


def test_the_tracks_are_drawn_to_scale(rows):
    figure = tracks_figure([("one", rows[0].recording), ("two", rows[2].recording)])
    shown = [ax for ax in figure.axes if ax.axison]
    assert [ax.get_title(loc="left") for ax in shown] == ["one", "two"]
    com = rows[0].recording["com_position"].values
    assert (shown[0].lines[-1].get_xdata() == com[:, 0]).all() and shown[0].get_aspect() == 1


def test_tracking_is_judged_by_amplitude_and_phase_of_the_fundamental():
    """A measured wave of half the commanded amplitude that leads by a tenth of a period, which a mean lag would hide."""
    time = np.linspace(0, 20, 401)
    wave = np.pi / 5 * time
    target = np.stack([np.sin(wave), 0.2 * np.sin(wave + 1), 1e-3 * np.sin(wave)], axis=1)
    q = np.stack([np.sin(wave - 0.1), 0.1 * np.sin(wave + 1 + 0.2 * np.pi), 0 * wave], axis=1)
    run = {"time": time, "target": target, "q": q}
    made = xarray.Dataset({k: (("time", "c") if np.ndim(v) == 2 else "time", v) for k, v in run.items()})
    found = tracking(made, np.pi / 5)
    assert list(found.joints) == [0, 1]  # the third is commanded less than a degree
    assert found.gain == pytest.approx([1.0, 0.5], abs=2e-3)
    assert found.lag == pytest.approx([0.1 / (np.pi / 5), -1.0], abs=5e-3)


def test_servos_of_the_experiments_follow_and_those_of_the_model_files_do_not():
    def least(*changes):
        return tracking(run_case("snakesys_flat_sidewinding", changes).recording, np.pi / 5).gain.min()

    assert least() > 0.7
    assert least("robot.snake_iii.actuator.servo.kp=50", "robot.snake_iii.actuator.servo.kd=0.1") < 0.4
    assert least("robot.snake_iii.actuator.servo.torque_limit=8.3") < 0.4
