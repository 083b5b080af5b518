"""The study of the orthogonal gaits: figures by radian, ratios to the first, what is printed, tracks."""

import math

import pytest

from reproductions.snakesys.orthogonal_gaits import EXACT, PUBLISHED, run_case, table_text, tracks_figure


@pytest.fixture(scope="module")
def rows():
    """Creeping under servos and with joints that follow exactly, and sidewinding that does."""
    creeping, sidewinding = "snakesys_flat_creeping", "snakesys_flat_sidewinding"
    return [run_case(creeping), run_case(creeping, EXACT), run_case(sidewinding, EXACT)]


def test_speeds_are_by_radian_and_near_the_printed_ones(rows):
    assert all(row.recording.finished for row in rows)
    off = [row.speed / PUBLISHED[row.case] - 1 for row in rows]
    assert off == pytest.approx([-0.003, 0.001, 0.020], abs=0.003)
    assert rows[2].speed / rows[1].speed == pytest.approx(0.565, abs=0.003)  # printed: 0.554


def test_servos_lag_and_exact_joints_do_not(rows):
    assert 0.01 < rows[0].lag < 0.04 and math.isnan(rows[1].lag)
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
