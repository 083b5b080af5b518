"""Commands `snakelab export`, `snakelab import`, `snakelab render` and `snakelab movie`."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from snakelab.cli.console import (
    Changes,
    Force,
    Json,
    Quiet,
    clean_errors,
    closed_output_ignored,
    free_file,
    print_json,
    results,
)
from snakelab.cli.recording_commands import RecordingPath
from snakelab.cli.run_command import write_images
from snakelab.errors import ScenarioError, counted

if TYPE_CHECKING:
    from snakelab.plugins.mujoco.robot_files.imported_robot import Import
    from snakelab.plugins.mujoco.robot_files.motion_export import Export
    from snakelab.results.recording import Recording
    from snakelab.scenarios.scenario import Scenario


# ----------------------------------------------------------------------------------------------------------------------
# Commands `snakelab export` and `snakelab import`: robots as URDF and MJCF, and runs as MCAP
# ----------------------------------------------------------------------------------------------------------------------

SUFFIXES = {"urdf": ".urdf", "mjcf": ".xml", "csv": ".csv", "c": ".h"}
EXPORT_FORMAT, IMPORT_FORMAT = "snakelab-export-1", "snakelab-import-2"


def export(
    scenario: Annotated[
        str,
        typer.Argument(
            metavar="NAME-or-FILE",
            help="A scenario of the library, or a YAML file; for mcap and csv also the folder of a run, or a recording.",
        ),
    ],
    to: Annotated[
        str,
        typer.Option(
            "--to",
            metavar="FORMAT",
            help="urdf or mjcf (MuJoCo's XML) for a robot, csv or c for its joint angles over time, mcap or csv for a run.",
        ),
    ],
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Output file; for mcap, the output folder.  [default: <name>.urdf, .xml, .csv or .h, <name>_bag]",
        ),
    ] = None,
    changes: Changes = None,
    world: Annotated[
        bool, typer.Option("--world", help="For MJCF: include surfaces, skin and contacts, as simulated by MuJoCo.")
    ] = False,
    spinning_wheels: Annotated[
        bool,
        typer.Option(
            "--spinning-wheels",
            help="With --world: model passive wheels as rotating bodies instead of by anisotropic friction.",
        ),
    ] = False,
    rate: Annotated[
        float, typer.Option(metavar="HZ", min=0.1, help="For csv and c of a scenario: rows per second.")
    ] = 50.0,
    variables: Annotated[
        list[str] | None,
        typer.Option(
            "--variable",
            metavar="WORD",
            help="For csv of a run: a variable such as q, tau.joint1 or link_position.z. Repeatable.  [default: angles, rates, "
            "targets, torques, base, centre of mass and head]",
            show_default=False,
        ),
    ] = None,
    force: Force = False,
    as_json: Json = False,
) -> None:
    """Write the robot of a scenario as URDF or MJCF, its joint angles over time, or a run as MCAP for ROS tools or as CSV.

    Lists the features that the format cannot express.
    """
    with clean_errors():
        if to == "mcap":
            if changes or world or spinning_wheels:
                raise ScenarioError(
                    "a recording cannot be changed; omit --set, --world and --spinning-wheels with --to mcap"
                )
            _export_run(Path(scenario), out, force, as_json)
            return
        if to == "csv" and (Path(scenario).is_dir() or Path(scenario).suffix == ".nc"):
            if changes or world or spinning_wheels:
                raise ScenarioError("a recording cannot be changed; omit --set, --world and --spinning-wheels")
            _export_table(Path(scenario), variables or (), out, force, as_json)
            return
        if variables:
            raise ScenarioError("--variable is for a run; write --to csv with the folder of a run")
        from snakelab.errors import nearest
        from snakelab.scenarios.catalogue import find
        from snakelab.scenarios.scenario import load_scenario

        if to not in SUFFIXES:
            raise ScenarioError(
                f"--to must be urdf, mjcf, csv, c or mcap, got {to!r}{nearest(to, (*SUFFIXES, 'mcap'))}"
            )
        if world and to != "mjcf":
            raise ScenarioError(f"--world is available for MJCF only, not for {to}; write --to mjcf --world")
        if spinning_wheels and not world:
            raise ScenarioError("--spinning-wheels needs a ground; write --to mjcf --world --spinning-wheels")
        loaded = load_scenario(scenario, changes or ())
        path = free_file(out or Path(find(scenario).stem + SUFFIXES[to]), force)
        if to in ("csv", "c"):
            _write_table(loaded, to, rate, path, as_json)
            return
        written = _exported(loaded, to, world, spinning_wheels)
        written.save(path)
        left_out = [*written.left_out, *_controller_left_out(loaded)]
        if as_json:
            print_json({"format": EXPORT_FORMAT, "to": to, "path": str(path), "left_out": left_out})
            return
        print(f"wrote {path}")
        _print_left_out(left_out)


def import_robot(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A URDF, SDF or MJCF file; with --map, a log (CSV, Parquet, MCAP).")
    ],
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Path of the scenario, or recording.  [default: <name of the file>.yaml or .nc]"
        ),
    ] = None,
    mapping: Annotated[
        Path | None,
        typer.Option("--map", metavar="FILE", help="Mapping file of a log: its columns or topics, with their units."),
    ] = None,
    reference: Annotated[
        Path | None,
        typer.Option(metavar="DIR-or-FILE", help="With --map: a run of the same motion, to find the time offset."),
    ] = None,
    base: Annotated[
        str | None,
        typer.Option(metavar="BASE", help="For URDF: floating, planar or fixed, instead of the base in the file."),
    ] = None,
    actuator: Annotated[
        str | None,
        typer.Option(
            metavar="WORD",
            help="Actuator of the joints: prescribed, passive, motor=LIMIT or servo=KP,KD. For MJCF, of joints without an "
            "actuator.  [default: for URDF prescribed, or a servo for a joint with an effort limit; passive for MJCF]",
        ),
    ] = None,
    freeze: Annotated[
        list[str] | None,
        typer.Option(metavar="JOINT", help="Treat a joint as fixed, by name or pattern: 'wheel_*'. Repeatable."),
    ] = None,
    head: Annotated[
        str,
        typer.Option(
            metavar="LINK",
            help="Link at the head end.  [default: the end named head, opposite to tail, or with a camera; else the last link]",
            show_default=False,
        ),
    ] = "",
    section: Annotated[
        str | None,
        typer.Option(
            metavar="WORD", help="Cross-section of links without a shape: cylinder=RADIUS or box=WIDTH,HEIGHT, in m."
        ),
    ] = None,
    density: Annotated[
        float | None,
        typer.Option(metavar="NUMBER", help="For URDF: density of links with a shape and without a mass, in kg/m^3."),
    ] = None,
    collision: Annotated[
        str,
        typer.Option(
            metavar="WORD",
            help="Contact of a link: primitive, a bar fitted to its shape, hull, the convex hulls of all its shapes, or "
            "auto, the hull where the shape is beside the line of the joints.",
        ),
    ] = "auto",
    spinning_wheels: Annotated[
        bool,
        typer.Option(
            "--spinning-wheels/--no-spinning-wheels",
            help="Wheels as bodies that spin, or fixed to their links with little friction as they roll.",
        ),
    ] = True,
    ground: Annotated[
        bool, typer.Option("--ground", help="Add a level ground with gravity and friction, on which the robot rests.")
    ] = False,
    water: Annotated[bool, typer.Option("--water", help="Add water around the robot.")] = False,
    force: Force = False,
    as_json: Json = False,
) -> None:
    """Convert a robot file (URDF, SDF, MJCF) to a scenario, and list what is kept, changed and dropped; or a log to a run."""
    with clean_errors():
        if mapping is not None:
            _import_log(file, mapping, reference, out, force, as_json)
            return
        if reference is not None:
            raise ScenarioError("--reference is for logs; add --map FILE, or omit it")
        from snakelab.files import write_whole
        from snakelab.plugins.mujoco.robot_files.imported_scenario import (
            actuator_of,
            read_robot_file,
            scenario_text,
            section_option,
        )

        driven_by = None if actuator is None else actuator_of(actuator)
        bare = None if section is None else section_option(section)
        kind, imported = read_robot_file(
            file, base, freeze or (), driven_by, head, bare, density, collision, spinning_wheels=spinning_wheels
        )
        text = scenario_text(imported, file.name, ground=ground, water=water)
        path = free_file(out or Path(f"{file.stem}.yaml"), force)
        write_whole(path, text.encode())
        _print_import(kind, imported, path, as_json)


def _print_import(kind: str, imported: "Import", path: Path, as_json: bool) -> None:
    """Print what is kept, changed and dropped of a robot file, and the command that runs its scenario."""
    findings = {name: list(getattr(imported, name)) for name in ("kept", "changed", "dropped")}
    if as_json:
        robot = imported.robot
        summary = {"base": robot.base, "coordinates": robot.n_coordinates, "mass": robot.mass, "length": robot.length}
        print_json({"format": IMPORT_FORMAT, "from": kind, "path": str(path), "robot": summary} | findings)
        return
    print(f"wrote {path}")
    for name, sentences in findings.items():
        if sentences:
            print("\n  ".join((f"{name}:", *sentences)))
    print(f"run it: snakelab run {path}", flush=True)


MAX_ROWS = 1_000_000  # of a table of joint angles


def _write_table(scenario: "Scenario", to: str, rate: float, path: Path, as_json: bool) -> None:
    """Write the joint angles over time."""
    from snakelab.files import write_whole
    from snakelab.plugins.mujoco.robot_files.motion_export import c_header, csv_text, joint_table

    if (n_rows := rate * scenario.settings.duration) > MAX_ROWS:
        raise ScenarioError(  # before the simulation, whose message would advise another record rate
            f"--rate {rate:g} gives {n_rows:.3g} rows in the {scenario.settings.duration:g} s of {scenario.name}, at most "
            f"{MAX_ROWS}; lower --rate, or the duration with --set duration=..."
        )
    table = joint_table(scenario, rate)
    write_whole(path, (csv_text if to == "csv" else c_header)(table).encode())
    if as_json:
        print_json({"format": EXPORT_FORMAT, "to": to, "path": str(path), "left_out": [], "rows": len(table.times)})
        return
    print(f"wrote {path}: {counted(len(table.times), 'row')} of {counted(len(table.names), 'joint')}", flush=True)


def _export_table(path: Path, words: Sequence[str], out: Path | None, force: bool, as_json: bool) -> None:
    """Write variables of a run over time as CSV."""
    from snakelab.files import write_whole
    from snakelab.results.comparisons import short_names
    from snakelab.results.recording import load, table_csv

    recording = load(path)
    text = table_csv(recording, words)
    file = free_file(out or Path(f"{Path(short_names([path])[0]).name}.csv"), force)
    write_whole(file, text.encode())
    n_rows, n_columns = text.count("\n") - 1, text.partition("\n")[0].count(",")
    if as_json:
        print_json({"format": EXPORT_FORMAT, "to": "csv", "path": str(file), "left_out": [], "rows": n_rows})
        return
    print(f"wrote {file}: {counted(n_rows, 'row')} of {counted(n_columns, 'column')} and the time", flush=True)


def _export_run(path: Path, out: Path | None, force: bool, as_json: bool) -> None:
    """Write a run as a bag: an MCAP file in the layout of rosbag2."""
    import shutil

    from snakelab.plugins.ros.bag_writing import is_bag, save_bag
    from snakelab.results.comparisons import short_names
    from snakelab.results.recorded_images import images_beside
    from snakelab.results.recording import load

    folder = out or Path(f"{Path(short_names([path])[0]).name}_bag")
    recording = load(path)
    if force and is_bag(folder):
        shutil.rmtree(folder)
    with images_beside(path if path.is_dir() else path.parent, recording) as images:
        bag = save_bag(recording, folder, images=images)
    if as_json:
        facts = {"format": EXPORT_FORMAT, "to": "mcap", "path": str(folder), "left_out": list(bag.left_out)}
        print_json(facts | {"messages": bag.counts})
        return
    print(f"wrote {folder}: {', '.join(f'{n} {topic}' for topic, n in bag.counts.items())}")
    _print_left_out(bag.left_out)


def _import_log(
    file: Path, mapping: Path, reference: Path | None, out: Path | None, force: bool, as_json: bool
) -> None:
    """Write a log as a recording, and print its variables, its time offset and its gaps."""
    from snakelab.plugins.ros.log_reading import read_log
    from snakelab.results.recording import load

    path = free_file(out or Path(f"{file.stem}.nc"), force)
    log = read_log(file, mapping, None if reference is None else load(reference))
    log.recording.save(path)
    time, names = log.recording["time"].values, [str(name) for name in log.recording.dataset.data_vars]
    if as_json:
        facts = {
            "format": IMPORT_FORMAT,
            "from": "log",
            "path": str(path),
            "variables": names,
            "notes": list(log.notes),
        }
        alignment = {} if log.offset is None else {"offset": log.offset.offset, "correlation": log.offset.correlation}
        print_json(facts | {"records": len(time), "start": float(time[0]), "end": float(time[-1])} | alignment)
        return
    print(f"wrote {path}: {counted(len(time), 'record')} from {time[0]:.6g} to {time[-1]:.6g} s; {', '.join(names)}")
    if log.offset is not None:
        print(f"time offset {log.offset.offset:+.4f} s (correlation {log.offset.correlation:.3f})")
    for note in log.notes:
        print(f"note: {note}")


def _exported(scenario: "Scenario", to: str, world: bool, spinning_wheels: bool) -> "Export":
    from snakelab.physics.model import build_model
    from snakelab.physics.state import initial_state

    model = build_model(scenario.robot, scenario.world)
    state = initial_state(model, **scenario.initial)
    if to == "urdf":
        from snakelab.plugins.mujoco.robot_files.urdf_export import to_urdf

        return to_urdf(model, state=state)
    from snakelab.plugins.mujoco.robot_files.mjcf_export import to_mjcf

    return to_mjcf(model, timestep=scenario.settings.step, state=state, world=world, spinning_wheels=spinning_wheels)


def _controller_left_out(scenario: "Scenario") -> list[str]:
    """Return the controller of a scenario, which no robot file contains, as a sentence."""
    controller = scenario.controller
    return [] if controller is None else [f"the controller, {type(controller).__name__}"]


def _print_left_out(left_out: Sequence[str]) -> None:
    for sentence in left_out:
        print(f"left out: {sentence}")


# ----------------------------------------------------------------------------------------------------------------------
# Commands `snakelab render` and `snakelab movie`: camera images and a movie of a recorded run
# ----------------------------------------------------------------------------------------------------------------------


def render(
    recording: RecordingPath,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="The image file.  [default: images.h5 in the folder of the run, or next to the recording]",
        ),
    ] = None,
    begin: Annotated[float | None, typer.Option(metavar="S", help="Time of the first image, in s.")] = None,
    end: Annotated[float | None, typer.Option(metavar="S", help="Time of the last image, in s.")] = None,
    png: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Also write each image as a PNG file to this folder; depths in mm, 16 bits."),
    ] = None,
    quiet: Quiet = False,
    as_json: Json = False,
) -> None:
    """Render the images of the robot's cameras from a recording. Requires MuJoCo and OpenGL."""
    with clean_errors():
        from snakelab.errors import RecordingError
        from snakelab.plugins.mujoco.cameras.camera_motion import recorded_cameras
        from snakelab.results.recorded_images import NAME
        from snakelab.results.recording import load

        run = load(recording)
        if not recorded_cameras(run):
            raise RecordingError(
                f"the robot of {recording} has no cameras; write `cameras:` in the scenario and run it again "
                "(docs/cameras.md)"
            )
        path = out or (recording if recording.is_dir() else recording.parent) / NAME
        counts = write_images(run, path, quiet=quiet, begin=begin, end=end)
        pictures = [] if png is None else write_png(path, png)
        with closed_output_ignored():
            if as_json:
                print_json(
                    {"format": "snakelab-render-1", "recording": str(recording), "file": str(path), "images": counts}
                )
            elif not quiet:
                console = results()
                for name, n in counts.items():
                    console.print(f"{name}: {counted(n, 'image')}", soft_wrap=True)
                console.print(f"wrote {path}", soft_wrap=True)
                if png is not None:
                    console.print(f"wrote {len(pictures)} PNG files to {png}", soft_wrap=True)


