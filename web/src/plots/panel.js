// All plots of the page, their common window of time, and the menu of further variables.
import { ICONS, element, iconButton } from '../dom.js';
import { Chart } from './chart.js';
import { mergedCharts } from './chart_data.js';
import { ContactMap } from './map.js';
import { TimeWindow } from './window.js';

export class Panel {
  #more = null;

  constructor({ runs, chosen, player, theme }) {
    const window = new TimeWindow(player.start, player.end);
    this.shared = { runs, chosen, player, window, theme };
    const maps = runs.filter(({ replay }) => replay.touching).map((run) => new ContactMap(run, this.shared));
    // The map stands before the curves of what it shows in sum.
    this.charts = mergedCharts(runs, 'main').flatMap((chart) => [...(chart.name === 'contact_load' ? maps : []), new Chart(chart, this.shared)]);
    this.extra = mergedCharts(runs, 'more');
    this.node = element('div', { class: 'plots' }, this.#bar(), this.charts.map((chart) => chart.node), this.#menu());
    player.listen((_, what) => this.#each((chart) => chart.follow(what === 'state')));
    chosen.listen(() => this.#each((chart) => chart.redraw()));
    theme.listen(() => this.#each((chart) => chart.redraw()));
    window.listen((what) => {
      if (what === 'range') this.#each((chart) => chart.redraw());
      if (what === 'hover') this.#each((chart) => chart.follow(true));
    });
  }

  #each(act) {
    for (const chart of this.charts) act(chart);
    if (this.#more) act(this.#more);
  }

  #bar() {
    const { window } = this.shared;
    const mode = (zooming, word, title) =>
      element('button', { type: 'button', class: 'quiet word', 'aria-pressed': String(!zooming), title, on: { click: () => window.setZooming(zooming) } }, word);
    const scrub = mode(false, 'Scrub', 'Dragging in a plot moves the replay');
    const zoom = mode(true, 'Zoom', 'Dragging in a plot selects a time interval (or hold the shift key)');
    zoom.id = 'zoom-mode';
    const reset = iconButton('Show the whole time (double click in a plot)', ICONS.reset, () => window.reset(), { class: 'quiet', id: 'zoom-reset', hidden: true });
    window.listen(() => {
      scrub.setAttribute('aria-pressed', !window.zooming);
      zoom.setAttribute('aria-pressed', window.zooming);
      reset.hidden = window.whole;
    });
    return element(
      'div',
      { class: 'plots-bar' },
      element('h2', {}, 'Over time'),
      element('div', { class: 'modes', role: 'group', 'aria-label': 'Effect of dragging in a plot' }, element('span', { class: 'muted' }, 'Drag:'), scrub, zoom, reset),
    );
  }

  /** The last card: a list of all other variables, and the plot of the chosen one. */
  #menu() {
    if (!this.extra.length) return null;
    const holder = element('div', {});
    const choice = element(
      'select',
      { id: 'more', 'aria-label': 'More variables', on: { change: () => show(this.extra[Number(choice.value)]) } },
      this.extra.map((chart, i) => element('option', { value: i }, chart.title)),
    );
    const show = (chart) => {
      this.#more?.destroy();
      this.#more = new Chart(chart, this.shared);
      holder.replaceChildren(this.#more.node);
    };
    const first = Math.max(0, this.extra.findIndex((chart) => chart.parts.some(({ values }) => values.data.some((value) => value !== 0))));
    choice.value = first;
    show(this.extra[first]);
    return element('div', { class: 'more' }, element('label', { class: 'more-choice' }, element('span', {}, 'More variables'), choice), holder);
  }
}
