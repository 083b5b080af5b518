// Elements without a template language. Text only ever becomes a text node, so no name can become markup.

/** An element; `on` holds listeners, `data` data attributes, the rest are attributes (false and null leave one out). */
export function element(tag, { on = {}, data = {}, ...attributes } = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false && value !== null && value !== undefined) made.setAttribute(name, value === true ? '' : value);
  }
  Object.assign(made.dataset, data);
  for (const [event, listener] of Object.entries(on)) made.addEventListener(event, listener);
  made.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== ''));
  return made;
}

/** A button with an icon of its own: `paths` are the strokes of a 24 x 24 drawing. */
export function iconButton(label, paths, listener, attributes = {}) {
  const button = element('button', { type: 'button', title: label, 'aria-label': label, on: { click: listener }, ...attributes });
  button.append(icon(paths));
  return button;
}

export function icon(paths) {
  const space = 'http://www.w3.org/2000/svg';
  const drawing = document.createElementNS(space, 'svg');
  for (const [name, value] of Object.entries({ viewBox: '0 0 24 24', class: 'icon', 'aria-hidden': 'true' })) {
    drawing.setAttribute(name, value);
  }
  for (const path of [paths].flat()) {
    const stroke = document.createElementNS(space, 'path');
    stroke.setAttribute('d', path);
    drawing.append(stroke);
  }
  return drawing;
}

export const SLIP = 8; // way of a finger before it means a direction [px]

/**
 * Listen to a slider. A finger that begins to scroll the page on it changes nothing: a browser moves the slider where it is
 * touched, before it knows the direction.
 * @param moved Called for each value while the slider is moved.
 * @param released Called when it is released with another value.
 */
export function slidByTouch(slider, moved, released) {
  let touch = null; // {x, value at first, state: 'waiting', 'moving' or 'scrolling'}
  slider.addEventListener('pointerdown', (event) => {
    touch = event.pointerType === 'touch' ? { x: event.clientX, value: slider.value, state: 'waiting' } : null;
  });
  slider.addEventListener('pointermove', (event) => {
    if (touch?.state === 'waiting' && Math.abs(event.clientX - touch.x) >= SLIP) touch.state = 'moving';
  });
  slider.addEventListener('pointerup', () => {
    if (touch?.state === 'waiting' && slider.value !== touch.value) moved(); // a tap
    touch = null;
  });
  slider.addEventListener('pointercancel', () => {
    if (!touch) return;
    const told = touch.state === 'moving';
    slider.value = touch.value;
    touch.state = 'scrolling';
    if (told) moved();
  });
  for (const end of ['touchend', 'touchcancel']) slider.addEventListener(end, () => setTimeout(() => { touch = null; })); // after the change that the touch made
  slider.addEventListener('input', () => {
    if (!touch || touch.state === 'moving') moved();
    else if (touch.state === 'scrolling') slider.value = touch.value;
  });
  slider.addEventListener('change', () => {
    if (touch?.state === 'scrolling') slider.value = touch.value;
    else released();
  });
}

export const ICONS = {
  play: 'M7 4.5v15l12-7.5z',
  pause: ['M8 5v14', 'M16 5v14'],
  loop: ['M17 2l4 4-4 4', 'M3 11V9a3 3 0 0 1 3-3h15', 'M7 22l-4-4 4-4', 'M21 13v2a3 3 0 0 1-3 3H3'],
  follow: ['M12 2v4', 'M12 18v4', 'M2 12h4', 'M18 12h4', 'M12 8a4 4 0 1 0 0 8a4 4 0 1 0 0-8'],
  reset: ['M3 12a9 9 0 1 0 3-6.7', 'M3 3v5h5'],
  theme: ['M12 3a9 9 0 1 0 9 9a7 7 0 0 1-9-9'],
  full: ['M4 9V4h5', 'M20 9V4h-5', 'M4 15v5h5', 'M20 15v5h-5'],
  back: ['M18 6l-8 6l8 6', 'M6 6v12'],
  forward: ['M6 6l8 6l-8 6', 'M18 6v12'],
  undo: ['M8 5L4 9l4 4', 'M4 9h10a5.5 5.5 0 0 1 0 11h-4'],
};
