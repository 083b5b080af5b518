// What a pointer does in a plot: move the replay, choose a stretch of time, or show it all again.
import { SLIP, element } from '../dom.js';

const LEAST = 6; // pixels that a choice of time must be wide, else it was a click

/** @param plot A uPlot whose own dragging is off. */
export function listenToPointer(plot, player, window) {
  const { over } = plot;
  const selection = element('div', { class: 'selection', hidden: true });
  over.append(selection);
  let from = null; // pixels where a choice of time began; null while the pointer moves the replay
  let held = false;
  let touched = null; // where a finger began that may still scroll the page [px]

  const place = (event) => {
    const box = over.getBoundingClientRect();
    return Math.min(Math.max(event.clientX - box.left, 0), box.width);
  };
  const stretch = (x) => {
    selection.style.left = `${Math.min(from, x)}px`;
    selection.style.width = `${Math.abs(x - from)}px`;
    selection.hidden = Math.abs(x - from) < LEAST;
  };
  over.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    held = true;
    over.setPointerCapture(event.pointerId);
    from = window.zooming || event.shiftKey ? place(event) : null;
    touched = event.pointerType === 'touch' ? place(event) : null;
    if (from === null && touched === null) player.seek(plot.posToVal(place(event), 'x'));
    event.preventDefault();
  });
  over.addEventListener('pointermove', (event) => {
    if (!held) return;
    if (touched !== null && Math.abs(place(event) - touched) >= SLIP) touched = null;
    if (from !== null) stretch(place(event));
    else if (touched === null) player.seek(plot.posToVal(place(event), 'x'));
  });
  const end = (event) => {
    if (!held) return;
    held = false;
    selection.hidden = true;
    if (from === null && touched !== null && event.type === 'pointerup') player.seek(plot.posToVal(place(event), 'x')); // a tap
    if (from === null || event.type === 'pointercancel') return;
    const x = place(event);
    if (Math.abs(x - from) < LEAST) player.seek(plot.posToVal(x, 'x'));
    else window.show(...[from, x].map((at) => plot.posToVal(at, 'x')).sort((a, b) => a - b));
    from = null;
  };
  over.addEventListener('pointerup', end);
  over.addEventListener('pointercancel', end);
  over.addEventListener('dblclick', () => window.reset());
  over.addEventListener('pointerleave', () => window.setHover(null));
}
