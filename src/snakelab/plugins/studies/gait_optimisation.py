"""Search for the best parameters of a gait by CMA-ES, for robots, gaits and costs built in Python.

In reading order: `optimise_gait` and its result; the stored generations from which an interrupted search continues;
and searches that are Python files.
"""

import hashlib
import json
import math
import runpy
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, fields, is_dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from snakelab.errors import ScenarioError, SimulationError, SnakelabError, nearest
from snakelab.files import write_whole
from snakelab.gaits.gait import Gait
from snakelab.parameters.arguments import FloatArray, count, number, vector
from snakelab.parameters.declarations import checked_arguments
from snakelab.parameters.display_registry import Displayed
from snakelab.physics.model import Model
from snakelab.plugins.studies.evolution_strategy import CmaEs
from snakelab.plugins.studies.task_execution import ResultsLog, results_log_in
from snakelab.sim.batch import Batch

# ----------------------------------------------------------------------------------------------------------------------
# Search: minimisation of a cost over the parameters of a gait, each generation in one `Batch`
# ----------------------------------------------------------------------------------------------------------------------

Cost = Callable[[Mapping[str, Any]], float]
Done = Callable[[int, int, float, dict[str, float]], Any]
DEFAULT_GENERATIONS = 30
CONVERGED_SPREAD = 1e-3  # spread of a generation, of the ranges, at which the search ends


@dataclass(frozen=True, eq=False)
class GaitOptimum(Displayed):
    """Result of `optimise_gait`.

    Attributes:
        values: Best parameters, by name.
        gait: The gait with them.
        cost: Its cost.
        history: Lowest cost of each generation, shape (generations,).
        n_runs: Number of simulated runs [-].
    """

    values: dict[str, float]
    gait: Gait
    cost: float
    history: FloatArray
    n_runs: int


@checked_arguments(SimulationError)
def optimise_gait(
    model: Model,
    gait: Any,
    ranges: Mapping[str, Sequence[float]],
    cost: Cost | str = "distance",
    *,
    duration: float = 10.0,
    observation: Sequence[str] = ("com_position",),
    rate: float | None = None,
    generations: int = DEFAULT_GENERATIONS,
    population: int = 16,
    seed: int = 0,
    step: float = 2e-3,
    integrator: str = "extrapolated",
    threads: int | None = None,
    out: str | Path | None = None,
    revision: str = "",
    done: Done | None = None,
) -> GaitOptimum:
    """Minimise a cost over the parameters of a gait by CMA-ES, each generation in one `Batch`.

    The first generation fills the ranges evenly: a grid for one parameter, and for two with a square population, else a
    Sobol sequence. The search begins at its best point and is thus never worse.

    With `out`, the costs of each generation are stored as soon as it ends. After Ctrl-C or a kill the same call continues
    and evaluates the same points as an uninterrupted search; more `generations` extend it.

    Args:
        model: From `build_model`, with any robot and world.
        gait: A gait whose fields are replaced, or a function (or class) of the parameters that returns a gait.
        ranges: Range (low, high) of each parameter.
        cost: Function of the observations of one run by name, each of shape (times, ...), with "values", the parameters; it
            returns the number to minimise. "distance" is minus the horizontal distance of the centre of mass.
        duration: Of each run [s].
        observation: Variables of a recording that the cost needs.
        rate: Observations per second [Hz]; None for the start and the end.
        generations: Largest number of generations [-]; the search ends earlier when it has narrowed to a point.
        population: Runs of a generation [-].
        seed: Seed of the search.
        step, integrator, threads: As of `Batch`.
        out: Folder of the results log; None stores nothing.
        revision: Text that identifies the functions `gait` and `cost`, which are not compared: a search with another text is
            not continued.
        done: Callback after each generation with the number of generations done, their largest number, the lowest cost so
            far, and its parameters; `done=print` prints them.

    Runs that diverge, and gaits that raise an error for their parameters, have infinite cost.

    Raises:
        SimulationError: if a range or name is wrong, the cost returns no number, or no run of a generation succeeds.
        RecordingError: if `out` contains another search, or cannot be written.
        MissingExtraError: if `cma` is not installed.
    """
    if not ranges:
        raise SimulationError(
            "optimise_gait needs the range of at least one parameter, such as {'amplitude': (0.1, 1.0)}"
        )
    bounds = np.array([_range(name, given) for name, given in ranges.items()])
    make = _maker(gait, tuple(ranges))
    names = tuple(dict.fromkeys((*observation, "com_position") if cost == "distance" else observation))
    if isinstance(cost, str) and cost != "distance":
        raise SimulationError(f"cost must be 'distance' or a function of the observations, got {cost!r}")
    judge: Cost = _distance if isinstance(cost, str) else cost
    n = count(population, "optimise_gait population", SimulationError, minimum=4, maximum=100_000)
    n_generations = count(generations, "optimise_gait generations", SimulationError, minimum=1, maximum=100_000)
    length = number(duration, "optimise_gait duration", SimulationError, above=0, unit="s")
    batch = Batch(model, n, period=length, observation=names, step=step, integrator=integrator, threads=threads)
    study = {
        "model": model_digest(model),
        "gait": repr(gait) if is_dataclass(gait) and not isinstance(gait, type) else "",
        "ranges": {name: row.tolist() for name, row in zip(ranges, bounds, strict=True)},
        "observation": list(names),
        "population": n,
        "seed": count(seed, "optimise_gait seed", SimulationError),
        "settings": [length, rate, step, integrator],
        "revision": revision,
    }
    evaluation = _Evaluation(batch, make, judge, length, rate)
    with generation_log(out, study) as log:
        return _search(
            evaluation,
            CmaEs(len(bounds), n, seed, start=n),
            dict(zip(ranges, bounds, strict=True)),
            n_generations,
            log,
            done,
        )


