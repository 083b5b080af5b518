"""Rolling speed of a soft snake over skin radius and force, compared with the paper.

A soft snake bends into an arc and rotates the bending plane about its own axis: it rolls sideways like a wheel as wide as the
snake is long. Only points near the ends slip, and the speed is nearly 2 pi f r. The paper on this robot gives speeds, but
neither the skin radius nor the force of the muscles; the map shows which values agree with the speeds.

Ideas: `simulate_batch` in a study; a closed-form bound next to the simulation; a figure as files.
"""

import sys
from pathlib import Path

import snakelab as sl
from snakelab.figures.style import figure_files

sys.path.insert(0, str(Path(__file__).parents[2]))  # the source tree, which contains `reproductions`
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

# The planar gait at the larger radius and force, as a page with a 3-D replay.
section = "robot.parts.0.repeat.parts.0.soft_section"
wide = sl.run_scenario(sl.load_scenario("soft_planar_rolling", [f"{section}.skin_radius=0.032"]))
print(f"wrote {sl.report(wide, 'wide_snake')[-1]}")

for kind, content in figure_files(map_figure(rolled)).items():
    path = Path(f"soft_rolling_map.{kind}")
    path.write_bytes(content)
    print(f"wrote {path}")
