"""Print the study: `python -m snakelab.studies.field_gaits 5`, for five grounds of each kind, about four minutes."""

import sys

from snakelab.studies.field_gaits import CASES, VARIATIONS, relation_lines, run_trials, table_text


def main(grounds: int) -> None:
    """Run every variation on that many grounds by chance."""
    print(f"{'speed by radian [mm]':28}" + "".join(f"{case:>15}" for case in CASES))
    for variation in VARIATIONS:
        trials = run_trials(variation, range(1, grounds + 1))
        print(
            table_text(variation.label, trials),
            *(f"    {line}" for line in relation_lines(trials)),
            sep="\n",
            flush=True,
        )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 3)