def write_png(path: Path, folder: Path) -> list[Path]:
    """Write each image of an image file as CAMERA_STREAM_NUMBER.png; return the paths.

    Depths are written in mm with 16 bits, 0 where there is none.
    """
    import io

    import numpy as np
    from PIL import Image

    from snakelab.files import write_whole
    from snakelab.results.recorded_images import load_images

    written = []
    with load_images(path) as images:
        for camera in images.cameras.values():
            for stream in camera.streams:
                for i, image in enumerate(camera.images(stream)):
                    if image.dtype != np.uint8:
                        image = np.clip(np.nan_to_num(1e3 * image), 0, 65535).astype(np.uint16)
                    content = io.BytesIO()
                    Image.fromarray(image).save(content, "png")
                    written.append(write_whole(folder / f"{camera.name}_{stream}_{i:05d}.png", content.getvalue()))
    return written


MOVIE_FILE = "motion.mp4"


def movie(
    recording: RecordingPath,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="The movie: .mp4, .webp or .gif.  [default: motion.mp4 in the folder of the run]"
        ),
    ] = None,
    view: Annotated[
        str,
        typer.Option(
            metavar="VIEW",
            help="follow: obliquely from above; top: vertically from above; side: across the direction of travel; head: from "
            "behind the head.",
        ),
    ] = "follow",
    fps: Annotated[float, typer.Option(metavar="HZ", help="Frames per second; at most 15 for .webp and .gif.")] = 30.0,
    speed: Annotated[
        float, typer.Option(metavar="FACTOR", help="Playback speed: simulated seconds per second of the movie.")
    ] = 1.0,
    width: Annotated[
        int, typer.Option(metavar="PIXELS", help="Width; the height is 9/16 of it: 1920 for 1080p.")
    ] = 960,
    quiet: Quiet = False,
    as_json: Json = False,
) -> None:
    """Write a 3-D movie of a recorded run. Requires MuJoCo and OpenGL.

    MP4 needs ffmpeg; without it an animated WebP or GIF is written.
    """
    with clean_errors():
        from snakelab.errors import RecordingError
        from snakelab.parameters.arguments import choice
        from snakelab.plugins.mujoco.cameras.movie import VIEWS
        from snakelab.results.recording import load

        choice(view, "--view", VIEWS, RecordingError)
        run = load(recording)
        path = out or (recording if recording.is_dir() else recording.parent) / MOVIE_FILE
        made = write_movie(run, path, quiet=quiet, view=view, fps=fps, speed=speed, size=(width, round(width * 9 / 16)))
        with closed_output_ignored():
            if as_json:
                facts = {"format": "snakelab-movie-1", "recording": str(recording), "view": view}
                print_json({**facts, "file": str(made)})
            elif not quiet:
                results().print(f"wrote {made}", soft_wrap=True)


def write_movie(run: "Recording", path: Path, *, quiet: bool, **options: Any) -> Path:
    """Write a movie of a run with progress; return the path of the file.

    Args:
        run: The run.
        path: The movie, or a folder in which it is `motion.mp4`.
        quiet: Show no progress.
        options: Of `snakelab.movie`.
    """
    from snakelab.cli.progress import item_progress
    from snakelab.plugins.mujoco.cameras.movie import movie as write

    path = path / MOVIE_FILE if path.is_dir() else path
    with item_progress("drawing a movie", 100, "%", quiet=quiet) as advance:
        return write(run, path, progress=lambda fraction: advance(round(100 * fraction)), **options)
