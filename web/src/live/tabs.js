// Pages of a side panel behind tabs.
import { element } from '../dom.js';

/**
 * @param pages Nodes by name. @param titles Texts by name. @param shown (name) is called with the visible page.
 * @returns {node, choose(name), show(name, known), chosen()}
 */
export function tabbed(pages, titles, first, shown = () => {}) {
  const names = Object.keys(pages);
  let current = first;
  const buttons = names.map((name) => element('button', { type: 'button', class: 'tab', role: 'tab', id: `tab-${name}`, on: { click: () => choose(name) } }, titles[name]));
  const panels = names.map((name) => element('div', { class: 'tab-panel', role: 'tabpanel', 'aria-labelledby': `tab-${name}` }, pages[name]));
  function choose(chosen) {
    current = chosen;
    names.forEach((name, i) => {
      buttons[i].setAttribute('aria-selected', String(name === chosen));
      panels[i].hidden = name !== chosen;
    });
    shown(chosen);
  }
  /** Show or hide a page with its tab; the first one takes the place of a hidden one. */
  function show(name, known) {
    buttons[names.indexOf(name)].hidden = !known;
    if (!known && current === name) choose(first);
  }
  choose(first);
  return { node: element('div', { class: 'tabbed' }, element('div', { class: 'tabs', role: 'tablist' }, buttons), panels), choose, show, chosen: () => current };
}
