// The choice of what the camera follows: a button for one run, a list for several.
import { ICONS, element, iconButton } from '../dom.js';

const STILL = 'still';

/**
 * @param followed "all", the number of a run, or null for a camera that stands still.
 * @param choose Called with one of these.
 * @returns {{node, show}} the control, and what sets it.
 */
export function followControl(runs, followed, choose) {
  return runs.length > 1 ? list(runs, followed, choose) : button(followed, choose);
}

function button(followed, choose) {
  const node = iconButton('Follow the centre of mass (f)', ICONS.follow, () => choose(node.getAttribute('aria-pressed') === 'true' ? null : 0), {
    class: 'quiet',
    id: 'follow',
    'aria-pressed': String(followed !== null),
  });
  return { node, show: (now) => node.setAttribute('aria-pressed', now !== null) };
}

function list(runs, followed, choose) {
  const values = { all: 'all', [STILL]: null };
  const change = () => choose(node.value in values ? values[node.value] : Number(node.value));
  const node = element(
    'select',
    { id: 'follow', title: 'Target of the camera (f)', 'aria-label': 'Target of the camera', on: { change } },
    element('option', { value: 'all' }, 'fit all'),
    runs.map(({ name }, i) => element('option', { value: String(i) }, `follow ${name}`)),
    element('option', { value: STILL }, 'fixed'),
  );
  const show = (now) => {
    node.value = now === null ? STILL : String(now);
  };
  show(followed);
  return { node, show };
}
