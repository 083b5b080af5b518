"""Printed summaries: results folder and metrics of a run, comparisons, scenarios and configurations, as text for the terminal."""

import functools
import json
import math
import os
import tempfile
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from snakelab.cli.progress import duration_text
from snakelab.errors import RecordingError, ScenarioError, counted
from snakelab.figures.report_folder import metrics_json
from snakelab.files import PICTURE_FORMATS
from snakelab.physics.model import build_model
from snakelab.physics.plausibility import net_buoyancy
from snakelab.results import reference_values as verdict_text
from snakelab.results.comparisons import Comparison, StepEffect, differences
from snakelab.results.metrics.metric_table import Metrics, shown_rows
from snakelab.results.recording import Recording
from snakelab.results.reference_values import Judgement, Verdict, judged
from snakelab.results.step_accuracy import accuracy_line, step_check
from snakelab.robots.couplings import Cable, Gear, Loop
from snakelab.scenarios.catalogue import LIBRARY, find
from snakelab.scenarios.class_registry import plain, type_name
from snakelab.scenarios.overrides import bases
from snakelab.scenarios.scenario import Scenario
from snakelab.scenarios.yaml_document import read_document
from snakelab.sim.checks_before_run import RunCost, memory_fault, run_cost
from snakelab.sim.engine import INTEGRATORS
from snakelab.worlds.contact_laws import Contact
from snakelab.worlds.free_bodies import FreeBody
from snakelab.worlds.world import Medium

# ----------------------------------------------------------------------------------------------------------------------
# Results folder of a run, table of its metrics, and table of a comparison
# ----------------------------------------------------------------------------------------------------------------------

VERDICT_STYLES = {
    Verdict.AGREES: "green",
    Verdict.EXPLAINED: "yellow",
    Verdict.UNCHECKED: "cyan",
    Verdict.UNEXPLAINED: "bold red",
    Verdict.NO_RESULT: "bold red",
}