@dataclass(frozen=True, eq=False)
class _Evaluation:
    """Evaluation of the cost of parameters."""

    batch: Batch
    make: Callable[[dict[str, float]], Any]
    judge: Cost
    duration: float
    rate: float | None

    def gait(self, values: dict[str, float]) -> Gait | None:
        return _made(self.make, values, self.batch.models[0])

    def costs(self, values: Sequence[dict[str, float]]) -> FloatArray:
        return _costs(self.batch, [self.gait(one) for one in values], values, self.judge, self.duration, self.rate)


def _search(
    evaluation: _Evaluation,
    search: CmaEs,
    bounds: Mapping[str, FloatArray],
    n_generations: int,
    log: ResultsLog | None,
    done: Done | None = None,
) -> GaitOptimum:
    """Run generations, the stored ones without simulation, until the search has narrowed to a point."""
    low, high = np.array(list(bounds.values())).T
    known = known_costs(log)
    best: tuple[float, dict[str, float]] = (math.inf, {})
    history: list[float] = []
    for generation in range(n_generations):
        points = low + search.ask() * (high - low)
        values = [dict(zip(bounds, row.tolist(), strict=True)) for row in points]
        if generation < len(known) and np.array_equal(known[generation][0], points):
            costs = known[generation][1]
        else:
            costs = evaluation.costs(values)
            if np.isfinite(costs).any():
                store_costs(log, generation, points, costs)
        if not np.isfinite(costs).any():
            raise SimulationError(
                "no run of a generation has a cost: each gait was refused, diverged, or has a cost that is not a number"
            )
        first = int(np.argmin(costs))
        history.append(float(costs[first]))
        if costs[first] < best[0]:
            best = (float(costs[first]), values[first])
        if done is not None:
            done(generation + 1, n_generations, *best)
        search.tell(np.argsort(costs, kind="stable").tolist())
        if search.spread < CONVERGED_SPREAD:
            break
    gait = evaluation.gait(best[1])
    assert gait is not None
    return GaitOptimum(best[1], gait, best[0], np.array(history), search.population * len(history))


def _costs(
    batch: Batch,
    gaits: Sequence[Gait | None],
    values: Sequence[dict[str, float]],
    judge: Cost,
    duration: float,
    rate: float | None,
) -> FloatArray:
    """Cost of each gait; infinite if there is no gait, or its run diverged."""
    costs = np.full(len(gaits), np.inf)
    stand_in = next((gait for gait in gaits if gait is not None), None)
    if stand_in is None:
        return costs
    batch.reset()
    each = [stand_in if gait is None else gait for gait in gaits]
    seen = batch.advance(each, duration, rate=1 / duration if rate is None else rate)
    running = batch.running
    for i, gait in enumerate(gaits):
        if gait is not None and running[i] and np.isfinite(seen[i]).all():
            cost = _cost_of_run(judge, {**batch.observation.named(seen[i]), "values": values[i]})
            try:
                costs[i] = float(cost)
            except (TypeError, ValueError, OverflowError):
                raise SimulationError(f"the cost must return a number, it returned {cost!r} for {values[i]}") from None
    return np.where(np.isnan(costs), np.inf, costs)


