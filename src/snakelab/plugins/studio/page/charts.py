"""Plots of a run over time for the report page, in groups that share a unit."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from snakelab.geometry.rotations import roll_pitch_yaw
from snakelab.parameters.arguments import FloatArray
from snakelab.plugins.studio.page.scene_data import (
    Packer,
    propeller_curves,
    section_curves,
    touching_curves,
    water_curves,
)
from snakelab.results.motor_signals import COSTS, CYCLES, commands, control_notes, cycle_budget, inputs_in, led
from snakelab.results.recording import Recording

ANGLES = {"q": "Joint angles", "v": "Joint rates", "tau": "Joint torques"}
DISPLACEMENTS = {"q": "Displacements", "v": "Displacement rates", "tau": "Actuator forces"}  # elongations, slides
LABELS = {"q": ("angle", "displacement"), "v": ("rate", "rate"), "tau": ("torque", "force")}
COUPLINGS = {
    ("cable", "N"): ("Tensions of the cables", "tension"),
    ("loop", "N"): ("Forces of the loops", "force"),
    ("gear", "N m"): ("Torques of the gears", "torque"),
    ("gear", "N"): ("Forces of the gears", "force"),
}
UNITS = {"q": ("rad", "m"), "v": ("rad/s", "m/s"), "tau": ("N m", "N")}
SHOWN = {
    "q",
    "v",
    "tau",
    "coupling_load",
    "propeller_thrust",
    "work",
    "com_position",
    "kinetic_energy",
    "gravity_energy",
    "elastic_energy",
}
DRAWN = {"link_quaternion", "base_quaternion", "head_quaternion"}  # poses are in the replay
ORDER = {("link",): 0, ("coordinate",): 1, (): 4}  # in the menu, by the dimension after time
ENERGIES = ("kinetic", "gravity", "elastic")


@dataclass(frozen=True)
class Chart:
    """Curves that share an axis.

    Attributes:
        name: Charts of several runs with one name are drawn together.
        title, label, unit: Texts for the display.
        curves: Names of the curves.
        values: Shape (n_rows, n_curves).
        reference: Level of a dashed line and its mirror, in the unit.
        note: A remark below the title.
        time: Time of the curves if it differs from that of the recording, shape (n_rows,), [s].
    """

    name: str
    title: str
    label: str
    unit: str
    curves: list[str]
    values: FloatArray
    reference: float | None = None
    note: str = ""
    time: FloatArray | None = None


def charts(recording: Recording, packer: Packer) -> list[dict[str, Any]]:
    """Return all plots of a run for the page, those of the menu last; see `payload` for the format."""
    time = recording["time"].values
    packed = []
    # values in the plots that are always there, and in those of the menu
    for group, make_charts, maximum in (("main", main_charts, 700_000), ("more", more_charts, 350_000)):
        ready = list(make_charts(recording))
        n_values = sum(len(chart.curves) for chart in ready)
        rows = kept_rows(len(time), maximum // max(n_values, 1))
        times = packer.times(time[rows])
        for chart in ready:
            if len(chart.values) and np.isnan(chart.values).all():  # a log without this variable
                continue
            if chart.time is None:
                packed.append(_packed(chart, group, rows, times, packer))
            else:
                chart_rows = kept_rows(len(chart.time), maximum // max(n_values, 1))
                packed.append(_packed(chart, group, chart_rows, packer.times(chart.time[chart_rows]), packer))
    return packed


def kept_rows(n_rows: int, maximum: int) -> np.ndarray:
    """Row indices at equal strides, at most about `maximum`, with the last row."""
    # more than a screen has columns, several times over
    stride = max(1, -(-n_rows // max(2, min(maximum, 8000))))
    return np.unique(np.append(np.arange(0, n_rows, stride), np.arange(n_rows)[-1:]))


def main_charts(recording: Recording) -> Iterator[Chart]:
    """Return the plots of every report."""
    for variable in ("q", "v", "tau"):
        yield from _coordinates(recording, variable)
    if "coupling_kind" in recording.dataset.coords:
        yield from _couplings(recording)
    yield from _tracking_charts(recording)
    yield from _commands(recording)
    for arguments in (*section_curves(recording), *propeller_curves(recording)):
        yield Chart(**arguments)
    if "com_velocity" in recording.dataset:
        speed = np.linalg.norm(recording["com_velocity"].values, axis=1, keepdims=True)
        yield Chart("speed", "Speed of the centre of mass", "speed", "m/s", ["speed"], speed)
    for arguments in water_curves(recording):
        yield Chart(**arguments)
    axes = ["x", "y"] if recording.dataset.attrs.get("base") == "planar" else ["x", "y", "z"]
    com = recording["com_position"].values
    yield Chart("position", "Position of the centre of mass", "position", "m", axes, com[:, : len(axes)])
    yield from _base(recording)
    for arguments in touching_curves(recording):
        yield Chart(**arguments)
    yield from _control(recording)
    if "kinetic_energy" in recording.dataset and "work" in recording.dataset:  # a measured run has neither
        yield _energies(recording)
        yield from _works(recording)


def more_charts(recording: Recording) -> Iterator[Chart]:
    """Return plots of all other recorded variables over time; vectors of links by component."""
    variables = recording.dataset.data_vars
    for name in sorted(variables, key=lambda name: ORDER.get(tuple(map(str, variables[name].dims[1:2])), 3)):
        variable = variables[name]
        if variable.dims[:1] != ("time",) or str(name) in SHOWN | DRAWN or variable.dtype.kind not in "fiub":
            continue
        if "skin" in variable.dims:  # hundreds of curves, which are shown by the replay and the map
            continue
        values = np.asarray(variable.values, dtype=np.float64)
        title = str(variable.attrs.get("long_name", name))
        unit = str(variable.attrs.get("units", "1"))
        names = [[str(entry) for entry in _entries(recording, str(dim))] for dim in variable.dims[1:]]
        shape = values.shape[1:]
        if len(shape) == 2:
            for i, part in enumerate(names[1]):
                words = f"{title}, {part}"
                yield Chart(f"{name}.{part}", words, f"{name} {part}", _unit(unit), names[0], values[:, :, i])
        elif len(shape) < 2:
            columns = values.reshape(len(values), len(names[0]) if names else 1)
            yield Chart(str(name), title, str(name), _unit(unit), names[0] if names else [str(name)], columns)


def _entries(recording: Recording, dim: str) -> Any:
    dataset = recording.dataset
    return dataset[dim].values if dim in dataset.coords else range(dataset.sizes[dim])


def _unit(unit: str) -> str:
    return "-" if unit == "1" else unit


def _coordinates(recording: Recording, variable: str) -> Iterator[Chart]:
    """Plot angles and displacements of one variable, each on separate axes; nothing if it was not measured."""
    if variable not in recording.dataset:
        return
    units = np.array([str(unit) for unit in recording["coordinate_unit"].values])
    names = [str(name) for name in recording["coordinate"].values]
    for kind, (unit, titles) in enumerate((("rad", ANGLES), ("m", DISPLACEMENTS))):
        columns = np.flatnonzero(units == unit)
        if not columns.size:
            continue
        limit = recording.dataset.attrs.get("torque_reference") if (variable, unit) == ("tau", "rad") else None
        yield Chart(
            f"{variable}.{unit}",
            titles[variable],
            LABELS[variable][kind],
            UNITS[variable][kind],
            [names[i] for i in columns],
            recording[variable].values[:, columns],
            abs(float(limit)) if limit is not None and np.isfinite(limit) else None,
        )


def _couplings(recording: Recording) -> Iterator[Chart]:
    """Plot tensions of cables, forces of loops, and torques or forces of gears."""
    kinds, units = (recording[f"coupling_{name}"].values.astype(str) for name in ("kind", "unit"))
    names = recording["coupling"].values.astype(str)
    for (kind, unit), (title, label) in COUPLINGS.items():
        columns = np.flatnonzero((kinds == kind) & (units == unit))
        if columns.size:
            shown = recording["coupling_load"].values[:, columns]
            yield Chart(f"coupling_load.{kind}.{unit}", title, label, unit, [names[i] for i in columns], shown)


def _tracking_charts(recording: Recording) -> Iterator[Chart]:
    columns = [i for i in led(recording) if recording["coordinate_unit"].values[i] == "rad"]
    if columns:
        names = [str(recording["coordinate"].values[i]) for i in columns]
        behind = recording["target"].values[:, columns] - recording["q"].values[:, columns]
        note = "commanded minus measured angle"
        yield Chart("following", "Tracking errors of the servos", "angle", "rad", names, behind, note=note)


def _commands(recording: Recording) -> Iterator[Chart]:
    """Plot the commands of valves and motors, after their lag."""
    shown = commands(recording)
    if shown is not None:
        names = [str(recording["coordinate"].values[i]) for i in shown.columns]
        values = recording["z"].values[:, shown.columns]
        yield Chart("commands", shown.title, shown.quantity, shown.unit, names, values)


def _control(recording: Recording) -> Iterator[Chart]:
    """Plot the cost of a controller's plans, its inputs, and its cycle times."""
    notes = control_notes(recording)
    if not notes:
        return
    time, budget = recording[CYCLES].values, cycle_budget(recording)
    costs = [name for name in COSTS if name in notes]
    if costs:
        values = np.stack([notes[name] for name in costs], axis=1)
        yield Chart(
            "control_cost", "Cost of the prediction", "cost", "-", [COSTS[name] for name in costs], values, time=time
        )
    if inputs := inputs_in(notes):
        names, values = [name or "input" for name in inputs], np.stack(list(inputs.values()), axis=1)
        yield Chart("control_input", "Input computed by the controller", "input", "-", names, values, time=time)
    if "cycle_time" in notes:
        note = "" if budget is None else "reference: the control period"
        took = notes["cycle_time"][:, None]
        yield Chart(
            "control_cycle_time",
            "Computation time of each control cycle",
            "time",
            "s",
            ["cycle"],
            took,
            budget,
            note,
            time,
        )


