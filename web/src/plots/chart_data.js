// Charts of all runs under one name, as the columns that uPlot draws.
import uPlot from 'uplot';
import { quantile, valueAt } from '../series.js';

const USUAL = 0.95; // fraction of a curve's values that determine its scale
const NEGLIGIBLE = 5e-5; // of the largest curve of a chart
const LEAST = 1e-9; // of any SI unit: no robot of this size has an angle, a speed or a force below it

/** One entry for each chart name, in the order of the runs: {name, title, label, unit, reference, note, curves, parts}. */
export function mergedCharts(runs, group) {
  const merged = new Map();
  runs.forEach((run, iRun) => {
    for (const chart of run.charts.filter((one) => one.group === group)) {
      if (!merged.has(chart.name)) merged.set(chart.name, { ...chart, curves: [], parts: [] });
      const whole = merged.get(chart.name);
      for (const curve of chart.curves) if (!whole.curves.includes(curve)) whole.curves.push(curve);
      whole.parts.push({ iRun, times: chart.times.curve(0), values: chart.values, curves: chart.curves });
      whole.reference ??= chart.reference;
    }
  });
  return [...merged.values()];
}

/** uPlot's data, and which curve of which run each column is. */
export function columnsOf(chart) {
  const columns = [];
  const tables = chart.parts.map(({ iRun, times, values, curves }) => {
    const table = [times];
    curves.forEach((curve, i) => {
      columns.push({ iRun, iCurve: chart.curves.indexOf(curve), times, values: values.curve(i) });
      table.push(withGaps(values.curve(i)));
    });
    return table;
  });
  const data = tables.every((table) => sameTimes(table[0], tables[0][0]))
    ? [tables[0][0], ...tables.flatMap((table) => table.slice(1))]
    : uPlot.join(tables.map((table) => table.map((column) => Array.from(column))));
  return { data, columns };
}

export function columnValue(column, time) {
  return valueAt(column.times, column.values, time);
}

/** Size below which a value of a chart is rounding, of the computation or of the page's packing. */
export function negligibleOf(parts) {
  const sizes = parts.flatMap(({ values }) =>
    Array.from({ length: values.nCurves }, (_, i) => quantile(values.curve(i).map(Math.abs), USUAL) || 0),
  );
  return Math.max(LEAST, NEGLIGIBLE * Math.max(0, ...sizes), 1.001 * Math.max(0, ...parts.map(({ values }) => values.error)));
}

/** uPlot takes null for a gap, and knows no NaN. */
function withGaps(values) {
  return values.some(Number.isNaN) ? Array.from(values, (value) => (Number.isNaN(value) ? null : value)) : values;
}

function sameTimes(a, b) {
  return a === b || (a.length === b.length && a.every((time, i) => time === b[i]));
}
