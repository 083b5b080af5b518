"""The second process draws the same bytes, and a failure of it costs no figure."""

import json
from pathlib import Path

import pytest

from recordings import serpenoid_recording
from snakelab.errors import RecordingError
from snakelab.results.recording import Recording, load
from snakelab.view.figures import second_process
from snakelab.view.figures.second_process import FigureProcess, SharedFigures, figure_process
from snakelab.view.figures.selection import drawn_figures, selected_figures
from snakelab.view.report import write_report


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return serpenoid_recording().save(tmp_path_factory.mktemp("run") / "results.nc")


@pytest.fixture(scope="module")
def recording(file: Path) -> Recording:
    return load(file)


def test_both_processes_draw_and_the_files_are_those_of_one(file: Path, recording: Recording) -> None:
    process = FigureProcess()
    try:
        first = process.draw(file, selected_figures(recording)[0])
        shared = dict(SharedFigures(recording, file, process).contents())
        assert process.draw(file, "no_such_figure") is None
    finally:
        process.stop()
    alone = dict(drawn_figures(recording))
    assert list(shared) == list(alone)
    assert shared == alone
    assert first == {name: alone[name] for name in ("overview.png", "overview.svg")}


def test_a_process_that_ended_leaves_its_figures_to_the_other(file: Path, recording: Recording) -> None:
    process = FigureProcess()
    process.stop()
    assert [name for name, _ in SharedFigures(recording, file, process).contents()][-1].endswith(".svg")
    assert process.draw(file, "torques") is None


def test_an_answer_that_is_cut_off_counts_as_a_failure(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import sys

    program = f"import sys; input(); sys.stdout.write({json.dumps({'torques.png': 9})!r} + chr(10) + 'half')"
    monkeypatch.setattr(second_process, "_COMMAND", (sys.executable, "-c", program))
    process = FigureProcess()
    try:
        assert process.draw(file, "torques") is None
    finally:
        process.stop()


def test_a_report_by_two_processes_survives_an_error_of_a_figure(
    recording: Recording, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Dead:
        def draw(self, file: Path, figure: str) -> None:
            return None

    def broken(recording: Recording, figure: str) -> dict[str, bytes]:
        raise RecordingError("no font")

    monkeypatch.setattr(second_process, "drawn_figure", broken)
    with pytest.raises(RecordingError, match="no font"):
        write_report(recording, tmp_path, process=Dead())  # type: ignore[arg-type]
    assert {path.name for path in tmp_path.iterdir()} == {"results.nc", "metrics.json", "report.html"}


@pytest.mark.parametrize(("cores", "wanted"), [(1, True), (2, False)])
def test_one_core_or_no_figures_need_no_process(monkeypatch: pytest.MonkeyPatch, cores: int, wanted: bool) -> None:
    monkeypatch.setattr(second_process, "_cores", lambda: cores)
    with figure_process(wanted) as process:
        assert process is None
