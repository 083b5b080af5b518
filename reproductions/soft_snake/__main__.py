"""Draw the map of the documentation: `python -m reproductions.soft_snake docs/images`, about a minute."""

import sys
from pathlib import Path

from reproductions.soft_snake import grid, map_figure, roll
from snakelab.figures.style import figure_files

NAME = "soft_rolling_map"


def main(folder: Path) -> None:
    """Run the complete grid and write the map as PNG and SVG."""
    folder.mkdir(parents=True, exist_ok=True)
    for kind, content in figure_files(map_figure(roll(grid())), dpi=200).items():
        path = folder / f"{NAME}.{kind}"
        path.write_bytes(content)
        print(f"wrote {path}")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "."))
