"""Print and draw the snake in pipes: `python -m reproductions.pipe_snake.passage docs/images`, two minutes on two cores."""

import sys
from pathlib import Path

from reproductions.pipe_snake.passage import MISSING, Passed, Swum, gains_figure, passage, swim
from reproductions.pipe_snake.passage.pictures import DPI, draw_pictures

NAME = "pipe_gains"


def main(folder: Path) -> None:
    """Run the study of the gains and that of the unpublished parameters, and write the pictures."""
    swum = swim()
    print("K_c [N m/rad]   K_cd [N m s/rad]   speed [m/s]   swing of the tail's joint [rad]", *map(row, swum), sep="\n")
    print("\nnot published                value                     entered [s]   arrived [s]   load [N]")
    for missing in MISSING:
        for value, changes in missing.changes:
            print(line(passage(missing.name, value, changes)), flush=True)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{NAME}.png"
    gains_figure(swum).savefig(path, dpi=DPI)
    for written in [path, *draw_pictures(folder)]:
        print(f"wrote {written}")


def row(one: Swum) -> str:
    """Return one line of the table of gains."""
    return f"{one.gain:13g}{one.damping:19g}{one.speed:14.4f}{one.amplitudes[0]:34.3f}"


def line(one: Passed) -> str:
    """Return one line of the table of unpublished parameters."""
    return f"{one.name:27}{one.value:26}{one.entered:11.1f}{one.arrived:14.1f}{one.load:11.2f}"


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "."))
