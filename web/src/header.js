// The head of the page: title, what went wrong, and the figures that are asked for first.
import { element } from './dom.js';
import { plainWords, shown, shownUnit } from './format.js';

const FIRST = ['mean_speed', 'speed_through_water', 'cost_of_transport', 'mean_power', 'peak_torque', 'peak_force', 'duration', 'real_time_factor'];
const MOST = 5;

export function header({ title, runs, metrics }, theme) {
  return element(
    'header',
    {},
    element('div', { class: 'title-line' }, element('h1', {}, title), theme.button()),
    banners(runs),
    remarks(runs),
    runs.length === 1 ? keyFigures(metrics) : null,
  );
}

function banners(runs) {
  return runs
    .filter((run) => !run.finished)
    .map((run) =>
      element(
        'p',
        { class: 'banner', role: 'status' },
        element('strong', {}, runs.length > 1 ? `${run.name} did not finish` : 'This run did not finish'),
        `: ${run.status}. Its results until then are shown.`,
      ),
    );
}

/** What the figures do not say at once. */
function remarks(runs) {
  return runs.flatMap((run) =>
    run.remarks.map((words) =>
      element('p', { class: 'banner remark', role: 'note' }, runs.length > 1 ? element('strong', {}, `${run.name}: `) : null, words.slice(0, 1).toUpperCase() + words.slice(1)),
    ),
  );
}

function keyFigures(metrics) {
  const found = FIRST.map((name) => metrics.find((row) => row.name === name && row.values[0] !== null)).filter(Boolean).slice(0, MOST);
  return element('dl', { class: 'key-figures' }, found.map((row) => element(
    'div',
    { title: row.description },
    element('dt', {}, plainWords(row.name)),
    element('dd', {}, shown(row.values[0], 3), element('small', {}, shownUnit(row.unit))),
  )));
}
