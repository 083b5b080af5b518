"""The report: what stands in the folder, and what is left when the folder cannot take it."""

import errno
import json
from contextlib import nullcontext
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from matplotlib.figure import Figure

from recordings import changed, circle_recording, first_rows, serpenoid_recording
from snakelab.errors import RecordingError
from snakelab.figures import report_folder as module
from snakelab.figures.report_folder import metrics_json, report
from snakelab.results.metrics.metric_table import metrics
from snakelab.results.recording import Recording, load

FIGURES = [f"{name}.svg" for name in ("trajectory", "joints", "torques", "speeds", "energies")]
NAMES = ["results.nc", "metrics.json", "report.html", "overview.svg"]
FILES = [*NAMES, *(f"figures/{name}" for name in FIGURES)]


def files(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


@pytest.mark.thorough
def test_the_report_returns_the_paths_that_it_wrote(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b"
    paths = report(serpenoid_recording(), folder)
    assert [str(path.relative_to(folder)) for path in paths] == FILES
    assert files(folder) == sorted(FILES)
    assert paths[2].read_bytes().startswith(b"<!doctype html>")
    for picture in paths[3:]:
        assert ElementTree.parse(picture).getroot().tag.endswith("svg")


@pytest.mark.thorough
def test_figures_are_written_in_the_formats_that_are_asked_for(tmp_path: Path) -> None:
    paths = report(serpenoid_recording(), tmp_path, formats=("png", "pdf"))
    first_bytes = {path.suffix: path.read_bytes()[:4] for path in paths[3:]}
    assert len(paths) == 3 + 2 * (len(FIGURES) + 1) and first_bytes == {".png": b"\x89PNG", ".pdf": b"%PDF"}
    with pytest.raises(RecordingError, match="formats must be one of svg, png, pdf"):
        report(serpenoid_recording(), tmp_path / "none", formats=("jpeg",))
    assert not (tmp_path / "none").exists()


def test_the_recording_comes_back_from_the_folder(tmp_path: Path) -> None:
    recording = serpenoid_recording(status="interrupted at t = 3 s")
    report(recording, tmp_path, figures=False)
    again = load(tmp_path)
    assert again.dataset.identical(recording.dataset)
    assert again.status == recording.status
    assert metrics(again) == metrics(recording)


def test_a_report_without_figures_draws_none(tmp_path: Path) -> None:
    assert [path.name for path in report(serpenoid_recording(), str(tmp_path), figures=False)] == NAMES[:3]


def test_metrics_json_has_values_units_status_and_versions() -> None:
    recording = serpenoid_recording()
    content = json.loads(metrics_json(recording))
    assert content["status"] == "finished"
    assert content["versions"]["snakelab"] == "0.1.0"
    assert {"python", "numpy", "xarray"} <= set(content["versions"])
    assert content["metrics"]["mean_speed"] == {"value": metrics(recording)["mean_speed"], "unit": "m/s"}
    assert content["metrics"]["work_friction"]["unit"] == "J"
    assert "status" not in content["metrics"]


def test_what_is_not_a_number_is_null() -> None:
    def refuse(word: str) -> None:
        raise AssertionError(f"{word} is not standard JSON")

    text = metrics_json(first_rows(circle_recording(), 1))
    assert json.loads(text, parse_constant=refuse)["metrics"]["mean_speed"]["value"] is None


@pytest.mark.thorough
def test_each_figure_is_drawn_once_for_each_of_its_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[Figure] = []
    draw = Figure.draw
    monkeypatch.setattr(Figure, "draw", lambda figure, renderer: drawn.append(figure) or draw(figure, renderer))
    paths = report(serpenoid_recording(), tmp_path, formats=("png", "svg"))
    pictures = [path for path in paths if path.suffix in (".png", ".svg")]
    assert len(drawn) == len(pictures) == 2 * len({id(figure) for figure in drawn})


@pytest.mark.slow
def test_the_same_recording_gives_the_same_bytes(tmp_path: Path) -> None:
    first, second = (report(serpenoid_recording(), tmp_path / name) for name in "ab")
    for one, other in zip(first[1:], second[1:], strict=True):
        assert one.read_bytes() == other.read_bytes(), one.name


@pytest.mark.thorough
def test_a_second_report_replaces_the_first(tmp_path: Path) -> None:
    report(serpenoid_recording(), tmp_path, figures=False)
    report(serpenoid_recording(duration=5.0), tmp_path, figures=False)
    assert json.loads((tmp_path / "metrics.json").read_text())["metrics"]["duration"]["value"] == 5.0
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(NAMES[:3])


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    with pytest.raises(RecordingError, match=r"cannot write .*file/out/results\.nc"):
        report(serpenoid_recording(), tmp_path / "file" / "out")


@pytest.mark.few(1)
@pytest.mark.parametrize("full_at", NAMES[1:])
def test_a_full_disk_keeps_what_came_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, full_at: str) -> None:
    whole = Path.write_bytes

    def write_bytes(path: Path, data: bytes) -> int:
        if path.name.startswith(full_at):
            whole(path, data[: len(data) // 2])
            raise OSError(errno.ENOSPC, "No space left on device")
        return whole(path, data)

    monkeypatch.setattr(module, "drawn_figures", lambda *_: nullcontext(dict.fromkeys(NAMES[3:], b"picture").items))
    monkeypatch.setattr(Path, "write_bytes", write_bytes)
    with pytest.raises(RecordingError, match=rf"cannot write .*{full_at}: .*No space left.*written: .*results\.nc"):
        report(serpenoid_recording(), tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(NAMES[: NAMES.index(full_at)])
    assert load(tmp_path).finished


def test_a_disk_too_full_for_the_recording_leaves_no_half_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = Path.write_bytes

    def write_bytes(path: Path, data: bytes) -> int:
        whole(path, data[: len(data) // 2])
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", write_bytes)
    with pytest.raises(RecordingError, match=r"cannot write .*results\.nc: .*No space left"):
        report(serpenoid_recording(), tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.thorough
def test_an_older_file_survives_a_failed_replacement(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    report(serpenoid_recording(), tmp_path, figures=False)
    before = (tmp_path / "metrics.json").read_bytes()

    def write_bytes(path: Path, data: bytes) -> int:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(Path, "write_bytes", write_bytes)
    with pytest.raises(RecordingError, match="Permission denied"):
        report(serpenoid_recording(duration=5.0), tmp_path)
    assert (tmp_path / "metrics.json").read_bytes() == before


def test_a_failed_figure_does_not_affect_the_numbers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> object:
        raise ValueError("no font")

    monkeypatch.setattr(module, "drawn_figures", lambda *_: nullcontext(broken))
    with pytest.raises(ValueError, match="no font"):
        report(serpenoid_recording(), tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(NAMES[:3])


@pytest.mark.thorough
def test_a_report_in_place_leaves_the_recording_alone(tmp_path: Path) -> None:
    file = serpenoid_recording().save(tmp_path / "results.nc")
    before = file.stat().st_mtime_ns, file.read_bytes()
    paths = report(load(tmp_path), tmp_path, figures=False, results=False)
    assert [path.name for path in paths] == NAMES[1:3]
    assert (file.stat().st_mtime_ns, file.read_bytes()) == before


@pytest.mark.thorough
def test_an_older_recording_omits_figures_that_lack_variables(tmp_path: Path) -> None:
    older = Recording(serpenoid_recording().dataset.drop_vars("work"), "finished")
    report(older, tmp_path / "work")
    assert "report.html" in files(tmp_path / "work")
    assert "figures/energies.svg" not in files(tmp_path / "work")
    assert "figures/torques.svg" in files(tmp_path / "work")
    assert "work_friction" not in json.loads((tmp_path / "work" / "metrics.json").read_text())["metrics"]


@pytest.mark.thorough
@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(
    "n_rows", [pytest.param(0, marks=pytest.mark.slow), 1, pytest.param(2, marks=pytest.mark.slow)]
)
def test_a_recording_of_few_rows_has_a_whole_report(tmp_path: Path, n_rows: int) -> None:
    report(first_rows(serpenoid_recording(), n_rows), tmp_path)
    assert files(tmp_path) == sorted(FILES)


@pytest.mark.thorough
@pytest.mark.filterwarnings("error")
def test_rows_that_are_not_finite_do_not_spoil_the_report(tmp_path: Path) -> None:
    recording = serpenoid_recording(status="diverged at t = 9 s")
    broken = {}
    for name in recording.dataset.data_vars:
        broken[str(name)] = recording[str(name)].values.copy()
        broken[str(name)][380:] = np.nan
        broken[str(name)][379] *= 1e200
    report(changed(recording, **broken), tmp_path)
    assert files(tmp_path) == sorted(FILES)