def writable_folder(folder: Path) -> Path:
    """Create the folder if necessary, check that it is writable, and return it.

    Raises:
        RecordingError: if it cannot be created or written, or its disk is full.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder) as trial:
            trial.write(bytes(1 << 16))
            trial.flush()
            os.fsync(trial.fileno())
    except OSError as problem:
        reason = problem.strerror or problem
        raise RecordingError(
            f"cannot write to {folder}: {reason}; give another folder, for example --out /tmp/run"
        ) from problem
    return folder


def metrics_table(figures: Metrics, judgements: Sequence[Judgement] = ()) -> Table:
    """Return a table of the metrics by groups, with units, reference values and verdicts; idle work terms are omitted.

    Reference values of a part of the run, or of a variable, are separate rows below; so are all of them if the metrics
    are those of a window.
    """
    table = Table(box=None, pad_edge=False, show_header=bool(judgements))
    table.add_column("metric", overflow="fold")
    table.add_column("value", justify="right", overflow="fold")
    table.add_column("unit", overflow="fold")
    table.add_column("expected" if judgements else "", overflow="fold")
    table.add_column("")
    wanted: dict[str, list[Judgement]] = {}
    for judgement in judgements:
        if judgement.verdict is not Verdict.UNCHECKED:
            wanted.setdefault(judgement.quantity, []).append(judgement)
    for group, members in shown_rows([figures], wanted.keys()):
        _begin_group(table, group)
        for row in members:
            judgements = wanted.pop(row.name, []) if figures.window is None else []
            if not judgements:
                table.add_row(row.name, row.text, row.unit or "-", "", "")
            for judgement in judgements:
                table.add_row(
                    row.name, verdict_text.computed(judgement) or row.text, row.unit or "-", *_verdict(judgement)
                )
    if wanted:
        _begin_group(table, "parts and variables")
    for judgement in (judgement for rest in wanted.values() for judgement in rest):
        table.add_row(
            judgement.quantity, verdict_text.computed(judgement) or "nan", judgement.unit, *_verdict(judgement)
        )
    return table


def _begin_group(table: Table, name: str) -> None:
    if table.row_count:
        table.add_row()
    table.add_row(Text(f"{name}:", "bold"))


def _verdict(judgement: Judgement) -> tuple[str, Text]:
    """Return the range of a reference value and its verdict, as cells of a table."""
    return verdict_text.value_range(judgement), Text(judgement.verdict, VERDICT_STYLES[judgement.verdict])


def print_reasons(console: Console, judgements: Iterable[Judgement], about: str = "") -> None:
    """Print why values differ or cannot be checked, and which explanations are stale; `about` begins each line."""
    for judgement in judgements:
        for words, style in _reasons(judgement):
            head = f"\n{about}{verdict_text.label(judgement)}: "
            console.print(Text.assemble((head, "bold"), (words, style)), soft_wrap=True)


def _reasons(judgement: Judgement) -> Iterator[tuple[str, str]]:
    if judgement.reason:
        yield judgement.reason, ""
    if judgement.stale:
        yield f"warning: {verdict_text.stale(judgement)}", "yellow"


def print_paths(
    console: Console, paths: Sequence[Path], folder: Path, before: Collection[Path] = (), *, verbose: bool = False
) -> None:
    """Print the written files, marking those present `before`, and the folder as the last line.

    The page is first; figures share one line unless `verbose` is true.

    Args:
        console: Console to print to.
        paths: The files.
        folder: Folder of the files.
        before: Files that were in the folder before.
        verbose: Print one line per figure.
    """
    pictures = [] if verbose else [path for path in paths if path.suffix.removeprefix(".") in PICTURE_FORMATS]
    if len(pictures) <= 2:  # listed one per line
        pictures = []
    for path in sorted((path for path in paths if path not in pictures), key=lambda path: path.suffix != ".html"):
        console.print(f"{'replaced' if path in before else 'wrote'} {path}", soft_wrap=True)
    if pictures:
        old = sum(path in before for path in pictures)
        verb = "replaced" if old == len(pictures) else "wrote"
        some = f", {old} of them in place of older ones" if 0 < old < len(pictures) else ""
        names = ", ".join(dict.fromkeys(path.stem for path in pictures))
        console.print(
            f"{verb} {counted(len(pictures), 'picture')}{some} (--verbose lists them): {names}", soft_wrap=True
        )
    console.print(f"report: {folder}", soft_wrap=True)


def comparison_table(comparison: Comparison) -> Table:
    """Return a table with one column per run, and the difference of each further run from the first, also in per cent.

    Metrics are grouped; work terms that are zero in all runs are omitted.
    """
    table = Table(box=None, pad_edge=False)
    table.add_column("metric", overflow="fold")
    for i, name in enumerate(comparison.names):
        table.add_column(name, justify="right", overflow="fold")
        if i:
            table.add_column("difference", justify="right", overflow="fold")
    table.add_column("unit")
    for group, members in shown_rows(comparison.tables):
        if table.row_count:
            table.add_row()
        if group:
            table.add_row(Text(f"{group}:", "bold"))
        for row in members:
            off, relative = differences(row.values), comparison.shares(row.name)
            cells = row.texts[:1]
            for text, difference, share in zip(row.texts[1:], off[1:], relative[1:], strict=True):
                cells += [text, _difference(difference, share)]
            table.add_row(row.name, *cells, row.unit)
    return table


def _difference(difference: float, relative: float) -> str:
    """Return the difference with its sign, and in per cent of the value of the first run."""
    if math.isnan(difference):
        return ""
    if difference == 0 or abs(relative) < 5e-7:  # not visible in six digits
        return "same"
    return f"{difference:+.4g}" + (f" ({100 * relative:+.3g} %)" if math.isfinite(relative) else " (-)")


# ----------------------------------------------------------------------------------------------------------------------
# Summary of a run, as text and as one JSON document
# ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class RunResult:
    """Result of a scenario's run.

    Attributes:
        scenario: Scenario of the run, with its overrides.
        recording: Recording, of any status.
        folder: Results folder.
        paths: Files in the order of writing.
        before: Files that were in the folder before.
        own_engine: True for the built-in engine, to which the reference values apply.
        window: Part of the run from which the metrics are computed, from and to [s]; None for the whole run.
        step_effect: Differences from the run with half the step; None if it was not made.
    """

    scenario: Scenario
    recording: Recording
    folder: Path
    paths: tuple[Path, ...]
    before: frozenset[Path]
    own_engine: bool = True
    window: tuple[float, float] | None = None
    step_effect: StepEffect | None = None

    @functools.cached_property
    def judgements(self) -> tuple[Judgement, ...]:
        """Verdicts on the reference values; none if values were changed."""
        return judged(self.recording)

    @property
    def to_explain(self) -> tuple[Judgement, ...]:
        """Verdicts with a reason, and those whose explanation is stale."""
        if not self.recording.status.completed:
            return ()  # the status explains all of them
        candidates = (judgement for judgement in self.judgements if judgement.reason or judgement.stale)
        return tuple(judgement for judgement in candidates if judgement.verdict is not Verdict.UNCHECKED)

    @property
    def not_compared(self) -> str:
        """Reason why no reference value is compared; empty if they are."""
        if self.scenario.changes:
            return "values were changed with --set"
        return "" if self.own_engine else "another engine was selected with --engine"


def run_document(result: RunResult, exit_code: int) -> dict[str, Any]:
    """Return the result as plain data, with None for non-finite numbers.

    `statements` contains the reference values with the verdicts, as in `snakelab validate --json`; it is empty if
    `not_compared` gives a reason.

    Args:
        result: The run.
        exit_code: Exit code of the command.
    """
    report = json.loads(metrics_json(result.recording, result.window))
    return {
        "format": "snakelab-run-1",
        "scenario": result.scenario.name,
        "status": result.recording.status,
        "exit_code": exit_code,
        "folder": str(result.folder),
        "files": [{"path": str(path), "replaced": path in result.before} for path in result.paths],
        **{
            key: report[key]
            for key in ("robot", "seed", "versions", "metrics", "groups", "window", "remarks", "statements")
        },
        "not_compared": result.not_compared or None,
        "step_error": accuracy_line(result.recording) or None,
        "step_check": None if (check := step_check(result.recording)) is None else check.as_data(),
        "step_effect": None if result.step_effect is None else result.step_effect.as_data(),
    }


# ----------------------------------------------------------------------------------------------------------------------
# Summaries of a scenario, short for `snakelab check` and complete for `snakelab show`, and of a sweep configuration
# ----------------------------------------------------------------------------------------------------------------------


def summary(file: str, scenario: Scenario) -> dict[str, Any]:
    """Return the contents of a scenario as plain data in SI units."""
    robot, controller = scenario.robot, scenario.controller
    return {
        "name": scenario.name,
        "title": scenario.title,
        "bases": [base.stem if base.parent == LIBRARY else str(base) for base in bases(find(file))],
        "robot": {
            "name": robot.name,
            "parts": dict(Counter(type_name(type(part)) for part in robot.given_parts)),
            "couplings": dict(Counter(type(one).__name__.lower() for one in _couplings(scenario))),
            "coordinates": robot.n_coordinates,
            "mass": robot.mass,
            "displaced_mass": _displaced(scenario),
            "length": robot.length,
            "base": robot.base,
            "sensors": [type_name(type(sensor)) for sensor in robot.sensors],
        },
        "world": [_medium(medium) for medium in scenario.world.media],
        "objects": [_object(body) for body in scenario.world.objects],
        "controller": None if controller is None else type_name(type(controller)),
        "settings": asdict(scenario.settings),
        "cost": cost_of(scenario)._asdict(),
        "reference_values": [reference.case or reference.quantity for reference in scenario.reference_values],
        "unchecked": [statement.claim for statement in scenario.unchecked],
    }


def cost_of(scenario: Scenario) -> RunCost:
    """Return the number of steps and records of the run of a scenario; of another engine, without steps."""
    settings, model = scenario.settings, build_model(scenario.robot, scenario.world)
    is_fixed = scenario.engine is None and settings.integrator in INTEGRATORS and settings.tolerance is None
    return run_cost(model, settings.duration, settings.record_rate, settings.step if is_fixed else None)


# Number of steps from which `snakelab check` warns, and steps per second of a short snake.
SLOW_STEPS, USUAL_RATE = 1e8, 1e5


def cost_warnings(summary: Mapping[str, Any]) -> list[str]:
    """Return a line for a recording that does not fit into the memory, or for a run that takes very long; empty otherwise."""
    cost = RunCost(**summary["cost"])
    if fault := memory_fault(cost):
        return [f"`snakelab run` would refuse this run here: {fault}"]
    if cost.steps is None or cost.steps <= SLOW_STEPS:
        return []
    time = duration_text(cost.steps / USUAL_RATE)
    return [
        f"the run has {cost.steps:.3g} steps, which take about {time} at {USUAL_RATE:g} steps per second, as for a short "
        "snake: lower duration or record_rate, or write a longer step"
    ]


def _bytes_text(size: float) -> str:
    """Return a number of bytes as text: `52 kB`, `1.2 MB`, `21 GB`."""
    for unit, factor in (("kB", 1e3), ("MB", 1e6)):
        if size < 1e3 * factor:
            return f"{size / factor:.2g} {unit}" if size < 100 * factor else f"{size / factor:.0f} {unit}"
    return f"{size / 1e9:.3g} GB"


def _medium(medium: Medium) -> str:
    """Return the type of a medium; of a contact with a name, such as that of a natural ground, also the name."""
    kind = type_name(type(medium))
    return f"{kind} {medium.name}" if isinstance(medium, Contact) and medium.name not in ("", kind) else kind


def _object(body: FreeBody) -> str:
    """Return name, shape and mass of a free body."""
    return f"{body.name} ({type_name(type(body.shape))}, {body.total_mass:.4g} kg)"


def summary_lines(summary: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return the title and text of each line of the summary."""
    robot, settings, cost = summary["robot"], summary["settings"], summary["cost"]
    n_parts, kinds = sum(robot["parts"].values()), ", ".join(f"{n} {kind}" for kind, n in robot["parts"].items())
    steps = f"step {settings['step']:g} s" if settings["tolerance"] is None else f"tolerance {settings['tolerance']:g}"
    number = "" if cost["steps"] is None else f", {cost['steps']:.7g} step{'s' * (cost['steps'] != 1)}"
    displaced = robot["displaced_mass"]
    water = "" if displaced is None else f" (displaces {displaced:.4g} kg)"
    couplings = "".join(f"{counted(n, kind)}, " for kind, n in robot["couplings"].items())
    lines = [
        ("name", f"{summary['name']}, {summary['title']!r}" if summary["title"] else summary["name"]),
        ("based on", ", ".join(summary["bases"])),
        (
            "robot",
            f"{robot['name']}: {counted(n_parts, 'part')} ({kinds}), {couplings}{counted(robot['coordinates'], 'coordinate')}",
        ),
        ("", f"{robot['mass']:.4g} kg{water}, {robot['length']:.4g} m, {robot['base']} base"),
        ("sensors", ", ".join(robot["sensors"])),
        ("world", ", ".join(summary["world"]) or "empty: no gravity, no ground"),
        ("objects", ", ".join(summary["objects"])),
        ("controller", summary["controller"] or "none: the robot is at rest"),
        ("run", f"{settings['duration']:g} s, {settings['integrator']}, {steps}{number}"),
        (
            "",
            f"{settings['record_rate']:g} record{'s' * (settings['record_rate'] != 1)} a second, {_bytes_text(cost['size'])} "
            f"in all, seed {settings['seed']}",
        ),
        ("reference values", "; ".join(summary["reference_values"])),
        ("unchecked", "; ".join(summary["unchecked"])),
    ]
    return [(title, text) for title, text in lines if text]


