// Where a run came from: its scenario, ready to be run again, and the circumstances.
import { element } from '../dom.js';

export function origins(runs) {
  return runs.map((run) =>
    element(
      'section',
      { class: 'card origin' },
      element('h2', {}, runs.length > 1 ? `Provenance of ${run.name}` : 'Provenance'),
      element('dl', { class: 'facts' }, run.facts.map(([word, value]) => element('div', {}, element('dt', {}, word), element('dd', {}, value)))),
      run.scenario ? scenario(run.scenario) : element('p', { class: 'muted' }, 'Created in Python, without a scenario file.'),
    ),
  );
}

function scenario(text) {
  const code = element('pre', { tabindex: '0' }, element('code', {}, text));
  const copy = element('button', { type: 'button', class: 'chip plain', on: { click: () => copied(text, code, copy) } }, 'Copy');
  return element('details', { class: 'scenario' }, element('summary', {}, 'Scenario'), element('div', { class: 'code' }, copy, code));
}

/** Into the clipboard; where the browser forbids it to files, the text is selected instead. */
async function copied(text, code, button) {
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = 'Copied';
  } catch {
    getSelection().selectAllChildren(code);
    button.textContent = document.execCommand('copy') ? 'Copied' : 'Selected: press Ctrl+C';
  }
  setTimeout(() => {
    button.textContent = 'Copy';
  }, 2000);
}
