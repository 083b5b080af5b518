"""Reports without drawings, for tests of what stands around them; tests/figures draws each figure."""

import pytest

import snakelab.figures.report_folder as module
from snakelab.results.recording import Recording


def leave_pictures_empty(patch: pytest.MonkeyPatch) -> None:
    """Let reports write the pictures that they would draw as empty ones."""

    def drawn_figure(recording: Recording, figure: str, formats: tuple[str, ...]) -> dict[str, bytes]:
        stem = figure if figure == module.OVERVIEW else f"figures/{figure}"
        return {f"{stem}.{kind}": b"<svg/>" for kind in formats}

    patch.setattr(module, "drawn_figure", drawn_figure)
