"""Draw the atlas of a robot: `python -m snakelab.studies.atlas docs/images snake_iii`, all terrains, four minutes on one core."""

import sys
import tempfile
from pathlib import Path

from snakelab.studies.atlas import run_atlas
from snakelab.studies.atlas.output.figure import atlas_figure
from snakelab.view.figures.files import figure_files


def main(folder: Path, robot: str) -> None:
    """Run the atlas, print the best gaits, and write the maps as PNG and SVG."""
    with tempfile.TemporaryDirectory() as work:
        result = run_atlas(robot, work, terrains="all")
    print("| terrain | gait | speed m/s | cost of transport | peak torque N m | success |\n|---|---|---|---|---|---|")
    for score in result.scores:
        if score.best:
            print(
                f"| {score.terrain} | `{score.gait}` | {score.speed:.3f} | {score.cost:.3f} | {score.effort:.2f} "
                f"| {score.success:.2f} |"
            )
    folder.mkdir(parents=True, exist_ok=True)
    for kind, content in figure_files(atlas_figure(result.dataset), dpi=150).items():
        path = folder / f"atlas_{robot}.{kind}"
        path.write_bytes(content)
        print(f"wrote {path}")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "."), sys.argv[2] if len(sys.argv) > 2 else "snake_iii")