def _base(recording: Recording) -> Iterator[Chart]:
    """Plot the position and attitude of a floating base."""
    known = {"base_position", "base_quaternion"} <= set(recording.dataset.data_vars)  # a log may have neither
    if recording.dataset.attrs.get("base") != "floating" or not known:
        return
    angles = roll_pitch_yaw(recording["base_quaternion"].values)
    yield Chart(
        "base_position", "Position of the base", "position", "m", list("xyz"), recording["base_position"].values
    )
    yield Chart("base_attitude", "Attitude of the base", "angle", "rad", ["roll", "pitch", "yaw"], angles)


def _energies(recording: Recording) -> Chart:
    """Plot kinetic and potential energies, and their sum; those that are zero throughout are left out."""
    every = {kind: recording[f"{kind}_energy"].values for kind in ENERGIES}
    used = {kind: values for kind, values in every.items() if kind == "kinetic" or np.any(values)}
    missing = [kind for kind in ENERGIES if kind not in used]
    if len(used) > 1:
        used["sum"] = sum(used.values(), np.zeros(len(every["kinetic"])))
    values = np.stack(list(used.values()), axis=1)
    return Chart("energy", "Energies", "energy", "J", list(used), values, note=_zero(missing))


def _works(recording: Recording) -> Iterator[Chart]:
    """Plot power, the rate of the recorded work, and work of every term that is not zero."""
    names, work, time = [str(term) for term in recording["term"].values], recording["work"].values, recording["time"]
    acting = [i for i in range(len(names)) if np.any(work[:, i])]
    if not acting:
        return
    note = _zero([name for i, name in enumerate(names) if i not in acting])
    terms, work = [names[i] for i in acting], work[:, acting]
    if len(work) > 2:
        power = np.gradient(work, time.values, axis=0, edge_order=2)
        yield Chart("power", "Power of each term on the robot", "power", "W", terms, power, note=note)
    yield Chart("work", "Work of each term since the start", "work", "J", terms, work, note=note)


def _zero(names: list[str]) -> str:
    return f"always zero: {', '.join(names)}" if names else ""


def _packed(chart: Chart, group: str, rows: np.ndarray, times: dict[str, Any], packer: Packer) -> dict[str, Any]:
    return {
        "name": chart.name,
        "group": group,
        "title": chart.title[:1].upper() + chart.title[1:],
        "label": chart.label,
        "unit": chart.unit,
        "curves": chart.curves,
        "reference": chart.reference,
        "note": chart.note,
        "times": times,
        "values": packer.curves(np.asarray(chart.values[rows], dtype=np.float64).T),
    }
