"""Commands `snakelab export` and `snakelab import`: conversion of robots to and from URDF and MJCF."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from snakelab.apps.console import Changes, Json, ScenarioName, clean_errors, print_json
from snakelab.errors import ScenarioError

if TYPE_CHECKING:
    from snakelab.bridges.export import Export
    from snakelab.scenarios import Scenario

LISTS = ("kept", "changed", "dropped")
SUFFIXES = {"urdf": ".urdf", "mjcf": ".xml", "csv": ".csv", "c": ".h"}
TABLES = ("csv", "c")
Force = Annotated[bool, typer.Option("--force", help="Replace a file of that name.")]


def export(
    scenario: ScenarioName,
    to: Annotated[
        str,
        typer.Option("--to", metavar="FORMAT", help="urdf, mjcf (MuJoCo's XML), csv or c (joint angles over time)."),
    ],
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Path of the file.  [default: <name>.urdf, .xml, .csv or .h]")
    ] = None,
    changes: Changes = None,
    world: Annotated[
        bool, typer.Option("--world", help="For MJCF: include surfaces, skin and contacts, as simulated by MuJoCo.")
    ] = False,
    spinning_wheels: Annotated[
        bool,
        typer.Option("--spinning-wheels", help="With --world: passive wheels are spinning bodies instead of friction."),
    ] = False,
    rate: Annotated[float, typer.Option(metavar="HZ", min=0.1, help="For csv and c: rows per second.")] = 50.0,
    force: Force = False,
    as_json: Json = False,
) -> None:
    """Write the robot of a scenario as URDF or MJCF, and list what the format omits; or its joint angles over time."""
    with clean_errors():
        from snakelab.errors import nearest
        from snakelab.scenarios import load_scenario
        from snakelab.scenarios.reading.catalogue import find

        if to not in SUFFIXES:
            raise ScenarioError(f"--to must be urdf, mjcf, csv or c, got {to!r}{nearest(to, SUFFIXES)}")
        if world and to != "mjcf":
            raise ScenarioError(f"--world is available for MJCF only, not for {to}; write --to mjcf --world")
        if spinning_wheels and not world:
            raise ScenarioError("--spinning-wheels needs a ground; write --to mjcf --world --spinning-wheels")
        loaded = load_scenario(scenario, changes or ())
        path = _free(out or Path(find(scenario).stem + SUFFIXES[to]), force)
        if to in TABLES:
            _write_table(loaded, to, rate, path, as_json)
            return
        written = _exported(loaded, to, world, spinning_wheels)
        written.save(path)
        left_out = [*written.left_out, *_beside(loaded)]
        if as_json:
            print_json({"format": "snakelab-export-1", "to": to, "path": str(path), "left_out": left_out})
            return
        _print_text(path, left_out)


def import_robot(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A URDF or MJCF file.")],
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Path of the scenario.  [default: <name of the file>.yaml]")
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
            "actuator.  [default: prescribed for URDF, passive for MJCF]",
        ),
    ] = None,
    freeze: Annotated[
        list[str] | None,
        typer.Option(metavar="JOINT", help="Treat a joint as fixed, by name or pattern: 'wheel_*'. Repeatable."),
    ] = None,
    force: Force = False,
    as_json: Json = False,
) -> None:
    """Convert a robot file (URDF, MJCF) to a scenario, and list what is kept, changed and dropped."""
    with clean_errors():
        from snakelab.bridges.imported_scenario import scenario_text
        from snakelab.bridges.robot_file import actuator_of, read_robot_file
        from snakelab.results.files.whole_file import write_whole

        driven_by = None if actuator is None else actuator_of(actuator)
        kind, imported = read_robot_file(file, base, freeze or (), driven_by)
        text = scenario_text(imported, file.name)
        path = _free(out or Path(f"{file.stem}.yaml"), force)
        write_whole(path, text.encode())
        if as_json:
            robot = imported.robot
            summary = {
                "base": robot.base,
                "coordinates": robot.n_coordinates,
                "mass": robot.mass,
                "length": robot.length,
            }
            document = {"format": "snakelab-import-2", "from": kind, "path": str(path), "robot": summary}
            print_json(document | {name: list(getattr(imported, name)) for name in LISTS})
            return
        print(f"wrote {path}")
        for name in LISTS:
            if sentences := getattr(imported, name):
                print("\n  ".join((f"{name}:", *sentences)))
        print(f"run it: snakelab run {path}", flush=True)


def _write_table(scenario: "Scenario", to: str, rate: float, path: Path, as_json: bool) -> None:
    """Write the joint angles over time."""
    from snakelab.bridges.joint_table import c_header, csv_text, joint_table
    from snakelab.results.files.whole_file import write_whole

    table = joint_table(scenario, rate)
    write_whole(path, (csv_text if to == "csv" else c_header)(table).encode())
    if as_json:
        print_json(
            {"format": "snakelab-export-1", "to": to, "path": str(path), "left_out": [], "rows": len(table.times)}
        )
        return
    print(f"wrote {path}: {len(table.times)} rows of {len(table.names)} joints", flush=True)


def _exported(scenario: "Scenario", to: str, world: bool, spinning_wheels: bool) -> "Export":
    from snakelab.physics.model import build_model
    from snakelab.physics.state import initial_state

    model = build_model(scenario.robot, scenario.world)
    state = initial_state(model, **scenario.initial)
    if to == "urdf":
        from snakelab.bridges.urdf import to_urdf

        return to_urdf(model, state=state)
    from snakelab.bridges.mujoco import to_mjcf

    return to_mjcf(model, timestep=scenario.settings.step, state=state, world=world, spinning_wheels=spinning_wheels)


def _beside(scenario: "Scenario") -> list[str]:
    """Return the keys of a scenario other than robot and world."""
    controller = scenario.controller
    return [] if controller is None else [f"the controller, {type(controller).__name__}"]


def _free(path: Path, force: bool) -> Path:
    """Return the path; raise an error if writing to it would overwrite a file."""
    if path.is_dir():
        raise ScenarioError(f"{path} is a folder; give a file, such as --out {path / 'robot'}")
    if not force and (path.exists() or path.is_symlink()):
        raise ScenarioError(f"{path} exists already; give another path with --out, or replace it with --force")
    return path


def _print_text(path: Path, left_out: Sequence[str]) -> None:
    print(f"wrote {path}")
    for sentence in left_out:
        print(f"left out: {sentence}")
