"""The folder of a comparison."""

import json
from pathlib import Path

import pytest

from recordings import first_rows, hanging_recording, serpenoid_recording
from snakelab.errors import RecordingError
from snakelab.figures.report_folder import comparison_report
from snakelab.results.comparisons import compare

RUNS = [serpenoid_recording(), hanging_recording()]


@pytest.mark.thorough
def test_a_comparison_writes_numbers_a_page_and_a_figure(tmp_path: Path) -> None:
    paths = comparison_report(compare(RUNS, ["a</script>", "b"]), RUNS, tmp_path / "deep")
    assert [path.name for path in paths] == ["compare.json", "compare.html", "compare.svg"]
    assert sorted((tmp_path / "deep").iterdir()) == sorted(paths)
    assert [run["name"] for run in json.loads(paths[0].read_text())["runs"]] == ["a</script>", "b"]
    assert paths[1].read_bytes().startswith(b"<!doctype html>")
    assert b"<svg" in paths[2].read_bytes()
    more = comparison_report(compare(RUNS), RUNS, tmp_path / "png", formats=("png",))
    assert more[2].name == "compare.png" and more[2].read_bytes().startswith(b"\x89PNG")


@pytest.mark.thorough
def test_the_same_runs_give_the_same_bytes(tmp_path: Path) -> None:
    one, other = (comparison_report(compare(RUNS), RUNS, tmp_path / name) for name in "ab")
    assert [path.read_bytes() for path in one] == [path.read_bytes() for path in other]


def test_without_figures_there_are_none(tmp_path: Path) -> None:
    paths = comparison_report(compare(RUNS), RUNS, tmp_path, figures=False)
    assert [path.name for path in paths] == ["compare.json", "compare.html"]


@pytest.mark.thorough
def test_a_run_of_one_row_can_be_compared(tmp_path: Path) -> None:
    runs = [serpenoid_recording(), first_rows(serpenoid_recording(), 1)]
    assert len(comparison_report(compare(runs), runs, tmp_path)) == 3


@pytest.mark.thorough
def test_a_full_disk_names_what_is_safe(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = Path.write_bytes

    def write_bytes(path: Path, data: bytes) -> int:
        if path.name.startswith("compare.svg"):
            raise OSError(28, "No space left on device")
        return whole(path, data)

    monkeypatch.setattr(Path, "write_bytes", write_bytes)
    with pytest.raises(
        RecordingError, match=r"cannot write .*compare\.svg.*already written: .*compare\.json.*compare\.html"
    ):
        comparison_report(compare(RUNS), RUNS, tmp_path)
