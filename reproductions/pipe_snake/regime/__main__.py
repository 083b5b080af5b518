"""Run the search: `python -m reproductions.pipe_snake.regime out/pipe_regime`, about 20 minutes of CPU per 64 trials.

An interrupted search continues with the same command and folder.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from reproductions.pipe_snake.entry import Case, Outcome, run_trials
from reproductions.pipe_snake.regime import RANGES, ROUGH, Pair, design, effect_lines, pairs_of, summary_lines
from reproductions.pipe_snake.regime.conditions import named
from snakelab.errors import SnakelabError


def arguments(words: Sequence[str]) -> argparse.Namespace:
    """Parsed command line."""
    parser = argparse.ArgumentParser("python -m reproductions.pipe_snake.regime", description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=Path("out/pipe_regime"), help="of the outcomes")
    parser.add_argument("--conditions", type=int, default=64, help="number of conditions")
    parser.add_argument("--rough", action="store_true", help="rough walls and slow following joints only")
    parser.add_argument("--samples", type=int, default=2880, help="samples of each cycle")
    parser.add_argument("--duration", type=float, default=120.0, help="of a trial, at most [s]")
    parser.add_argument("--workers", type=int, help="processes; one a core")
    return parser.parse_args(words)


def main(words: Sequence[str]) -> int:
    """Run the missing trials and print the tables. Returns the exit code."""
    asked = arguments(words)
    conditions = design(asked.conditions, ROUGH if asked.rough else RANGES)
    trials = [
        (Case(asked.samples, walls, seed), one.setting(asked.duration))
        for seed, one in enumerate(conditions)
        for walls in (True, False)
    ]
    try:
        outcomes = run_trials(trials, asked.folder / "outcomes.sqlite", workers=asked.workers, done=_tell)
    except SnakelabError as problem:
        print(f"error: {problem}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("interrupted; the same command continues from here", file=sys.stderr)
        return 130
    pairs = pairs_of(conditions, outcomes)
    print(*summary_lines(pairs), "", *effect_lines(pairs), sep="\n")
    decided = [pair for pair in pairs if pair.decided]
    print("\nconditions under which only one of the two arrives:", *(_line(pair) for pair in decided), sep="\n")
    return 0


def _line(pair: Pair) -> str:
    which = "with walls only" if pair.walls.arrived is not None else "without only"
    return f"{which}: {named(pair.conditions)}"


def _tell(outcome: Outcome, done: int, of: int) -> None:
    case = outcome.case
    where = "no" if outcome.arrived is None else f"at {outcome.arrived:.1f} s"
    print(f"{done}/{of}  seed {case.seed}, walls {case.contact}: arrived {where}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
