"""Print the study, five grounds of each kind: `python -m reproductions.snakesys.field_gaits 5`, about five minutes.

With a folder, `python -m reproductions.snakesys.field_gaits docs/images`, the grounds are drawn instead.
"""

import io
import sys
from pathlib import Path

from PIL import Image

from reproductions.snakesys.field_gaits import CASES, VARIATIONS, relation_lines, run_trials, table_text
from reproductions.snakesys.field_gaits.figure import grounds_figure
from snakelab.geometry.terrain import Terrain
from snakelab.scenarios.scenario import load_scenario, run_scenario

NAME = "terrain"
SHOWN = {"grass: SWL2": "swl2", "rocks: ARL4": "arl4"}


def main(grounds: int) -> None:
    """Run every variation on the given number of random grounds."""
    print(f"{'speed by radian [mm]':28}" + "".join(f"{case:>15}" for case in CASES))
    for variation in VARIATIONS:
        trials = run_trials(variation, range(1, grounds + 1))
        print(
            table_text(variation.label, trials),
            *(f"    {line}" for line in relation_lines(trials)),
            sep="\n",
            flush=True,
        )


def draw(folder: Path) -> None:
    """Draw two of the trials on their grounds."""
    scenarios = {title: load_scenario(f"snakesys_field_{case}") for title, case in SHOWN.items()}
    grounds = {title: scenario.world.media[1].surface for title, scenario in scenarios.items()}  # type: ignore[union-attr]
    runs = {title: run_scenario(scenario) for title, scenario in scenarios.items()}
    kept = {title: ground for title, ground in grounds.items() if isinstance(ground, Terrain)}
    path = folder / f"{NAME}.png"
    drawn = io.BytesIO()
    grounds_figure(kept, runs).savefig(drawn, dpi=90)
    Image.open(drawn).convert("RGB").quantize(48).save(path, optimize=True)  # a small picture for the page
    print(f"wrote {path}")


if __name__ == "__main__":
    given = sys.argv[1] if len(sys.argv) > 1 else "3"
    if given.isdigit():
        main(int(given))
    else:
        draw(Path(given))
