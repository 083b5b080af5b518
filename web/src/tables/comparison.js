// The run beside the figures of its source, and what the source leaves open.
import { element } from '../dom.js';
import { plainWords, shown, shownUnit } from '../format.js';

const KINDS = { agrees: 'good', differs: 'bad', 'differs, explained': 'fair' };

export function comparisonTable(runs) {
  const shownRuns = runs.filter(({ comparison }) => comparison.expected.length || comparison.unchecked.length);
  if (!shownRuns.length) return null;
  return element(
    'section',
    { class: 'card', id: 'comparison' },
    element('h2', {}, 'Beside the source'),
    shownRuns.map((run) => [
      runs.length > 1 ? element('h3', {}, run.name) : null,
      run.comparison.expected.length ? expectedTable(run.comparison.expected) : null,
      run.comparison.unchecked.length ? openClaims(run.comparison.unchecked) : null,
    ]),
  );
}

function expectedTable(entries) {
  return element(
    'div',
    { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Beside the source' },
    element(
      'table',
      {},
      element('thead', {}, element(
        'tr',
        {},
        element('th', { scope: 'col' }, 'figure'),
        ['ours', 'source', 'tolerance', 'error'].map((word) => element('th', { scope: 'col', class: 'number' }, word)),
        element('th', { scope: 'col' }, 'unit'),
        element('th', { scope: 'col' }, 'verdict'),
        element('th', { scope: 'col' }, 'from'),
      )),
      element('tbody', {}, entries.map(expectedRow)),
    ),
  );
}

function expectedRow(entry) {
  const share = entry.share === null ? '' : ` (${shown(100 * entry.share, 2)} %)`;
  return element(
    'tr',
    {},
    element('th', { scope: 'row' }, plainWords(entry.metric), entry.case ? element('small', {}, entry.case) : null),
    element('td', { class: 'number' }, shown(entry.ours)),
    element('td', { class: 'number' }, shown(entry.value)),
    element('td', { class: 'number' }, entry.tolerance === null ? '' : `\u00b1 ${shown(entry.tolerance)}`),
    element('td', { class: 'number' }, `${shown(entry.error, 2)}${share}`),
    element('td', { class: 'unit' }, shownUnit(entry.unit)),
    element('td', {}, element('span', { class: `verdict ${KINDS[entry.verdict] ?? 'fair'}` }, entry.verdict)),
    element('td', { class: 'muted text' }, entry.source, entry.explained ? element('p', {}, entry.explained) : null),
  );
}

function openClaims(claims) {
  return [
    element('h3', {}, 'What cannot be checked'),
    element('ul', { class: 'claims' }, claims.map(({ claim, reason, source }) => element(
      'li',
      {},
      element('strong', {}, claim),
      reason ? element('p', {}, reason) : null,
      source ? element('p', { class: 'muted' }, source) : null,
    ))),
  ];
}
