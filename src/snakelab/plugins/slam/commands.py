"""Command `snakelab slam`: trajectory and map from the images of a run, a bag or an EuRoC folder."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table

from snakelab.cli.console import FAILED, Json, Quiet, clean_errors, print_error, print_json, results
from snakelab.errors import RecordingError, counted

if TYPE_CHECKING:
    from snakelab.perception.camera_models import StereoModel, StereoSequence
    from snakelab.perception.trajectories import Trajectory


def slam(
    source: Annotated[
        Path,
        typer.Argument(
            metavar="RUN-or-BAG",
            help="A run with rendered cameras, a ROS bag (.mcap, .db3 or folder), a folder in EuRoC's layout, or a video.",
        ),
    ],
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Folder of the results.  [default: out/<name>_slam]")
    ] = None,
    no_imu: Annotated[bool, typer.Option("--no-imu", help="Ignore the IMU.")] = False,
    truth: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Ground-truth trajectory of the left camera in TUM format.")
    ] = None,
    calibration: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="PATH",
            help="Calibration of the pair: a file of Kalibr or OpenCV, a folder with cam0/sensor.yaml and cam1/sensor.yaml "
            "(EuRoC), or, given twice, the camera_info of the left and of the right camera (ROS).",
        ),
    ] = None,
    left: Annotated[str, typer.Option(metavar="TOPIC", help="Left images in a bag.  [default: found by name]")] = "",
    right: Annotated[str, typer.Option(metavar="TOPIC", help="Right images in a bag.  [default: found by name]")] = "",
    imu: Annotated[str, typer.Option(metavar="TOPIC", help="IMU in a bag.  [default: found by type]")] = "",
    camera: Annotated[str, typer.Option(metavar="NAME", help="Stereo camera of a run.  [default: the first]")] = "",
    quiet: Quiet = False,
    as_json: Json = False,
) -> None:
    """Estimate the trajectory of a stereo camera and a map, and compare them with the ground truth if available.

    Writes trajectory.tum, trajectory.kitti, map.ply, slam.json and slam.png. The exit code is 1 if no frame was tracked.
    """
    with clean_errors():
        from snakelab.cli.printed_summaries import writable_folder
        from snakelab.plugins.slam.ros_sequences import open_sequence
        from snakelab.plugins.slam.slam_run import save_results, summary

        sequence = open_sequence(source, left, right, imu, camera, _calibration(calibration))
        known = _truth(truth, sequence)
        folder = writable_folder(out or Path("out") / f"{source.resolve().stem}_slam")
        statistics, estimates = _estimate(sequence, not no_imu, quiet)
        facts = summary(statistics, estimates, known, str(source))
        facts["files"] = [str(path) for path in save_results(statistics, folder, facts, known)]
        if as_json:
            print_json(facts)
        elif not quiet:
            results().print(_table(facts))
            results(whole_lines=True).print("\n".join(facts["files"]))
        if facts["tracked_fraction"] == 0.0:
            print_error("no frame was tracked: " + "; ".join(facts["warnings"] or ["there are no image pairs"]))
            raise typer.Exit(FAILED)


def _estimate(sequence: "StereoSequence", use_imu: bool, quiet: bool) -> tuple[Any, list[Any]]:
    """Return the estimator and the estimates of all frames."""
    from snakelab.cli.progress import item_progress
    from snakelab.plugins.slam.slam_run import run_slam

    estimates: list[Any] = []
    with item_progress("estimating", len(sequence), "frames", quiet=quiet) as advance:

        def show(estimate: Any, done: int, total: int) -> None:
            estimates.append(estimate)
            advance(done, estimate.status)

        return run_slam(sequence, use_imu=use_imu, progress=show), estimates


def _truth(path: Path | None, sequence: "StereoSequence") -> "Trajectory | None":
    if path is None:
        return sequence.truth
    from snakelab.perception.trajectories import load_trajectory

    return load_trajectory(path)


def _calibration(paths: list[Path] | None) -> "StereoModel | None":
    if not paths:
        return None
    from snakelab.perception.calibration_files import load_calibration
    from snakelab.perception.camera_models import StereoModel
    from snakelab.plugins.slam.stereo_sequences import read_calibration

    if len(paths) == 1 and paths[0].is_dir():
        return read_calibration(paths[0])
    if len(paths) > 2:
        raise RecordingError(
            f"--calibration is given at most twice, for the left and the right camera, got {len(paths)}"
        )
    model = load_calibration(paths[0], paths[1] if len(paths) == 2 else None)
    if not isinstance(model, StereoModel):
        raise RecordingError(
            f"{paths[0]} is the calibration of one camera; write --calibration LEFT --calibration RIGHT for two files of ROS"
        )
    return model


def _table(facts: dict[str, Any]) -> Table:
    """Return the summary as a table."""
    table = Table(box=None, pad_edge=False, show_header=False)
    status, errors = facts["status"], facts["errors"]
    table.add_row(
        "frames",
        f"{facts['frames']}: {status['tracking']} tracking, {status['degraded']} degraded, {status['lost']} lost",
    )
    table.add_row(
        "map",
        f"{counted(facts['map_points'], 'point')}, {counted(facts['keyframes'], 'keyframe')}, "
        f"{counted(facts['places_recognised'], 'earlier place')} recognised, "
        f"{counted(facts['loops_closed'], 'correction')} by a loop",
    )
    table.add_row("IMU", "used" if facts["uses_imu"] else "not used")
    for name, key in (("front end", "front_end_ms"), ("back end", "back_end_ms")):
        if facts[key]:
            table.add_row(
                name, f"{facts[key]['median']:.1f} ms of CPU time (median), {facts[key]['p95']:.1f} ms (95 %)"
            )
    if errors:
        table.add_row(
            "ATE", f"{1e3 * errors['ate_rmse']:.1f} mm = {errors['ate_percent']:.3f} % of {errors['path_length']:.2f} m"
        )
        if errors["rpe_rmse"] is not None:
            table.add_row("RPE", f"{1e3 * errors['rpe_rmse']:.1f} mm over {errors['rpe_distance']:g} m")
        table.add_row("alignment", errors["alignment"])
    return table
