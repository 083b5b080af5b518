// The report page: unpacks the data and puts replay, plots and tables together around one clock.
import { cameraImages } from './camera_images.js';
import { element } from './dom.js';
import { header } from './header.js';
import { listenToKeys } from './keys.js';
import { openStudio } from './live/studio.js';
import { readPayload } from './payload.js';
import { Player } from './player.js';
import { Panel } from './plots/panel.js';
import { View } from './replay/view.js';
import { canDraw } from './replay/stage.js';
import { Runs } from './runs.js';
import { comparisonTable } from './tables/comparison.js';
import { metricsTable } from './tables/metrics.js';
import { origins } from './tables/origin.js';
import { Theme } from './theme.js';
import { transport } from './transport.js';

async function open() {
  const page = document.getElementById('page');
  const theme = new Theme();
  if (page.dataset.live) return openStudio(page, theme);
  try {
    const source = document.getElementById('payload');
    const payload = await readPayload(source.textContent);
    source.remove(); // the text is no longer needed, and it is large
    build(page, payload, theme);
    document.documentElement.dataset.ready = 'yes';
  } catch (problem) {
    page.replaceChildren(element('p', { class: 'banner', role: 'alert' }, `This report cannot be shown: ${problem.message}`));
    throw problem;
  }
}

function build(page, payload, theme) {
  const { runs } = payload;
  const chosen = new Runs(runs);
  const player = new Player(Math.min(...runs.map((run) => run.end[0])), Math.max(...runs.map((run) => run.end[1])), frames(runs));
  if (Number.isFinite(runs[0].opening)) player.seek(runs[0].opening);
  const holder = element('div', { class: 'view', id: 'view' });
  const panel = new Panel({ runs, chosen, player, theme });
  page.replaceChildren(
    header(payload, theme),
    element(
      'main',
      {},
      element('div', { class: 'stage' }, element('div', { class: 'stage-inner card' }, chosen.buttons(theme) ?? '', holder, cameraImages(runs, player) ?? '', transport(player))),
      panel.node,
      element('div', { class: 'tables' }, ...[metricsTable(payload.metrics, runs), comparisonTable(runs), ...origins(runs)].filter(Boolean)),
    ),
    footer(),
  );
  // After the page stands, so that the view knows its size.
  listenToKeys(player, show3d(holder, payload, chosen, player, theme));
  if (location.hash === '#embedded') embed(player);
}

/** In a frame of another page: the replay alone, which starts by itself unless the reader prefers less motion. */
function embed(player) {
  document.documentElement.dataset.embedded = 'yes';
  player.setLoop(true);
  if (!matchMedia('(prefers-reduced-motion: reduce)').matches) player.play();
}

/** The 3-D view, or words in its place: the rest of the page works without it. */
function show3d(holder, payload, chosen, player, theme) {
  const give = (...words) => holder.replaceChildren(element('p', { class: 'no-view', id: 'no-view' }, ...words));
  if (payload.runs.every(({ replay }) => !replay.times.nRows || !replay.links.length)) {
    give('The recording contains no finite positions, so there is no replay.');
    return null;
  }
  if (!canDraw()) {
    give('WebGL 2 is disabled or missing in this browser, so there is no 3-D replay. Plots, tables and the time bar below are available.');
    return null;
  }
  try {
    return new View(holder, payload, chosen, player, theme);
  } catch (problem) {
    give(`The 3-D view could not start (${problem.message}). Plots, tables and the time bar below are available.`);
    return null;
  }
}

/** Times of the frames of all runs, in order, each once. */
function frames(runs) {
  const times = new Float64Array(runs.flatMap(({ replay }) => [...replay.times.curve(0)])).sort();
  return times.filter((time, i) => i === 0 || time - times[i - 1] > 1e-9);
}

function footer() {
  const key = (name) => element('kbd', {}, name);
  return element(
    'footer',
    {},
    element('p', { class: 'keys' }, key('space'), ' play  ', key('\u2190'), key('\u2192'), ' frame  ', key('['), key(']'), ' speed  ', key('l'), ' loop  ', key('f'), ' follow  ', key('c'), ' contact  ', key('r'), ' reset  ', key('1'), key('2'), key('3'), ' top, side, front'),
    element('p', {}, 'Made by snakelab. Built with three.js and uPlot, both under the MIT licence: \u00a9 2010\u20132026 three.js authors, \u00a9 2022 Leon Sorokin.'),
  );
}

open();
