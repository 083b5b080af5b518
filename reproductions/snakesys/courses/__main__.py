"""Write courses for SLAM: `python -m reproductions.snakesys.courses creeping --seed 0 --out out/courses`."""

import argparse
from pathlib import Path

from reproductions.snakesys.courses.course import COURSES, run_course
from reproductions.snakesys.courses.picture import draw_courses
from snakelab.robots.cameras import Lamp


def main() -> None:
    """Simulate and render the requested courses."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "courses", nargs="*", default=list(COURSES), help=f"some of {', '.join(COURSES)}; all by default"
    )
    parser.add_argument("--seed", type=int, action="append", help="seed, may be given several times; 0 to 4 by default")
    parser.add_argument("--out", type=Path, default=Path("out/courses"), help="folder")
    parser.add_argument("--exposure", type=float, default=0.0, help="exposure time of the images; 0 by default [s]")
    parser.add_argument(
        "--lamp", type=float, nargs=2, metavar=("REACH", "BEAM"), help="lamp of the camera: reach [m], beam [rad]"
    )
    parser.add_argument("--picture", type=Path, help="draw one image of each course to this file, and nothing else")
    options = parser.parse_args()
    if options.picture is not None:
        print(draw_courses(options.picture))
        return
    lamp = None if options.lamp is None else Lamp(1.2, *options.lamp)
    for name in options.courses:
        for seed in options.seed or range(5):
            folder = options.out / f"{name}_{seed}"
            print(run_course(name, seed, folder, exposure_time=options.exposure, lamp=lamp), flush=True)


if __name__ == "__main__":
    main()
