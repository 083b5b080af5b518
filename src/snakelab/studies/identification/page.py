"""HTML page of an identification: estimates, verdicts, profiles, residuals, cross-validation and gaits."""

import math
from collections.abc import Sequence
from html import escape

import numpy as np

from snakelab.sim.dataset import package_version
from snakelab.studies.html_page import document, sentence
from snakelab.studies.identification.diagnostics import LIMIT
from snakelab.studies.identification.identification import Estimate, Identification, Profile
from snakelab.studies.identification.problem import Problem
from snakelab.studies.sweeps.page.drawing import across, frame, svg, up
from snakelab.studies.sweeps.page.page import STYLE
from snakelab.studies.sweeps.page.scale import spanned

MAX_POINTS = 400  # of a residual plot


def identification_page(identification: Identification, problem: Problem) -> str:
    """Return the page, which refers only to the files in its folder."""
    n = len(problem.experiments)
    opening = (
        f"{len(identification.estimates)} parameters of {problem.scenario.name}, fitted to "
        f"{identification.n_values} values of {n} {'log' if n == 1 else 'logs'} in {identification.n_simulations} simulations; "
        f"{identification.ending}. snakelab {package_version()}."
    )
    links = " · ".join(
        f'<a href="{name}">{name}</a>' for name in ("fitted.yaml", "identification.json", "residuals.csv")
    )
    remarks = "".join(f"<p>{escape(sentence(line))}</p>" for line in identification.remarks)
    body = [
        f"<header><h1>{escape(identification.name)}</h1><p>{escape(opening)}</p></header>",
        f"<section><h2>Parameters</h2>{_estimates(identification.estimates)}{remarks}<p>{links}</p></section>",
        "<section><h2>Correlations</h2><p>Of the errors of the parameters; near 1 or -1, only a combination of two is known.</p>"
        f"{_correlations(identification)}</section>",
        "<section><h2>Residuals</h2><p>Predicted minus measured values over time, in standard deviations of the noise. "
        f"Neighbouring ones are correlated by {identification.autocorrelation:.2f}; white noise has 0.</p>"
        f"{_fit_table(identification)}"
        f'<div class="plots">{"".join(_residual_plots(identification, problem))}</div></section>',
    ]
    if identification.profiles:
        drawn = "".join(f"<figure>{_profile_plot(one)}</figure>" for one in identification.profiles)
        body.append(
            "<section><h2>Profile likelihood</h2><p>Increase of the cost where one parameter is fixed and the others are fitted "
            f'again; the line is the 95 % limit, {LIMIT:.2f}.</p><div class="plots">{drawn}</div></section>'
        )
    if identification.folds:
        rows = [
            (one.name, f"{one.within:.3g}", f"{one.left_out:.3g}", f"{one.shift:.2g}") for one in identification.folds
        ]
        heads = ("left out", "residual in the whole fit", "residual when left out", "largest shift of a parameter")
        body.append(
            "<section><h2>Cross-validation</h2><p>Each part is predicted by a fit to the rest; residuals and shifts are in "
            f"standard deviations.</p>{_table(heads, rows)}</section>"
        )
    if identification.gaits:
        names = [one.name for one in identification.estimates]
        gaits = [
            (one.name, f"{one.log_determinant:.2f}", *(f"{one.half_width[name]:.3g}" for name in names))
            for one in identification.gaits
        ]
        body.append(
            "<section><h2>Information of the candidate gaits</h2><p>The first is D-optimal: its information has the largest "
            "determinant. Columns of parameters are half-widths of the expected 95 % intervals, with a prior of 100 % of each "
            f"value.</p>{_table(('gait', 'ln det F', *names), gaits)}</section>"
        )
    return document(identification.name, body, STYLE)


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    head = "".join(f'<th scope="col">{escape(heading)}</th>' for heading in heads)
    cells = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows)
    return f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{cells}</tbody></table></div>'