def detailed_lines(summary: Mapping[str, Any], scenario: Scenario) -> list[tuple[str, str]]:
    """Return the lines of `summary_lines`, and all values of parts, media, objects and controllers other than defaults."""
    details = {
        "sensors": [_described(sensor) for sensor in scenario.robot.sensors],
        "world": [_described(medium) for medium in scenario.world.media],
        "objects": [_object_details(body) for body in scenario.world.objects],
        "controller": [] if scenario.controller is None else [_described(scenario.controller)],
    }
    lines, parts = list[tuple[str, str]](), _parts(scenario)
    for title, text in summary_lines(summary):
        listed = details.get(title) or [text]
        lines += [(title if i == 0 else "", line) for i, line in enumerate(listed)]
        if title == "" and parts:  # below the robot's mass and length
            lines, parts = [*lines, *(("", line) for line in parts)], []
    if scenario.initial:
        lines.append(("initial", _given(scenario.initial)))
    return lines


def _parts(scenario: Scenario) -> list[str]:
    """Return the number of parts of each kind, in order of first appearance without their names, then the couplings."""
    counts = Counter(_described(part, without=("name",)) for part in scenario.robot.given_parts)
    for one in _couplings(scenario):
        counts[f"{type(one).__name__.lower()}: {_given(plain(one))}"] += 1
    return [f"{n} x {_truncated(line)}" for line, n in counts.items()]


