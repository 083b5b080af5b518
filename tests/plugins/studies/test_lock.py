"""The lock of a results file: one holder at a time, and no link is followed."""

import os

import pytest

from snakelab.errors import RecordingError
from snakelab.plugins.studies.task_execution import locked


def test_a_file_has_one_holder_at_a_time(tmp_path):
    lock = locked(tmp_path / "results_log.sqlite")
    with pytest.raises(RecordingError, match=r"results_log\.sqlite is in use: another study writes to it"):
        locked(tmp_path / "results_log.sqlite")
    lock.release()
    locked(tmp_path / "results_log.sqlite").release()


@pytest.mark.skipif(not hasattr(os, "O_NOFOLLOW"), reason="this system has no way to refuse links")
def test_a_lock_that_is_a_link_is_not_followed(tmp_path):
    (tmp_path / "mine").write_text("kept")
    (tmp_path / "results_log.sqlite.lock").symlink_to(tmp_path / "mine")
    with pytest.raises(OSError):
        locked(tmp_path / "results_log.sqlite")
    assert (tmp_path / "mine").read_text() == "kept"
