"""Identification of parameters from recordings, with its page and files.

In reading order: the HTML page; the other files; and `identify`, which fits the parameters, also from an interrupted
fit.
"""

import json
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np

from snakelab.errors import ScenarioError, counted
from snakelab.files import write_whole
from snakelab.parameters.arguments import FloatArray
from snakelab.parameters.declarations import checked_arguments
from snakelab.plugins.studies.identification.estimates import (
    LAG_ONE,
    LIMIT,
    MAX_CORRELATION,
    NOT_DETERMINED,
    Estimate,
    Identification,
    Profile,
    Uncertainty,
    autocorrelation,
    correlated,
    cross_validation,
    direction_remark,
    gait_information,
    profile_interval,
    profiles,
    too_narrow,
    uncertainty,
    verdict,
)
from snakelab.plugins.studies.identification.least_squares import (
    ROUNDING_RATIO,
    Data,
    Minimum,
    Predictor,
    Residuals,
    SearchOptions,
    data_of,
    deviations,
    estimated_noise,
    fitted_point,
    loss_of,
    minima,
)
from snakelab.plugins.studies.identification.problem import (
    Log,
    Problem,
    Unknown,
    description,
    load_problem,
    with_values,
)
from snakelab.plugins.studies.study_pages import Plot, links, page, paragraphs, plots_html, section, wide_table
from snakelab.plugins.studies.task_execution import ResultsLog, results_log_in
from snakelab.scenarios.class_registry import plain, robot_data, yaml_text
from snakelab.system import package_version

# ----------------------------------------------------------------------------------------------------------------------
# HTML page: estimates, verdicts, profiles, residuals, cross-validation and gaits
# ----------------------------------------------------------------------------------------------------------------------


def identification_page(identification: Identification, problem: Problem) -> str:
    """Return the page, which refers only to the files in its folder."""
    n = len(problem.experiments)
    opening = (
        f"{counted(len(identification.estimates), 'parameter')} of {problem.scenario.name}, fitted to "
        f"{counted(identification.n_values, 'value')} of {counted(n, 'log')} in "
        f"{counted(identification.n_simulations, 'simulation')}; "
        f"{identification.ending}. snakelab {package_version()}."
    )
    names = [one.name for one in identification.estimates]
    files = {name: name for name in (FITTED, "identification.json", "residuals.csv")}
    about_residuals = (
        "Predicted minus measured values over time, in standard deviations of the noise. Neighbouring ones are correlated by "
        f"{identification.autocorrelation:.2f}; white noise has 0."
    )
    body = [
        section("Parameters", "", _estimates(identification), paragraphs(identification.remarks), links(files)),
        section(
            "Correlations",
            "Of the errors of the parameters; near 1 or -1, only a combination of two is known.",
            wide_table(("", *names), _signed(names, identification.correlations)),
        ),
        section(
            "Residuals",
            about_residuals,
            wide_table(
                ("variable", "noise", "root mean square of the residuals"),
                [(name, f"{s:.3g}", f"{identification.rms[name]:.3g}") for name, s in identification.noise.items()],
            ),
            plots_html(_residual_plots(identification, problem)),
        ),
    ]
    if identification.profiles:
        about = (
            "Increase of the cost where one parameter is fixed and the others are fitted again; the line is the 95 % limit, "
            f"{LIMIT:.2f}."
        )
        body.append(section("Profile likelihood", about, plots_html(map(_profile_plot, identification.profiles))))
    if identification.folds:
        rows = [
            (one.name, f"{one.within:.3g}", f"{one.left_out:.3g}", f"{one.shift:.2g}") for one in identification.folds
        ]
        heads = ("left out", "residual in the whole fit", "residual when left out", "largest shift of a parameter")
        about = "Each part is predicted by a fit to the rest; residuals and shifts are in standard deviations."
        body.append(section("Cross-validation", about, wide_table(heads, rows)))
    if identification.gaits:
        gaits = [
            (one.name, f"{one.log_determinant:.2f}", *(f"{one.half_width[name]:.3g}" for name in names))
            for one in identification.gaits
        ]
        about = (
            "The first is D-optimal: its information has the largest determinant. Columns of parameters are half-widths of the "
            "expected 95 % intervals, with a prior of 100 % of each value."
        )
        body.append(
            section("Information of the candidate gaits", about, wide_table(("gait", "ln det F", *names), gaits))
        )
    return page(identification.name, opening, body)


