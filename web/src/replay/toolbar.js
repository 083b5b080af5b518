// The buttons of the 3-D view: camera, layers, colour of the links, and what is saved as a picture or a video.
import { ICONS, element, iconButton } from '../dom.js';
import { followControl } from './follow_control.js';
import { saveMenu } from './capture.js';

const LOOKS = [
  ['top', 'Top', 'View from above (1)'],
  ['side', 'Side', 'View from the side, along y (2)'],
  ['front', 'Front', 'View from the front, along x (3)'],
  ['head', 'Head', 'View from the head, forwards (4)'],
];

/** @returns {{node, followControl, layerButtons, menus}} */
export function toolbar(view) {
  const looks = LOOKS.filter(([name]) => name !== 'head' || view.heads.some(Boolean)).map(([name, word, title]) =>
    element('button', { type: 'button', class: 'quiet word', id: `look-${name}`, title, on: { click: () => view.look(name) } }, word),
  );
  const control = followControl(view.runs, view.followed, (followed) => view.setFollowed(followed));
  const colours = element(
    'select',
    { id: 'colour-by', 'aria-label': 'Colour of the links', title: 'Quantity that colours the links', on: { change: () => view.colourBy(colours.value) } },
    element('option', { value: '' }, 'plain'),
    view.measures.map(({ name, word }) => element('option', { value: name }, word)),
  );
  const layers = layerMenu(view);
  const save = saveMenu(view);
  closeOutside([layers.node, save]);
  const node = element(
    'div',
    { class: 'view-buttons', role: 'group', 'aria-label': 'Camera, layers and pictures' },
    ...looks,
    iconButton('Reset the view (r)', ICONS.reset, () => view.look('reset'), { class: 'quiet', id: 'look-reset' }),
    control.node,
    view.hasWorlds ? worldChoice(view) : '',
    layers.node,
    colours,
    save,
  );
  return { node, followControl: control, layerButtons: layers.buttons, trailChoice: layers.trail };
}

/** Whose ground and surfaces are drawn, of runs that differ in them. */
function worldChoice(view) {
  const choice = element(
    'select',
    { id: 'world', title: 'Run whose ground, walls and water are drawn', 'aria-label': 'World of', on: { change: () => view.setWorld(Number(choice.value)) } },
    view.runs.map(({ name }, i) => element('option', { value: String(i) }, `world of ${name}`)),
  );
  return choice;
}

/** A menu of what is shown besides the body. */
function layerMenu(view) {
  const buttons = Object.fromEntries(view.layers.map(({ name, word, title }) => [
    name,
    element(
      'button',
      { type: 'button', class: 'layer', id: `show-${name}`, title, 'aria-pressed': String(view.shown[name]), on: { click: () => view.setLayer(name, !view.shown[name]) } },
      element('span', { class: 'mark' }),
      word,
    ),
  ]));
  const trail = element(
    'select',
    { id: 'trail-of', 'aria-label': 'Trail of', title: 'Point that leaves a trail', on: { change: () => view.trailOf(trail.value) } },
    view.trails.map(({ value, word }) => element('option', { value }, word)),
  );
  const node = element(
    'details',
    { class: 'menu', id: 'layers' },
    element('summary', { class: 'quiet word', title: 'Layers shown in addition to the body' }, 'Layers'),
    element('div', { class: 'menu-list' }, ...Object.values(buttons), element('label', { class: 'menu-row' }, 'Trail of', trail)),
  );
  return { node, buttons, trail };
}

/** A press elsewhere or the escape key closes an open menu. */
function closeOutside(menus) {
  const close = (except) => menus.forEach((menu) => menu !== except && menu.removeAttribute('open'));
  document.addEventListener('pointerdown', (event) => close(menus.find((menu) => menu.contains(event.target))));
  document.addEventListener('keydown', (event) => event.key === 'Escape' && close());
}

