"""Draw the static test: `python -m reproductions.hybrid_snake docs/images`, a few seconds."""

import math
import sys
from pathlib import Path

from reproductions.hybrid_snake.static_figure import static_figure
from reproductions.hybrid_snake.static_test import grid, press
from snakelab.figures.style import figure_files

NAME = "hydraulic_joint_static"
PRESSURES = [1e4 * k for k in range(51)]  # [Pa]
TOLD = (1e5, 2e5, 3e5, 5e5)


def main(folder: Path) -> None:
    """Compute every case over the tested range of pressures, print a table, and write the figure as PNG and SVG."""
    folder.mkdir(parents=True, exist_ok=True)
    pressed = [one for case in grid() for one in press(case, PRESSURES)]
    for one in pressed:
        if one.pressure in TOLD:
            print(
                f"{one.case.material:9}  radius {one.case.radius:5g} m  {one.pressure:8g} Pa  bend "
                f"{math.degrees(one.bend):6.2f} deg  tip {one.force:6.3f} N"
            )
    for kind, content in figure_files(static_figure(pressed), dpi=200).items():
        path = folder / f"{NAME}.{kind}"
        path.write_bytes(content)
        print(f"wrote {path}")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "."))