def _cost_of_run(judge: Cost, seen: Mapping[str, Any]) -> Any:
    """Cost of a run, with an error of the user-defined function in one line."""
    try:
        return judge(seen)
    except SnakelabError:
        raise
    except KeyError as problem:
        name = str(problem.args[0]) if problem.args else ""
        raise SimulationError(
            f"the cost reads {name!r}{nearest(name, seen)}; list its variables, as in observation=('com_position', 'q')"
        ) from problem
    except Exception as problem:  # of a user-defined function
        raise SimulationError(f"the cost failed for {seen['values']}: {type(problem).__name__}: {problem}") from problem


def _distance(seen: Mapping[str, Any]) -> float:
    moved = seen["com_position"][-1, :2] - seen["com_position"][0, :2]
    return -float(np.hypot(moved[0], moved[1]))


def _made(make: Callable[[dict[str, float]], Any], values: dict[str, float], model: Model) -> Gait | None:
    """The gait of some parameters; None if it raises an error for them, or for the model."""
    try:
        gait = make(values)
        if isinstance(gait, Gait):
            gait.reference(model)
            return gait
    except SnakelabError:
        return None
    except Exception as problem:  # of a user-defined function
        raise SimulationError(
            f"the gait function failed for {values}: {type(problem).__name__}: {problem}"
        ) from problem
    raise SimulationError(f"the gait function must return a gait, it returned {gait!r}")


def _maker(gait: Any, names: Sequence[str]) -> Callable[[dict[str, float]], Any]:
    """Function from parameters to a gait."""
    if is_dataclass(gait) and not isinstance(gait, type) and isinstance(gait, Gait):
        known = tuple(field.name for field in fields(gait))
        for name in names:
            if name not in known:
                raise SimulationError(f"{type(gait).__name__} has no parameter {name!r}{nearest(name, known)}")
        return lambda values: replace(gait, **values)
    if callable(gait):
        return lambda values: gait(**values)
    raise SimulationError(f"optimise_gait takes a gait, or a function that returns one, got {gait!r}")


def _range(name: str, given: object) -> tuple[float, float]:
    low, high = vector(given, f"the range of {name}", SimulationError, size=2).tolist()
    if not low < high:
        raise SimulationError(f"the range of {name} must be (low, high) with low < high, got ({low:g}, {high:g})")
    return low, high


# ----------------------------------------------------------------------------------------------------------------------
# Results log of a search: the generations that were evaluated before
# ----------------------------------------------------------------------------------------------------------------------

KIND = "gait search"
NEEDS = {"points": list, "costs": list}  # of every generation
WORDS = {
    "model": "the robot or its world has other numbers (masses, lengths, friction, ...)",
    "gait": "the gait is {there} there and {here} here",
    "revision": "the program with the functions gait and cost has changed since (revision {there} there, {here} here), so that "
    "its costs cannot be compared with the stored ones; undo the change to continue that search",
} | {
    f"settings.{i}": f"{name} is {{there}} there and {{here}} here"
    for i, name in enumerate(("duration", "rate", "step", "integrator"))
}  # fmt: skip


def generation_log(folder: str | Path | None, study: Mapping[str, Any]) -> "AbstractContextManager[ResultsLog | None]":
    """Return the open results log of a search; None without a folder.

    Args:
        folder: Folder of the log.
        study: Description of the search as plain data.

    Raises:
        RecordingError: if the folder contains another search, or cannot be written.
    """
    if folder is None:
        return nullcontext()
    return ResultsLog(results_log_in(Path(folder)), {"kind": KIND} | dict(study), NEEDS, WORDS)


def known_costs(log: ResultsLog | None) -> list[tuple[FloatArray, FloatArray]]:
    """Return the points and costs of each stored generation, in order."""
    if log is None:
        return []
    stored = log.results()
    rows = [stored[str(i)] for i in range(len(stored)) if str(i) in stored]
    return [(np.array(row["points"]), np.array([math.inf if c is None else c for c in row["costs"]])) for row in rows]


