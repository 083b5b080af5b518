// Pages of a side panel behind tabs.
import { element } from '../dom.js';

/**
 * @param pages Nodes by name. @param titles Texts by name. @param shown (name) is called with the visible page.
 * @returns {node, tabs, choose(name), show(name, known), rivals, hide(), into(other), restore(), chosen()}; chosen() is empty while hidden
 */
export function tabbed(pages, titles, first, shown = () => {}) {
  const names = Object.keys(pages);
  const rivals = []; // other panels whose pages share one place with these
  let current = first;
  let visible = true;
  const buttons = names.map((name) => element('button', { type: 'button', class: 'tab', role: 'tab', id: `tab-${name}`, on: { click: () => choose(name) } }, titles[name]));
  const panels = names.map((name) => element('div', { class: 'tab-panel', role: 'tabpanel', 'aria-labelledby': `tab-${name}` }, pages[name]));
  const tabs = element('div', { class: 'tabs', role: 'tablist' }, buttons);
  const node = element('div', { class: 'tabbed' }, tabs, panels);
  const mark = (chosen) => names.forEach((name, i) => {
    buttons[i].setAttribute('aria-selected', String(name === chosen));
    panels[i].hidden = name !== chosen;
  });
  function choose(chosen) {
    current = chosen;
    visible = true;
    mark(chosen);
    for (const rival of rivals) rival.hide();
    // The tabs of two panels are wider than a phone.
    if (rivals.length) buttons[names.indexOf(chosen)].scrollIntoView({ block: 'nearest', inline: 'nearest' });
    shown(chosen);
  }
  /** Show or hide a page with its tab; the first one takes the place of a hidden one. */
  function show(name, known) {
    buttons[names.indexOf(name)].hidden = !known;
    if (!known && current === name) choose(first);
  }
  /** Move tabs and pages into another panel, or, without one, back into their own. */
  function into(other) {
    (other?.tabs ?? tabs).append(...buttons);
    (other?.node ?? node).append(...panels);
  }
  function hide() {
    visible = false;
    mark(null);
    shown('');
  }
  choose(first);
  return { node, tabs, choose, show, rivals, hide, into, restore: () => choose(current), chosen: () => (visible ? current : '') };
}

/** On a narrow page, show two panels as one with the tabs of both. @returns (narrow) does so, or undoes it. */
export function together(left, right) {
  return (narrow) => {
    left.rivals.splice(0, Infinity, ...(narrow ? [right] : []));
    right.rivals.splice(0, Infinity, ...(narrow ? [left] : []));
    right.into(narrow ? left : null);
    if (!narrow) right.restore();
    left.restore();
  };
}

/** A bar beside a panel: dragged, it changes the width of the panel, which is kept in the browser; a double click restores it. */
export function panelBar(side) {
  const key = `snakelab-studio-${side}`;
  const root = document.documentElement;
  const set = (width) => (width ? root.style.setProperty(`--${side}`, `${width}px`) : root.style.removeProperty(`--${side}`));
  const bar = element('div', { class: 'panel-bar', role: 'separator', 'aria-orientation': 'vertical', 'aria-label': `Width of the ${side} panel`, title: 'Drag to resize; double-click to restore' });
  const keep = (width) => {
    set(width);
    try {
      if (width) localStorage.setItem(key, width);
      else localStorage.removeItem(key);
    } catch { /* a browser may forbid it */ }
  };
  bar.addEventListener('pointerdown', (event) => bar.setPointerCapture(event.pointerId));
  bar.addEventListener('pointermove', ({ clientX, pointerId }) => {
    if (!bar.hasPointerCapture(pointerId)) return;
    const { left, right } = bar.parentElement.getBoundingClientRect();
    const width = side === 'left' ? clientX - left : right - clientX;
    keep(Math.round(Math.min(Math.max(width, 220), 0.45 * (right - left))));
  });
  bar.addEventListener('dblclick', () => keep(0));
  try {
    set(Number(localStorage.getItem(key)));
  } catch { /* a browser may forbid it */ }
  return bar;
}
