"""Run and draw the study: `python -m reproductions.pipe_snake.entry out/pipe_entry`, about half an hour on two cores.

With `--seeds 2 --samples 256 --knots 5` it takes a minute or two.

The same command with the same folder continues an interrupted study.
"""

import argparse
import sys
import time as clock
from collections.abc import Sequence
from pathlib import Path

from reproductions.pipe_snake.entry import Case, Outcome, Rate, Setting, cases, known, rates, rates_figure, run, wilson
from reproductions.pipe_snake.entry.case import SAMPLES
from snakelab.errors import SnakelabError
from snakelab.figures.style import figure_files

NAME = "pipe_entry"
HEAD = "samples   walls predicted   trials   entered             arrived             median time [s]"


def arguments(words: Sequence[str]) -> argparse.Namespace:
    """Return the parsed command line."""
    parser = argparse.ArgumentParser("python -m reproductions.pipe_snake.entry", description=__doc__)
    parser.add_argument(
        "folder", nargs="?", type=Path, default=Path("out") / NAME, help="of the outcomes and the figure"
    )
    parser.add_argument("--seeds", type=int, default=20, help="trials of each setting")
    parser.add_argument("--samples", type=int, nargs="+", default=list(SAMPLES), help="samples a cycle")
    parser.add_argument("--contact", choices=("on", "off", "both"), default="both", help="walls in the prediction")
    parser.add_argument("--duration", type=float, default=Setting.duration, help="of a trial, at most [s]")
    parser.add_argument("--steps", type=int, default=Setting.steps, help="of the horizon")
    parser.add_argument(
        "--knots", type=int, default=Setting.knot_every, help="steps from knot to knot; 1 is white noise"
    )
    parser.add_argument("--start", type=float, nargs=2, default=Setting.start, help="tip of the head [m]")
    parser.add_argument(
        "--set", dest="changes", action="append", default=[], metavar="KEY=VALUE", help="of the scenario"
    )
    parser.add_argument("--workers", type=int, help="processes; one a core")
    return parser.parse_args(words)


def main(words: Sequence[str]) -> int:
    """Run the missing trials, print the table and write the figure; return the exit code."""
    asked = arguments(words)
    contact = {"on": (True,), "off": (False,), "both": (True, False)}[asked.contact]
    try:
        setting = Setting(
            asked.duration, asked.steps, asked.knots, (asked.start[0], asked.start[1]), tuple(asked.changes)
        )
        path, wanted = asked.folder / "outcomes.sqlite", cases(range(asked.seeds), asked.samples, contact)
        print(f"{len(wanted)} trials, {known(wanted, setting, path)} of them done before", file=sys.stderr)
        outcomes = run(wanted, setting, path, workers=asked.workers, done=Progress(clock.monotonic()))
    except SnakelabError as problem:
        print(f"error: {problem}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("interrupted; the same command goes on from here", file=sys.stderr)
        return 130
    table = rates(outcomes)
    print(HEAD, *map(row, table), sep="\n")
    for kind, content in figure_files(rates_figure(table), dpi=200).items():
        path = asked.folder / f"{NAME}.{kind}"
        path.write_bytes(content)
        print(f"wrote {path}")
    return 0


class Progress:
    """Printer of outcomes, with an estimate of the remaining time.

    Args:
        began: Start time of the monotonic clock [s].
    """

    def __init__(self, began: float) -> None:
        self.began = began

    def __call__(self, outcome: Outcome, done: int, of: int) -> None:
        """Print one line."""
        left = (clock.monotonic() - self.began) / done * (of - done)
        print(f"{done}/{of}  {name_of(outcome.case)}: {described(outcome)}; {left / 60:.0f} min left", file=sys.stderr)


def name_of(case: Case) -> str:
    """Return a case as text."""
    return f"{case.n_samples} samples, {'with' if case.contact else 'without'} walls, seed {case.seed}"


def described(outcome: Outcome) -> str:
    """Return an outcome as text."""
    if outcome.entered is None:
        return f"did not enter ({outcome.status})"
    after = "did not arrive" if outcome.arrived is None else f"arrived at {outcome.arrived:.1f} s"
    return f"entered at {outcome.entered:.1f} s, {after}"


def row(rate: Rate) -> str:
    """Return one line of the table."""
    shares = []
    for n in (rate.entered, rate.arrived):
        low, high = wilson(n, rate.trials)
        shares.append(f"{n / rate.trials:.2f} ({low:.2f} to {high:.2f})")
    time = "-" if rate.time is None else f"{rate.time:.1f}"
    walls = "yes" if rate.contact else "no"
    return f"{rate.n_samples:7}   {walls:15}   {rate.trials:6}   {shares[0]:19} {shares[1]:19} {time}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
