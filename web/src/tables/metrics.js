// Metrics, a column for each run.
import { element } from '../dom.js';
import { plainWords, shown, shownUnit } from '../format.js';

export function metricsTable(rows, runs) {
  if (!rows.length) return null;
  const several = runs.length > 1;
  const idle = rows.filter(({ name, values }) => name.startsWith('work_') && values.every((value) => !value));
  const used = rows.filter((row) => !idle.includes(row));
  return element(
    'section',
    { class: 'card', id: 'metrics' },
    element('h2', {}, 'Metrics'),
    element(
      'div',
      { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Metrics' },
      element(
        'table',
        {},
        element('thead', {}, element(
          'tr',
          {},
          element('th', { scope: 'col' }, 'metric'),
          runs.map(({ name }) => element('th', { scope: 'col', class: `number ${several ? 'run-name' : ''}` }, several ? name : 'value')),
          element('th', { scope: 'col' }, 'unit'),
          element('th', { scope: 'col', class: 'wide-only' }, 'description'),
        )),
        [...new Set(used.map(({ group }) => group))].map((group) => groupRows(group, used.filter((row) => row.group === group), several)),
      ),
    ),
    idle.length ? element('p', { class: 'muted note' }, `Terms without work: ${idle.map(({ name }) => plainWords(name.slice(5))).join(', ')}.`) : null,
  );
}

/** The figures of one group under its name. */
function groupRows(group, rows, several) {
  const columns = 3 + rows[0].values.length;
  return element(
    'tbody',
    { data: { group } },
    element('tr', { class: 'group' }, element('th', { scope: 'rowgroup', colspan: String(columns) }, group.slice(0, 1).toUpperCase() + group.slice(1))),
    rows.map((row) => element(
      'tr',
      {},
      element('th', { scope: 'row', title: row.description }, plainWords(row.name), several ? null : element('small', { class: 'narrow-only' }, row.description)),
      row.values.map((value) => element('td', { class: 'number' }, shown(value))),
      element('td', { class: 'unit' }, shownUnit(row.unit)),
      element('td', { class: 'muted wide-only' }, row.description),
    )),
  );
}
