// The keyboard, for the whole page.
import { SPEEDS } from './player.js';

/** @param view The 3-D view, or null where there is none. */
export function listenToKeys(player, view) {
  releaseFocus();
  const actions = {
    ' ': () => player.toggle(),
    ArrowLeft: () => player.step(-1),
    ArrowRight: () => player.step(1),
    Home: () => player.seek(player.start),
    End: () => player.seek(player.end),
    '[': () => player.setSpeed(neighbour(player.speed, -1)),
    ']': () => player.setSpeed(neighbour(player.speed, 1)),
    l: () => player.setLoop(!player.loop),
    f: () => view?.setFollow(!view.follow),
    c: () => view?.setContact(!view.contact),
    r: () => view?.look('reset'),
    1: () => view?.look('top'),
    2: () => view?.look('side'),
    3: () => view?.look('front'),
    4: () => view?.look('head'),
    a: () => view?.turn(-0.1, 0),
    d: () => view?.turn(0.1, 0),
    w: () => view?.turn(0, -0.1),
    s: () => view?.turn(0, 0.1),
    '+': () => view?.zoom(0.9),
    '-': () => view?.zoom(1 / 0.9),
  };
  document.addEventListener('keydown', (event) => {
    const on = event.target;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    // A list opens with the arrows, and a button is pressed with the space bar.
    if (on.closest('select, textarea, input[type=search]')) return;
    if (event.key === ' ' && on.closest('button, summary, a')) return;
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
}

/** After a click, a choice in a list, or Enter in a field, the keys belong to the page again; what the keyboard has reached keeps the focus. */
export function releaseFocus() {
  document.addEventListener('click', ({ target, detail }) => {
    const on = target.closest?.('button, summary, input[type=range], input[type=checkbox]');
    if (detail > 0 && on) on.blur();
  });
  document.addEventListener('keyup', ({ key, target }) => key === 'Enter' && target.matches?.('input') && target.blur());
  document.addEventListener('change', ({ target }) => target.matches?.('select, input[type=range], input[type=checkbox]') && target.blur());
}

function neighbour(speed, direction) {
  const i = SPEEDS.indexOf(speed) + direction;
  return SPEEDS[Math.min(Math.max(i, 0), SPEEDS.length - 1)];
}