def _estimates(identification: Identification) -> str:
    rows = [
        (
            one.name, one.unit, f"{one.start:.6g}", f"{one.value:.6g}", _interval(one.low, one.high),
            _interval(one.profile_low, one.profile_high),
            f"{one.verdict}, at its {one.at_bound} bound" if one.at_bound else one.verdict,
        )
        for one in identification.estimates
    ]  # fmt: skip
    heads = ("parameter", "unit", "initial value", "fitted", "95 % interval", "95 % by the profile", "verdict")
    return wide_table(heads, rows)


def _interval(low: float | None, high: float | None) -> str:
    if low is None and high is None:
        return ""
    return f"{'open' if low is None else f'{low:.5g}'} to {'open' if high is None else f'{high:.5g}'}"


def _signed(names: Sequence[str], matrix: FloatArray) -> list[tuple[str, ...]]:
    return [(name, *(f"{value:+.2f}" for value in row)) for name, row in zip(names, matrix, strict=True)]


def _residual_plots(identification: Identification, problem: Problem) -> Iterator[str]:
    """Yield a plot for each log and variable, with a line for each column."""
    from snakelab.figures.style import BLUE

    for one in problem.experiments:
        for name, table in identification.residuals[one.name].items():
            plot = Plot("time [s]", "residual / noise", f"{one.name}: {name}")
            every = max(1, len(one.time) // 400)  # more points than pixels are not visible
            for column in table[::every].T:
                if np.nan_to_num(column).any():
                    plot.axes.plot(one.time[::every], column, color=BLUE, linewidth=0.8)
            yield plot.html()


def _profile_plot(profile: Profile) -> str:
    """Return the increase of the cost over the value: points, parabolas through them, and the 95 % limit."""
    from snakelab.figures.style import BLUE, VERMILION

    value = float(profile.values[int(np.argmin(profile.increase))])
    maximum = max(1.3 * LIMIT, float(np.max(profile.increase)))
    reach = 1.3 * max(float(np.ptp(profile.values)) / 2, 1e-300)
    plot = Plot(profile.name, "increase of the cost")
    plot.axes.set(xlim=(value - reach, value + reach), ylim=(-0.04 * maximum, 1.04 * maximum))
    plot.axes.axhline(LIMIT, color=VERMILION, linestyle="--", linewidth=1.0)
    for at, increase in zip(profile.values.tolist(), profile.increase.tolist(), strict=True):
        if at != value and math.isfinite(increase):
            ends = np.linspace(value, value + 1.3 * (at - value), 24)
            plot.axes.plot(ends, increase * ((ends - value) / (at - value)) ** 2, color=BLUE)
    plot.axes.plot(profile.values, np.minimum(profile.increase, maximum), "o", color=BLUE, markersize=5)
    return plot.html()


# ----------------------------------------------------------------------------------------------------------------------
# Files of an identification: page, values, residuals, and the scenario with the fitted values
# ----------------------------------------------------------------------------------------------------------------------

FORMAT = "snakelab-identification-1"
FITTED = "fitted.yaml"


def fitted_scenario(problem: Problem, values: Sequence[float]) -> dict[str, Any]:
    """Return the data of the scenario with the fitted values; without reference values, which were those of the first ones."""
    scenario = problem.scenario
    roots = {"robot": scenario.robot, "world": scenario.world, "controller": scenario.controller}
    changed = with_values(roots, problem.unknowns, values)
    data = {
        key: value
        for key, value in scenario.data.items()
        if key not in ("reference_values", "unchecked", "base", "set")
    }
    fitted = {place.split(".")[0] for unknown in problem.unknowns for place in unknown.places}
    if "robot" in fitted:
        data["robot"] = robot_data(changed["robot"])
    if "world" in fitted:
        data["world"] = {"media": [plain(medium) for medium in changed["world"].media]}
    if "controller" in fitted:
        data["controller"] = plain(changed["controller"])
    return data | {"name": f"{scenario.name}_fitted"}


def write_files(identification: Identification, problem: Problem, folder: Path) -> list[Path]:
    """Write `identification.html`, `identification.json`, `residuals.csv` and `fitted.yaml`; return their paths.

    Raises:
        RecordingError: if one cannot be written.
    """
    contents = {
        "identification.html": identification_page(identification, problem),
        "identification.json": json.dumps(identification_document(identification), indent=1) + "\n",
        "residuals.csv": residuals_csv(identification, problem),
        FITTED: yaml_text(identification.scenario),
    }
    return [write_whole(folder / name, text.encode()) for name, text in contents.items()]


def identification_document(identification: Identification) -> dict[str, Any]:
    """Return the result as plain data."""
    return {
        "format": FORMAT,
        "name": identification.name,
        "parameters": [
            {key: (_finite(value) if isinstance(value, float) else value) for key, value in asdict(one).items()}
            for one in identification.estimates
        ],
        "correlations": np.asarray(identification.correlations).tolist(),
        "noise": dict(identification.noise),
        "rms_in_noise": dict(identification.rms),
        "autocorrelation": identification.autocorrelation,
        "values": identification.n_values,
        "simulations": identification.n_simulations,
        "cross_validation": [asdict(one) for one in identification.folds],
        "gaits": [asdict(one) for one in identification.gaits],
        "remarks": list(identification.remarks),
        "ending": identification.ending,
    }


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None


def residuals_csv(identification: Identification, problem: Problem) -> str:
    """Return the residuals as CSV: log, time [s], variable, column, residual in standard deviations of the noise."""
    lines = ["log,time,variable,column,residual"]
    for one in problem.experiments:
        for name, table in identification.residuals[one.name].items():
            for time, row in zip(one.time.tolist(), table.tolist(), strict=True):
                lines += [
                    f"{_quoted(one.name)},{time:.9g},{name},{k},{r:.6g}" for k, r in enumerate(row) if math.isfinite(r)
                ]
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"' if any(mark in text for mark in ',"\n') else text


# ----------------------------------------------------------------------------------------------------------------------
# Identification of parameters from recordings, and continuation of an interrupted fit
# ----------------------------------------------------------------------------------------------------------------------

Callback = Callable[[int], Any]
# Mean squares of the residuals of a variable, in variances of the given noise, above 1 + MAX_EXCESS and below MIN_RATIO are
# reported.
MAX_EXCESS, MIN_RATIO = 0.4, 0.5
MAX_RATIO = 3.0  # residuals in units of the given noise beyond which the fit does not explain the data
MAX_UNEXPLAINED = 0.3  # fraction of the deviations of a variable, likewise, where the noise is not given
WEAKLY, EXCESS = "weakly determined", "the residuals of"
_WORSE = ("determined", WEAKLY, NOT_DETERMINED)
NEEDS = {"shape": list, "values": str}


@checked_arguments(ScenarioError)
def identify(
    logs: Log | Sequence[Log],
    configuration: str | Path | Mapping[str, Any] | Problem,
    out: str | Path | None = None,
    *,
    threads: int | None = None,
    done: Callback | None = None,
) -> Identification:
    """Fit declared parameters of a scenario to recordings by nonlinear least squares.

    minimise  sum_k rho(((y_k(p) - m_k) / s_k)^2) + sum_i ((p_i - prior mean) / prior deviation)^2

    over the parameters p within their bounds, with the simulated values y, the measured values m, their noise s and the loss rho.
    The columns of the Jacobian are finite differences, simulated as rows of one `Batch` (or by `simulate_batch` where a
    controller, a sensor variable or an event requires it).

    Each log is simulated from the start of its own scenario, with its own controller and events; robot and world are those of
    the configuration. Measured poses must refer to the same world axes and the same origin.

    Args:
        logs: Recordings or their files, in addition to those of the configuration; an empty list for none.
        configuration: A YAML file, its data, or a loaded problem.
        out: Folder of the files; None writes none. After Ctrl-C or a kill the same call continues from its results log.
        threads: Number of threads; None for one per core.
        done: Callback after each batch with the number of simulations so far.

    Returns:
        Estimates with intervals, correlations, verdicts on identifiability and diagnostics.

    Raises:
        ScenarioError: if the configuration is invalid.
        RecordingError: if a log does not fit the model, or is too short.
        SimulationError: if the run with the initial values diverges.

    Source: Ljung, System Identification: Theory for the User, 1999.
    """
    problem = configuration if isinstance(configuration, Problem) else load_problem(configuration, logs)
    folder = None if out is None else Path(out)
    with ExitStack() as stack:
        results_log = None
        if folder is not None:
            results_log = stack.enter_context(ResultsLog(results_log_in(folder), description(problem), NEEDS))
        predictor = Predictor(problem.experiments, problem.unknowns, results_log, threads, done)
        identification = solve(problem, predictor, {"results_log": results_log, "threads": threads})
        if folder is None:
            return identification
        return replace(identification, folder=folder, paths=tuple(write_files(identification, problem, folder)))


def solve(problem: Problem, predictor: Predictor, settings: Mapping[str, Any] | None = None) -> Identification:
    """Return the fit of a problem with its diagnostics.

    Args:
        problem: From `load_problem`.
        predictor: Of the problem.
        settings: Arguments of further predictors, for the candidate gaits.
    """
    residuals, found = fit(problem, predictor)
    u = found[0].u
    r, jacobian = residuals.exact(u)
    spread = uncertainty(r, jacobian, residuals.n_values, problem.loss, problem.robust_scale)
    tables = residual_tables(problem, r)
    exact = float(np.abs(r[: residuals.n_values]).max(initial=0.0)) < ROUNDING_RATIO  # rounding errors are correlated
    correlation = 0.0 if exact else autocorrelation([table for log in tables.values() for table in log.values()])
    faults = _faults(problem, residuals, found, spread, tables)
    widened = too_narrow(correlation) if abs(correlation) > LAG_ONE else 1.0
    estimates = [
        _estimate(one, float(u[i]), float(spread.half_width[i]), bool(spread.undetermined[i]), widened, faults[i])
        for i, one in enumerate(problem.unknowns)
    ]
    drawn: list[Profile] = []
    if problem.profile and problem.loss == "linear":
        determined = [not spread.undetermined[i] and not one.at_bound for i, one in enumerate(estimates)]
        drawn = profiles(residuals, u, problem.unknowns, spread, determined)
        estimates = [_with_profile(one, drawn) for one in estimates]
    noise = _noise(residuals.data)
    names = tuple(problem.noise)
    gaits = gait_information(
        problem.gaits,
        problem.experiments[0],
        problem.unknowns,
        u,
        noise,
        spread.quantile,
        problem.difference,
        **(settings or {}),
    )
    return Identification(
        name=problem.name,
        estimates=tuple(estimates),
        correlations=spread.correlations,
        noise=noise,
        rms={name: _rms([log[name] for log in tables.values()]) for name in names},
        autocorrelation=correlation,
        n_values=residuals.n_values,
        n_simulations=predictor.n_simulations,
        profiles=tuple(drawn),
        folds=tuple(cross_validation(residuals, u, problem.unknowns, spread, problem.experiments, problem.folds)),
        gaits=tuple(gaits),
        remarks=tuple(_search_remarks(found) + _remarks(problem, estimates, spread, tables, correlation)),
        ending=found[0].ending,
        scenario=fitted_scenario(problem, [one.value for one in estimates]),
        residuals=tables,
    )


def fit(problem: Problem, predictor: Predictor) -> tuple[Residuals, list[Minimum]]:
    """Return the residuals with the noise of each variable, and the ends of the searches, the lowest cost first.

    A noise that is not given is estimated from the residuals of a first fit, and the fit is repeated with it.
    """
    data = data_of(problem.experiments, problem.noise)
    options = _options(problem)
    if problem.loss == "linear":
        counts = np.bincount(data.variable[data.known], minlength=len(problem.noise))
        factors = [1 + MAX_EXCESS if noise else MAX_UNEXPLAINED**2 for noise in problem.noise.values()]
        options = replace(options, enough=float(counts @ factors))
    if problem.stages:
        start, options = staged_start(problem, predictor), replace(options, starts=1)
    else:
        start = np.zeros(len(problem.unknowns))
    found = minima(predictor, data, problem.unknowns, start, options)
    residuals = Residuals(predictor, data, problem.unknowns, problem.difference)
    if any(noise is None for noise in problem.noise.values()):
        floor = deviations(problem.experiments, tuple(problem.noise))
        residuals.data = estimated_noise(residuals, found[0].u, problem.noise, floor)
        if len(problem.noise) > 1 or problem.loss != "linear" or any(one.prior for one in problem.unknowns):
            u, ending = fitted_point(residuals, problem.unknowns, found[0].u, problem.loss, problem.robust_scale)
            residuals.data = estimated_noise(residuals, u, problem.noise, floor)
            found[0] = replace(found[0], u=u, ending=ending)
    return residuals, found


def staged_start(problem: Problem, predictor: Predictor) -> FloatArray:
    """Return the point with which the fit begins: that of the last stage.

    A long path depends on the parameters far more nonlinearly than its beginning: a fit of all of it from distant first
    values may end in a local minimum. The first stage is searched from several points.
    """
    u, options = np.zeros(len(problem.unknowns)), _options(problem)
    for end in problem.stages:
        parts = [one.until(end) for one in problem.experiments if len(one.until(end).time)]
        part = predictor.of(parts)
        u = minima(part, data_of(parts, problem.noise), problem.unknowns, u, options)[0].u
        options = replace(options, starts=1)
        predictor.n_simulations += part.n_simulations
    return u


def _options(problem: Problem) -> SearchOptions:
    return SearchOptions(problem.difference, problem.loss, problem.robust_scale, problem.starts)


def _faults(
    problem: Problem,
    residuals: Residuals,
    found: Sequence[Minimum],
    spread: Uncertainty,
    tables: Mapping[str, Mapping[str, FloatArray]],
) -> list[list[tuple[str, str]]]:
    """Return for each parameter the verdicts that limit its own, each with its reason."""
    faults: list[list[tuple[str, str]]] = [[] for _ in problem.unknowns]
    names = [one.name for one in problem.unknowns]
    kept = ~spread.undetermined
    for i, j in np.argwhere(np.abs(spread.correlations) >= MAX_CORRELATION).tolist():
        if i != j and kept[i] and kept[j]:
            reason = f"its error is correlated with that of {names[j]} by {spread.correlations[i, j]:+.4f}"
            faults[i].append((WEAKLY, f"{reason}: only a combination of the two is well determined"))
    overall = [_excess(name, noise, tables) for name, noise in problem.noise.items() if noise]
    floor = deviations(problem.experiments, tuple(problem.noise))
    noise = _noise(residuals.data)
    for name in names_without(problem.noise):
        fraction = noise[name] / floor[name]
        if fraction > MAX_UNEXPLAINED:
            overall.append(
                (NOT_DETERMINED, f"the fit leaves {100 * fraction:.0f} % of the deviations of {name} unexplained")
            )
    for one in overall:
        if one is not None:
            for each in faults:
                each.append(one)
    u = found[0].u
    r = residuals.values(u)
    cost = loss_of(r, problem.loss, problem.robust_scale)
    variance = max(1.0, cost / max(1, residuals.n_values - len(u)))
    for other in found[1:]:
        more = loss_of(residuals.values(other.u), problem.loss, problem.robust_scale) - cost
        if more > LIMIT * len(u) * variance:
            continue
        for i, unknown in enumerate(problem.unknowns):
            if kept[i] and abs(other.u[i] - u[i]) > 3.0 * max(spread.half_width[i], 1e-3):
                value = f"{unknown.value(float(other.u[i])):.4g} {unknown.unit}".rstrip(" -")
                faults[i].append(
                    (NOT_DETERMINED, f"another minimum with {unknown.name} = {value} fits the data as well")
                )
    return faults


def _excess(name: str, noise: float, tables: Mapping[str, Mapping[str, FloatArray]]) -> tuple[str, str] | None:
    """Return the verdict that residuals of a variable with a given noise allow, with the reason; None for any."""
    values = np.concatenate([log[name].ravel() for log in tables.values()])
    values = values[np.isfinite(values)]
    ratio = float(np.mean(values**2)) if len(values) else 1.0
    if ratio <= 1 + max(MAX_EXCESS, 5 * (2 / max(1, len(values))) ** 0.5):
        return None
    reason = f"{EXCESS} {name} are {ratio**0.5:.3g} times the given noise of {noise:g}"
    return (NOT_DETERMINED if ratio > MAX_RATIO**2 else WEAKLY), reason


def names_without(noise: Mapping[str, float | None]) -> list[str]:
    """Return the variables whose noise is not given."""
    return [name for name, given in noise.items() if not given]


def residual_tables(problem: Problem, r: FloatArray) -> dict[str, dict[str, FloatArray]]:
    """Return the residuals by log and variable, in standard deviations; NaN where nothing was measured."""
    measured = np.concatenate([one.values for one in problem.experiments])
    known = np.isfinite(measured)
    full = np.full(len(measured), np.nan)
    full[known] = r[: int(known.sum())]
    tables: dict[str, dict[str, FloatArray]] = {}
    at = 0
    for one in problem.experiments:
        tables[one.name] = {}
        for name, part in one.measured.items():
            tables[one.name][name] = full[at : at + part.size].reshape(part.shape)
            at += part.size
    return tables


def _estimate(
    unknown: Unknown, u: float, half: float, undetermined: bool, widened: float, faults: Sequence[tuple[str, str]]
) -> Estimate:
    value = unknown.value(u)
    if undetermined:
        low, high, judgement = unknown.low, unknown.high, NOT_DETERMINED
        faults = ()
    else:
        low, high = unknown.value(u - half), unknown.value(u + half)
        judgement = verdict(widened * half * _relative(unknown, value))
    allowed = [limit for limit, _ in faults]
    limited = [reason for limit, reason in faults if _WORSE.index(limit) >= _WORSE.index(judgement)]
    judgement = max([judgement, *allowed], key=_WORSE.index)
    at_bound = unknown.at_bound(value)
    return Estimate(
        unknown.name, unknown.unit, value, unknown.start, low, high, judgement, at_bound, reasons=tuple(limited)
    )


def _relative(unknown: Unknown, value: float) -> float:
    """Return the change of the value relative to itself for a unit of the scaled parameter; to its size if it is near zero."""
    return 1.0 if unknown.log else unknown.size / max(abs(value), 0.1 * unknown.size)


def _with_profile(estimate: Estimate, drawn: Sequence[Profile]) -> Estimate:
    drawn_profile = next((one for one in drawn if one.name == estimate.name), None)
    if drawn_profile is None:
        return estimate
    low, high = profile_interval(drawn_profile, estimate.value)
    return replace(estimate, profile_low=low, profile_high=high)


def _noise(data: Data) -> dict[str, float]:
    return {name: float(data.noise[data.variable == i][0]) for i, name in enumerate(data.names)}


def _rms(tables: Sequence[FloatArray]) -> float:
    return float(np.sqrt(np.nanmean(np.concatenate([table.ravel() for table in tables]) ** 2)))


def _search_remarks(found: Sequence[Minimum]) -> list[str]:
    """Return which of several searches the values are from, unless it is that from the initial values."""
    best, first = found[0], next((one for one in found if one.search == 0), found[0])
    if best.search == 0 or best.cost > 0.99 * first.cost:
        return []
    return [
        f"the values are those of search {best.search} of {max(one.search for one in found)}, from a scattered point: the search "
        f"from the initial values ended in a local minimum, with {(first.cost / best.cost) ** 0.5:.3g} times its residuals"
    ]


def _remarks(
    problem: Problem,
    estimates: Sequence[Estimate],
    spread: Uncertainty,
    tables: Mapping[str, Mapping[str, FloatArray]],
    correlation: float,
) -> list[str]:
    """Return sentences about identifiability, bounds and the validity of the intervals."""
    variables, remarks = tuple(problem.noise), list[str]()
    for direction in spread.directions:
        remarks.append(direction_remark(direction, problem.unknowns, spread.effect, variables))
    remarks += [
        f"{one.name} is at its {one.at_bound} bound {one.value:g} {one.unit}; its interval is one-sided, and those of the "
        "others hold only with it there"
        for one in estimates
        if one.at_bound
    ]
    remarks += [
        f"{one.name} is {one.verdict}: {reason}"
        for one in estimates
        for reason in one.reasons
        if not reason.startswith(EXCESS)  # one remark for all, below
    ]
    remarks += correlated([one.name for one in estimates], spread.correlations)
    for name in (name for name, noise in problem.noise.items() if noise):
        values = np.concatenate([log[name].ravel() for log in tables.values()])
        values = values[np.isfinite(values)]
        ratio = float(values @ values) / max(1, len(values) - len(estimates))
        if not np.abs(values).max(initial=0.0) > ROUNDING_RATIO:
            remarks.append(f"the residuals of {name} are zero: the log is a run of this model without noise")
        elif ratio > 1 + max(MAX_EXCESS, 5 * (2 / max(1, len(values))) ** 0.5):
            remarks.append(
                f"the residuals of {name} are greater than the given noise by a factor {ratio**0.5:.3g}: the fit is in a local "
                "minimum, or the model or the noise is not right; values and intervals are not reliable"
            )
        elif ratio < MIN_RATIO:
            remarks.append(
                f"the residuals of {name} are less than the given noise by a factor {ratio**0.5:.3g}: the noise is not right"
            )
    if abs(correlation) > LAG_ONE:
        factor = too_narrow(correlation)
        remarks.append(
            f"neighbouring residuals are correlated by {correlation:.2f}, because the model lacks something or the log is "
            f"filtered; intervals of independent noise are too narrow by a factor of about {factor:.2g}"
        )
    return remarks
