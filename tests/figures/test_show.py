"""The page at once: in a notebook, in a browser, or as a path."""

import html
import re
import sys
import types
import webbrowser
from pathlib import Path

import pytest

from recordings import first_rows, serpenoid_recording, straight_recording
from snakelab.errors import RecordingError
from snakelab.plugins.studio.page import report_page as module
from snakelab.plugins.studio.page.report_page import page_html, show
from snakelab.results.recording import Recording


@pytest.fixture
def temporary(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setattr(module.tempfile, "mkdtemp", lambda prefix: str(tmp_path))
    monkeypatch.delitem(sys.modules, "IPython", raising=False)
    return tmp_path


@pytest.mark.thorough
def test_a_browser_is_given_a_file_with_the_page(temporary: Path, monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    opened: list[str] = []
    monkeypatch.setattr(module, "_has_screen", lambda: True)
    monkeypatch.setattr(webbrowser, "open", lambda url: opened.append(url) or True)
    shown = show(straight_recording())
    assert opened == [(temporary / "report.html").as_uri()]
    assert shown.path is not None
    assert shown.path.read_bytes() == shown.page == page_html([straight_recording()])
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("screen", [True, False])
def test_without_a_browser_the_path_is_printed(
    temporary, monkeypatch: pytest.MonkeyPatch, capsys, screen: bool
) -> None:
    def open_none(url: str) -> bool:
        assert screen, "a browser for text would take the terminal"
        return False

    monkeypatch.setattr(module, "_has_screen", lambda: screen)
    monkeypatch.setattr(webbrowser, "open", open_none)
    show(straight_recording())
    assert capsys.readouterr().out == f"report: {temporary / 'report.html'}\n"


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="these have a screen")
def test_a_screen_is_detected_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    assert not module._has_screen()
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    assert module._has_screen()


def pretend_ipython(monkeypatch: pytest.MonkeyPatch, shell: object) -> None:
    ipython = types.ModuleType("IPython")
    ipython.get_ipython = lambda: shell  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "IPython", ipython)


def test_a_notebook_shows_the_page_in_a_frame_and_opens_nothing(monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    pretend_ipython(monkeypatch, types.SimpleNamespace(kernel=object()))
    monkeypatch.setattr(webbrowser, "open", lambda url: pytest.fail("opened"))
    shown = show(serpenoid_recording(robot="a\"b'<c>&amp;"), height=500)
    assert shown.path is None
    text = shown._repr_html_()
    assert "height: 500px" in text
    (srcdoc,) = re.findall(r'srcdoc="([^"]*)"', text)
    assert html.unescape(srcdoc).encode() == shown.page
    assert "<" not in srcdoc
    assert capsys.readouterr().out == ""
    assert len(repr(shown)) < 200


def test_a_terminal_with_ipython_is_no_notebook(temporary: Path, monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    monkeypatch.setattr(module, "_has_screen", lambda: False)
    pretend_ipython(monkeypatch, types.SimpleNamespace())
    assert show(straight_recording()).path is not None
    pretend_ipython(monkeypatch, None)
    assert show(straight_recording()).path is not None


def test_bad_input_is_refused(temporary: Path) -> None:
    with pytest.raises(RecordingError, match="at least one recording"):
        show()
    with pytest.raises(RecordingError, match="height must be a whole number of at least 100"):
        show(straight_recording(), height=3)
    assert not [*temporary.iterdir()]


def test_a_recording_shows_a_summary_with_its_metrics() -> None:
    text = serpenoid_recording(robot="<b>bold</b>")._repr_html_()
    assert "&lt;b&gt;bold&lt;/b&gt;" in text
    assert "<b>" not in text
    assert "finished; 401 rows, 5 links or stations, 4 coordinates" in text
    assert re.search(r">mean_speed</span></td><td>0\.15\d*</td><td[^>]*>m/s", text)


@pytest.mark.parametrize("n_rows", [0, 1])
def test_a_recording_of_few_rows_has_a_summary(n_rows: int) -> None:
    assert f"{n_rows} rows" in first_rows(serpenoid_recording(), n_rows)._repr_html_()


def test_an_older_recording_has_a_summary() -> None:
    older = Recording(serpenoid_recording().dataset.drop_vars(["work", "tau"]), "finished")
    assert "mean_speed" in older._repr_html_()
