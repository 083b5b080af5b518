"""Trajectories of other tools: columns by their names, and times in seconds."""

import numpy as np
import pytest

from snakelab.errors import PerceptionError, SnakelabWarning
from snakelab.perception import Trajectory, load_trajectory

EUROC = (
    "#timestamp, p_RS_R_x [m], p_RS_R_y [m], p_RS_R_z [m], q_RS_w [], q_RS_x [], q_RS_y [], q_RS_z [], "
    "v_RS_R_x [m s^-1], v_RS_R_y [m s^-1], v_RS_R_z [m s^-1]\n"
)
TUM_VI = "#timestamp [ns],p_RS_R_x [m],p_RS_R_y [m],p_RS_R_z [m],q_RS_w [],q_RS_x [],q_RS_y [],q_RS_z []\n"
W, X, Y, Z = 0.8, 0.2, -0.4, 0.4


def written(path, head, rows, separator=","):
    path.write_text(head + "".join(separator.join(map(str, row)) + "\n" for row in rows))
    return path


@pytest.mark.parametrize(("head", "more"), [(EUROC, (0, 0, 0)), (TUM_VI, ())])
def test_csv_of_data_sets_is_read_by_its_names(tmp_path, head, more):
    start = 1403636580838555648
    rows = [(start + 5_000_000 * i, i, 2, 3, W, X, Y, Z, *more) for i in range(4)]
    trajectory = load_trajectory(written(tmp_path / "data.csv", head, rows))
    np.testing.assert_allclose(trajectory.quaternion, np.tile((W, X, Y, Z), (4, 1)))
    np.testing.assert_allclose(trajectory.position[:, 0], range(4))
    np.testing.assert_allclose(np.diff(trajectory.time), 5e-3, atol=1e-6)
    assert trajectory.time[0] == pytest.approx(1403636580.838555648)


def test_names_decide_the_order_in_any_file(tmp_path):
    rows = [(0.1 * i, W, X, Y, Z, i, 2, 3) for i in range(3)]
    path = written(tmp_path / "a.txt", "# time qw qx qy qz tx ty tz\n", rows, " ")
    trajectory = load_trajectory(path)
    np.testing.assert_allclose(trajectory.quaternion[0], (W, X, Y, Z))
    np.testing.assert_allclose(trajectory.position[2], (2, 2, 3))
    plain = written(tmp_path / "b.csv", "t,x,y,z,qw,qx,qy,qz\n", [(0, 1, 2, 3, W, X, Y, Z)])
    np.testing.assert_allclose(load_trajectory(plain).quaternion[0], (W, X, Y, Z))


def test_a_csv_without_names_is_refused_since_its_order_is_unknown(tmp_path):
    path = written(tmp_path / "a.csv", "", [(0, 1, 2, 3, X, Y, Z, W)])
    with pytest.raises(PerceptionError, match="the columns of a CSV need names"):
        load_trajectory(path)
    np.testing.assert_allclose(load_trajectory(path, "tum").quaternion[0], (W, X, Y, Z))
    other = written(tmp_path / "b.csv", "t,x,y,z,roll,pitch,yaw\n", [(0, 1, 2, 3, 0, 0, 0)])
    with pytest.raises(PerceptionError, match="do not name qw, qx, qy, qz"):
        load_trajectory(other)


@pytest.mark.parametrize("times", [(1403636580838555648, 1403636580888555648), (0, 50_000_000), (0, 5e16)])
def test_times_in_nanoseconds_are_refused(tmp_path, times):
    path = written(tmp_path / "a.txt", "", [(t, 1, 2, 3, X, Y, Z, W) for t in times], " ")
    with pytest.raises(PerceptionError, match=r"times are in seconds, and these are .* as in nanoseconds"):
        load_trajectory(path)
    ok = written(tmp_path / "b.txt", "", [(t * 1e-9, 1, 2, 3, X, Y, Z, W) for t in times[:1]], " ")
    assert len(load_trajectory(ok)) == 1


def test_times_in_milliseconds_are_a_warning(tmp_path):
    path = written(tmp_path / "a.txt", "", [(100 * i, i, 2, 3, X, Y, Z, W) for i in range(5)], " ")
    with pytest.warns(SnakelabWarning, match="its poses are 100 s apart; if its times are in ms"):
        load_trajectory(path)
    named = written(
        tmp_path / "b.txt", "\ufeff# timestamp [ms] tx ty tz qx qy qz qw\n", [(100, 1, 2, 3, X, Y, Z, W)], " "
    )
    assert load_trajectory(named).time[0] == pytest.approx(0.1)


def test_a_reflection_is_no_pose(tmp_path):
    mirrored = [(1, 0, 0, 0.5, 0, 1, 0, 0, 0, 0, -1, 0)]
    with pytest.raises(PerceptionError, match="must be a rotation matrix"):
        load_trajectory(written(tmp_path / "a.txt", "", mirrored, " "), "kitti")
    with pytest.raises(PerceptionError, match="must consist of a rotation matrix and a position"):
        Trajectory.from_transforms(np.zeros(1), np.diag([1.0, 1, -1, 1])[None])
