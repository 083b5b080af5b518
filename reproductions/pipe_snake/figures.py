"""Scenarios 1a to 5 and Table 3 of the paper on the snake in pipes."""

import json
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from reproductions.drawing import metric, panels, run, save
from reproductions.pipe_snake.entry import cases, rates, rates_figure
from reproductions.pipe_snake.entry import run as run_entry
from reproductions.pipe_snake.passage import gains_figure, swim
from snakelab.figures.passage import passage_figure
from snakelab.figures.style import PALETTE, PRINT
from snakelab.results.recording import Recording

SAMPLES = (2880, 5760, 8640)
WHITE = ("controller.sampling_mpc.sampling.knot_every=1", "controller.sampling_mpc.horizon.steps=100")


def _arrives(name: str, folder: Path) -> Mapping[str, float]:
    one = run(name)
    save(passage_figure(one), folder, f"{name.removesuffix('_paper')}.png")
    return {"arrival at the goal [s]": metric(one, "goal_time", 0.0, np.inf)}


def taper_in(folder: Path) -> Mapping[str, float]:
    """Scenario 1a."""
    return _arrives("pipe_taper_in_paper", folder)


def taper_out(folder: Path) -> Mapping[str, float]:
    """Scenario 1b."""
    return _arrives("pipe_taper_out_paper", folder)


def step_in(folder: Path) -> Mapping[str, float]:
    """Scenario 2a."""
    return _arrives("pipe_step_in_paper", folder)


def step_out(folder: Path) -> Mapping[str, float]:
    """Scenario 2b."""
    return _arrives("pipe_step_out_paper", folder)


def bend(folder: Path) -> Mapping[str, float]:
    """Scenario 3, with a waypoint."""
    return _arrives("pipe_bend_paper", folder)


def reference(folder: Path) -> Mapping[str, float]:
    """Scenario 4: with steering, and with a fixed wave."""
    runs = {"steered": run("pipe_fixed_wave_paper"), "fixed wave": run("pipe_fixed_wave")}
    figure, (ax,) = panels(1, 1)
    for i, (label, one) in enumerate(runs.items()):
        ax.plot(
            one["time"].values,
            one["com_position"].values[0, 0] - one["com_position"].values[:, 0],
            color=PALETTE[i],
            label=label,
        )
    ax.set(xlabel="time  [s]", ylabel="way along the pipe  [m]")
    ax.legend(frameon=False, fontsize=PRINT)
    save(figure, folder, "reference.png")
    ways = {
        label: float(one["com_position"].values[0, 0] - one["com_position"].values[-1, 0])
        for label, one in runs.items()
    }
    return {"distance in 60 s, steered [m]": ways["steered"], "distance in 60 s, fixed wave [m]": ways["fixed wave"]}


def table_3(folder: Path) -> Mapping[str, float]:
    """Cycle times with three numbers of samples, with and without walls in the prediction."""
    numbers = {}
    for walls in (True, False):
        for n in SAMPLES:
            one = run(
                "pipe_narrow_mouth", *WHITE, "duration=6", f"controller.sampling_mpc.sampling.n_samples={n}",
                f"controller.sampling_mpc.rollouts.lane_rollouts.contact={str(walls).lower()}",
            )  # fmt: skip
            numbers[f"{n} samples, {'with' if walls else 'without'} walls [ms]"] = 1e3 * _cycle(one)
    (folder / "table_3.json").write_text(json.dumps(numbers, indent=2), encoding="utf-8")
    return numbers


def _cycle(recording: Recording) -> float:
    """Median time of a control cycle [s]."""
    return float(np.nanmedian(recording["control_cycle_time"].values))


def entry(folder: Path) -> Mapping[str, float]:
    """Scenario 5: 20 trials of each setting; an interrupted run continues."""
    table = rates(run_entry(cases(), None, folder / "outcomes.sqlite"))
    save(rates_figure(table), folder, "pipe_entry.png")
    return {
        f"arrived, {rate.n_samples} samples, {'with' if rate.contact else 'without'} walls": rate.arrived / rate.trials
        for rate in table
    }


def gains(folder: Path) -> Mapping[str, float]:
    """Speed as a function of the gains of the following joints."""
    swum = swim()
    save(gains_figure(swum), folder, "gains.png")
    return {
        "speed with the published gains [m/s]": next(one.speed for one in swum if (one.gain, one.damping) == (0.5, 1.5))
    }