def store_costs(log: ResultsLog | None, generation: int, points: FloatArray, costs: FloatArray) -> None:
    """Store a generation; infinite costs become None."""
    if log is not None:
        finite = [cost if math.isfinite(cost) else None for cost in costs.tolist()]
        log.append(str(generation), {"points": points.tolist(), "costs": finite})


def model_digest(model: Model) -> str:
    """Digest of the numbers of a model."""
    text = repr([np.asarray(array).tolist() for array in model.arrays])
    return hashlib.sha256(text.encode()).hexdigest()[:16]


# ----------------------------------------------------------------------------------------------------------------------
# Searches of gaits that are Python files: `snakelab optimise my_search.py`
# ----------------------------------------------------------------------------------------------------------------------

FORMAT = "snakelab-gait-optimum-1"
VARIABLE = "search"
DEFAULT_TRIALS, DEFAULT_POPULATION, MIN_POPULATION = 200, 16, 4  # runs of a search and of a generation
REQUIRED = ("model", "gait", "ranges")
NAMES = (
    *REQUIRED, "cost", "duration", "observation", "rate", "generations", "population", "seed", "step", "integrator", "threads",
)  # fmt: skip


def read_search(file: Path) -> dict[str, Any]:
    """Run a Python file, and return the mapping `search` that it defines: the arguments of `optimise_gait`.

    Raises:
        ScenarioError: if the file cannot be run, or defines no such mapping.
    """
    if not file.is_file():
        raise ScenarioError(f"there is no file {file}")
    try:
        search = runpy.run_path(str(file)).get(VARIABLE)
    except SnakelabError:
        raise
    except Exception as problem:  # of a user-defined program
        raise ScenarioError(f"{file} failed: {type(problem).__name__}: {problem}") from problem
    if not isinstance(search, Mapping):
        raise ScenarioError(
            f"{file} must define {VARIABLE} = {{'model': ..., 'gait': ..., 'ranges': {{...}}}}, the arguments of optimise_gait"
        )
    for name in search:
        if name not in NAMES:
            raise ScenarioError(f"{file}: {VARIABLE} has an unknown key {name!r}{nearest(str(name), NAMES)}")
    for name in REQUIRED:
        if name not in search:
            raise ScenarioError(f"{file}: {VARIABLE} needs the key {name!r}")
    return dict(search)


def generations_of(search: Mapping[str, Any], trials: int | None, population: int | None) -> dict[str, int]:
    """Return population and number of generations of a search, whose product is at most the number of trials.

    Args:
        search: From `read_search`.
        trials: Maximum number of trials; None for the generations of the search, or `DEFAULT_TRIALS`.
        population: Runs of a generation; None for that of the search, or at most `DEFAULT_POPULATION`.

    Raises:
        ScenarioError: if the trials are fewer than a generation.
    """
    given = population or search.get("population")
    if trials is None and "generations" in search:
        return {"population": given or DEFAULT_POPULATION, "generations": search["generations"]}
    maximum = trials or DEFAULT_TRIALS
    n = given or max(min(DEFAULT_POPULATION, maximum), MIN_POPULATION)
    if not isinstance(n, int) or n < 1:
        return {"population": n}  # the search refuses it
    if maximum < n:
        hint = "" if n == MIN_POPULATION else f", or a smaller --population, at least {MIN_POPULATION}"
        raise ScenarioError(f"--trials {maximum} is less than one generation of {n} runs; give --trials {n}{hint}")
    return {"population": n, "generations": maximum // n}


def file_digest(file: Path) -> str:
    """Digest of the text of a file."""
    return hashlib.sha256(file.read_bytes()).hexdigest()[:16]


def search_document(optimum: "GaitOptimum", file: Path) -> dict[str, Any]:
    """Return the result as plain data."""
    return {
        "format": FORMAT,
        "file": str(file),
        "cost": optimum.cost,
        "values": optimum.values,
        "runs": optimum.n_runs,
        "history": optimum.history.tolist(),
    }


def write_optimum(optimum: "GaitOptimum", file: Path, folder: Path) -> Path:
    """Write best.json into a folder; return its path."""
    text = json.dumps(search_document(optimum, file), indent=1) + "\n"
    return write_whole(folder / "best.json", text.encode())
