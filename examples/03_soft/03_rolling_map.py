"""Which radius rolls as fast as the paper's snake: a small map of a soft snake's rolling.

A soft snake bends into an arc, and turns the plane of the arc about its own axis: it rolls sideways like a wheel as long as
itself. Then no point of the skin needs to slide but near the ends, and the speed is nearly 2 pi f r. The paper on this robot
prints speeds, and neither the radius of the skin nor the force of the muscles; the map shows which of them would fit.

Ideas: `simulate_batch` under a study; a bound in closed form beside the simulation; a figure as files.
"""

import sys
from pathlib import Path

from snakelab.view.figures.files import figure_files

sys.path.insert(0, str(Path(__file__).parents[2]))  # the clone, which holds `reproductions`
from reproductions.soft_snake import TABLE_I, grid, map_figure, roll, rolling_bound

cases = grid(skin_radii=(0.0225, 0.032), peak_forces=(14.0, 28.0), frequencies=(0.5,), headings=(0.0,))
rolled = roll(cases)

print("gait      radius [mm]  force [N]   speed [cm/s]   2 pi f r [cm/s]")
for one in rolled:
    case, bound = one.case, rolling_bound(one.case.skin_radius, one.case.frequency)
    remark = "" if one.rolls else "   does not roll"
    print(
        f"{case.gait:8} {1e3 * case.skin_radius:12.1f} {case.peak_force:10.0f} "
        f"{100 * one.speed:14.2f} {100 * bound:17.2f}{remark}"
    )
for row in TABLE_I:
    print(f"table I, {row.robot}, {row.gait}: {100 * row.speed:.2f} cm/s")

for kind, content in figure_files(map_figure(rolled)).items():
    path = Path(f"soft_rolling_map.{kind}")
    path.write_bytes(content)
    print(f"wrote {path}")
