"""Print and draw the study: `python -m reproductions.snakesys.orthogonal_gaits docs/images`, about ten seconds."""

import sys
from pathlib import Path

from reproductions.snakesys.orthogonal_gaits import EXACT, run_case, table_text, tracks_figure
from reproductions.snakesys.orthogonal_gaits.published import EXPERIMENTS, SIMULATIONS
from snakelab.figures.style import figure_files

NAME = "orthogonal_gaits"
MORE = ("snakesys_transition",)


def main(folder: Path) -> None:
    """Run the simulations, the experiments, and both with joints that follow exactly; write the tracks as PNG and SVG."""
    simulated = [run_case(case) for case in SIMULATIONS]
    print(
        "simulations, servos of 50 N m/rad without a limit, exact joints on the cylinder",
        table_text(simulated),
        sep="\n",
    )
    print(
        "\nexperiments, servos of 500 N m/rad without a limit (assumed)",
        table_text([run_case(case) for case in EXPERIMENTS]),
        sep="\n",
    )
    exact = [run_case(case, EXACT) for case in EXPERIMENTS]
    print("\nexperiments, joints that follow exactly", table_text(exact), sep="\n")
    drawn = [*simulated, *(run_case(case) for case in MORE)]
    titles = [row.case.removeprefix("snakesys_").replace("_", " ") for row in drawn]
    figure = tracks_figure([(title, row.recording) for title, row in zip(titles, drawn, strict=True)])
    folder.mkdir(parents=True, exist_ok=True)
    for kind, content in figure_files(figure, dpi=200).items():
        path = folder / f"{NAME}.{kind}"
        path.write_bytes(content)
        print(f"wrote {path}")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "."))