def _couplings(scenario: Scenario) -> tuple[Gear | Loop | Cable, ...]:
    robot = scenario.robot
    return (*robot.gears, *robot.loops, *robot.cables)


def _described(value: Any, without: Sequence[str] = ()) -> str:
    """Return the type name of an object with its non-default arguments, except some."""
    try:
        written = plain(value)
    except ScenarioError:  # not representable in a scenario
        return type_name(type(value))
    if isinstance(written, str):
        return written
    ((name, arguments),) = written.items()
    text = _given({key: argument for key, argument in arguments.items() if key not in without})
    return _truncated(f"{name}: {text}" if text else name)


def _object_details(body: FreeBody) -> str:
    """Return name and non-default arguments of a free body."""
    arguments = {key: value for key, value in plain(body).items() if key != "name"}
    return _truncated(f"{body.name}: {_given(arguments)}")


def _given(arguments: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} {_text(value)}" for name, value in arguments.items())


def _text(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, Mapping):
        return "(" + ", ".join(f"{name} {_text(item)}" for name, item in value.items()) + ")"
    if isinstance(value, Sequence) and not isinstance(value, str):
        if len(value) > 8:
            return f"[{len(value)} of them]"
        return "[" + ", ".join(map(_text, value)) + "]"
    return str(value)


def _truncated(line: str) -> str:
    return line if len(line) <= 400 else f"{line[:396]} ..."


def _displaced(scenario: Scenario) -> float | None:
    """Return the mass of the densest fluid that the whole robot displaces [kg]; None without a fluid."""
    densities = [fluid.density for fluid in scenario.world.fluids]
    return net_buoyancy(scenario.robot, max(densities))[1] if densities else None


def is_configuration(path: Path) -> bool:
    """Return True if a file is the configuration of a sweep, a search or an identification, and not a scenario."""
    data = read_document(path).data
    return bool(data.keys() & {"scenario", "sweep", "identification", "parameters"}) and not data.keys() & {
        "robot",
        "world",
        "base",
        "controller",
    }
