// Comparison of the run with its reference values, and statements that cannot be checked.
import { element } from '../dom.js';
import { plainWords, shownUnit, typeset } from '../format.js';

export function comparisonTable(runs) {
  const shownRuns = runs.filter(({ comparison }) => comparison.expected.length || comparison.unchecked.length);
  if (!shownRuns.length) return null;
  return element(
    'section',
    { class: 'card', id: 'comparison' },
    element('h2', {}, 'Comparison with reference values'),
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
    { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Comparison with reference values' },
    element(
      'table',
      {},
      element('thead', {}, element(
        'tr',
        {},
        element('th', { scope: 'col' }, 'metric'),
        ['snakelab', 'reference', 'error'].map((word) => element('th', { scope: 'col', class: 'number' }, word)),
        element('th', { scope: 'col' }, 'unit'),
        element('th', { scope: 'col' }, 'verdict'),
        element('th', { scope: 'col' }, 'source'),
      )),
      element('tbody', {}, entries.map(expectedRow)),
    ),
  );
}

function expectedRow(entry) {
  const share = entry.share ? ` (${typeset(entry.share)})` : '';
  return element(
    'tr',
    {},
    element('th', { scope: 'row' }, plainWords(entry.figure), entry.case ? element('small', {}, entry.case) : null),
    element('td', { class: 'number' }, typeset(entry.computed)),
    element('td', { class: 'number' }, typeset(entry.range)),
    element('td', { class: 'number' }, `${typeset(entry.error)}${share}`),
    element('td', { class: 'unit' }, shownUnit(entry.unit)),
    element('td', {}, element('span', { class: `verdict ${entry.kind}` }, `${entry.sign} ${entry.verdict}`)),
    element('td', { class: 'muted text' }, entry.source, entry.remark ? element('p', {}, entry.remark) : null),
  );
}

function openClaims(claims) {
  return [
    element('h3', {}, 'Statements that cannot be checked'),
    element('ul', { class: 'claims' }, claims.map(({ claim, reason, source }) => element(
      'li',
      {},
      element('strong', {}, claim),
      reason ? element('p', {}, reason) : null,
      source ? element('p', { class: 'muted' }, source) : null,
    ))),
  ];
}
