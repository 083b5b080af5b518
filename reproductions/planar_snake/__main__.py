"""Draw figure 13 and write the signals of the motors: `python -m reproductions.planar_snake out`, half a minute."""

import sys
from pathlib import Path

from reproductions.planar_snake import path_figure
from snakelab.figures.style import figure_files
from snakelab.results.motor_signals import motor_signals_csv, motor_table
from snakelab.scenarios.scenario import load_scenario, run_scenario

SCENARIOS = {"flat": "planar_prototype", "uneven, with vertical play": "planar_prototype_uneven"}


def main(folder: Path) -> None:
    """Run the prototype on flat and on uneven ground; write the paths, and a table and the signals of the motors."""
    folder.mkdir(parents=True, exist_ok=True)
    runs = {label: run_scenario(load_scenario(name)) for label, name in SCENARIOS.items()}
    for kind, content in figure_files(path_figure(runs), dpi=200).items():
        (folder / f"middle_link.{kind}").write_bytes(content)
    for row in motor_table(runs["flat"]):
        print(" ".join(f"{key} {value:.4g}" if isinstance(value, float) else value for key, value in row.items()))
    (folder / "motor_signals.csv").write_text(motor_signals_csv(runs["flat"]), encoding="utf-8")
    print(f"wrote {folder}")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "."))
