"""Print and draw the trends: `python -m reproductions.eel docs/images`, about ten seconds."""

import math
import sys
from pathlib import Path

from reproductions.eel import MAMBA_SPEEDS, VARIED, Case, Swum, line, open_choices, swim, trends_figure, waters
from snakelab.figures.style import figure_files
from snakelab.robots.library.rigid_robots import eel, mamba
from snakelab.robots.link import Link

NAME = "eel_trends"
PROFILES = ("even", "eel")
HEAD = "profile   alpha   omega   delta   speed [m/s]   sum |tau v| [W]   sum tau v [W]   cost [-]"


def main(folder: Path) -> None:
    """Run the trends, the fluid models and the plausible parameters; write the figure of the trends as PNG and SVG."""
    trends = swim([case for varied in VARIED for profile in PROFILES for case in line(varied, profile)])
    print(HEAD, *map(row, trends), sep="\n")
    robot = eel()
    hull = next(part.hulls[0] for part in robot.parts if isinstance(part, Link))
    for label, water in waters(hull).items():
        print(
            f"\nwater: {label}\n{HEAD}",
            *map(row, swim([Case(profile) for profile in PROFILES], robot, water)),
            sep="\n",
        )
    print()
    for profile in PROFILES:
        cases, plausible = open_choices(profile)
        for water in plausible:
            speeds = [one.speed for one in swim(cases, mamba(), water)]
            print(
                f"mamba, {profile}, C_f {water.friction:g}, C_D {water.drag:g}: {min(speeds):.3f} to {max(speeds):.3f} m/s"
            )
    for published in MAMBA_SPEEDS:
        print(f"published, {published.profile}, {published.robot}: {published.speed:.4f} m/s")
    folder.mkdir(parents=True, exist_ok=True)
    for kind, content in figure_files(trends_figure(trends), dpi=200).items():
        path = folder / f"{NAME}.{kind}"
        path.write_bytes(content)
        print(f"wrote {path}")


def row(one: Swum) -> str:
    """Return one line of the table."""
    case = one.case
    angles = [math.degrees(value) for value in (case.amplitude, case.angular_frequency, case.phase_lag)]
    return (
        f"{case.profile:7}" + "".join(f"{angle:8.0f}" for angle in angles)
        + f"{one.speed:14.4f}{one.power:18.3f}{one.net_power:16.3f}{one.cost_of_transport:11.3f}"
    )  # fmt: skip


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "."))