def _estimates(estimates: Sequence[Estimate]) -> str:
    rows = [
        (
            one.name, one.unit, f"{one.start:.6g}", f"{one.value:.6g}", _interval(one.low, one.high),
            _interval(one.profile_low, one.profile_high), _verdict(one),
        )
        for one in estimates
    ]  # fmt: skip
    return _table(
        ("parameter", "unit", "first value", "fitted", "95 % interval", "95 % by the profile", "verdict"), rows
    )


def _verdict(one: Estimate) -> str:
    return f"{one.verdict}, at its {one.at_bound} bound" if one.at_bound else one.verdict


def _interval(low: float | None, high: float | None) -> str:
    if low is None and high is None:
        return ""
    return f"{'open' if low is None else f'{low:.5g}'} to {'open' if high is None else f'{high:.5g}'}"


def _correlations(identification: Identification) -> str:
    names = [one.name for one in identification.estimates]
    rows = [
        (name, *(f"{identification.correlations[i, j]:+.2f}" for j in range(len(names))))
        for i, name in enumerate(names)
    ]
    return _table(("", *names), rows)


def _fit_table(identification: Identification) -> str:
    rows = [
        (name, f"{identification.noise[name]:.3g}", f"{identification.rms[name]:.3g}") for name in identification.noise
    ]
    return _table(("variable", "noise", "root mean square of the residuals"), rows)


def _residual_plots(identification: Identification, problem: Problem) -> list[str]:
    """Return a plot for each log and variable, with a line for each column."""
    figures = []
    for one in problem.experiments:
        for name, table in identification.residuals[one.name].items():
            title = f"{one.name}: {name}"
            figures.append(
                f"<figure>{_residual_plot(one.time, table, title)}<figcaption>{escape(title)}</figcaption></figure>"
            )
    return figures


def _residual_plot(time: np.ndarray, table: np.ndarray, title: str) -> str:
    every = max(1, len(time) // MAX_POINTS)
    level = spanned("time [s]", time[[0, -1]].tolist())
    high = spanned("residual / noise", [x for x in table[::every].ravel().tolist() if math.isfinite(x)] + [0.0])
    x, y = across(level), up(high)
    lines = []
    for column in table.T:
        shown = [
            (t, r) for t, r in zip(time[::every].tolist(), column[::every].tolist(), strict=True) if math.isfinite(r)
        ]
        if shown and any(r for _, r in shown):
            points = " ".join(f"{x(t):.1f},{y(r):.1f}" for t, r in shown)
            lines.append(f'<polyline class="mean" style="stroke-width:0.8" points="{points}"/>')
    return svg("".join(lines) + frame(level, high), title)


def _profile_plot(profile: Profile) -> str:
    """Return the increase of the cost over the value: points, parabolas through them, and the 95 % limit."""
    value = float(profile.values[int(np.argmin(profile.increase))])
    maximum = max(1.3 * LIMIT, float(np.max(profile.increase)))
    reach = max(float(np.ptp(profile.values)) / 2, 1e-300)
    level = spanned(profile.name, [value - 1.3 * reach, value + 1.3 * reach])
    high = spanned("increase of the cost", [0.0, maximum])
    x, y = across(level), up(high)
    parts = [f'<path class="none" d="M{x(value - 1.3 * reach):.1f} {y(LIMIT):.1f}H{x(value + 1.3 * reach):.1f}"/>']
    for at, increase in zip(profile.values.tolist(), profile.increase.tolist(), strict=True):
        if at != value and math.isfinite(increase):
            ends = np.linspace(value, value + 1.3 * (at - value), 24)
            curve = [(v, increase * ((v - value) / (at - value)) ** 2) for v in ends.tolist()]
            points = " ".join(f"{x(v):.1f},{y(c):.1f}" for v, c in curve if c <= maximum * 1.05)
            parts.append(f'<polyline class="mean" points="{points}"/>')
        parts.append(f'<circle cx="{x(at):.1f}" cy="{y(min(increase, maximum)):.1f}" r="3.2"/>')
    return svg("".join(parts) + frame(level, high), profile.name)
