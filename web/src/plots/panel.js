// All plots of the page in tabs by topic, with a search, their common window of time, and the menu of further variables.
import { ICONS, element, iconButton } from '../dom.js';
import { Chart } from './chart.js';
import { mergedCharts } from './chart_data.js';
import { ContactMap } from './map.js';
import { found, topicOf, topicsOf } from './topics.js';
import { TimeWindow } from './window.js';

const MOST_FOUND = 8; // of further variables that a search draws at once

export class Panel {
  #more = null;
  #searched = [];
  #topic;

  constructor({ runs, chosen, player, theme }) {
    const window = new TimeWindow(player.start, player.end);
    this.shared = { runs, chosen, player, window, theme };
    this.charts = this.#cards(runs);
    this.extra = mergedCharts(runs, 'more');
    this.topics = topicsOf(this.charts.map(({ chart }) => chart));
    this.results = element('div', { class: 'found', hidden: true });
    this.menu = this.#menu();
    this.tabs = this.#tabs();
    this.node = element('div', { class: 'plots' }, this.#bar(), this.tabs.node, this.charts.map(({ card }) => card.node), this.results, this.menu);
    this.open(this.topics[0]?.name ?? 'all');
    player.listen((_, what) => this.#each((card) => card.follow(what === 'state')));
    chosen.listen(() => this.#each((card) => card.redraw()));
    theme.listen(() => this.#each((card) => card.redraw()));
    window.listen((what) => {
      if (what === 'range') this.#each((card) => card.redraw());
      if (what === 'hover') this.#each((card) => card.follow(true));
    });
  }

  /** Show the plots of a topic, or "all". */
  open(topic) {
    this.#topic = topic;
    this.search.value = '';
    this.tabs.show(topic);
    this.#show(({ chart }) => topic === 'all' || topicOf(chart) === topic, topic === 'all' || topic === 'more');
    this.#showFound([]);
  }

  #show(keep, menu) {
    for (const entry of this.charts) entry.card.node.hidden = !keep(entry);
    if (this.menu) this.menu.hidden = !menu;
    this.#each((card) => card.redraw());
  }

  /** Show the plots that a search finds, of all topics and of the further variables. */
  #find(query) {
    if (!query.trim()) return this.open(this.#topic);
    this.tabs.show(null);
    const kept = new Set(found(this.charts.map(({ chart }) => chart), query));
    this.#show(({ chart }) => kept.has(chart), false);
    this.#showFound(found(this.extra, query), kept.size);
  }

  #showFound(charts, others = 0) {
    for (const card of this.#searched) card.destroy();
    this.#searched = charts.slice(0, MOST_FOUND).map((chart) => new Chart(chart, this.shared));
    const rest = charts.length - this.#searched.length;
    const words = rest > 0 ? `${rest} more variables match: refine the search.` : !charts.length && !others && this.search.value ? 'No plot matches this search.' : '';
    this.results.hidden = !charts.length && !words;
    this.results.replaceChildren(...this.#searched.map((card) => card.node), words ? element('p', { class: 'muted note' }, words) : '');
  }

  /** Cards of the main charts; the contact map stands before the curves of what it shows in sum. */
  #cards(runs) {
    const maps = runs.filter(({ replay }) => replay.touching).map((run) => ({ chart: { name: 'contact_map', title: 'Normal force at each contact point', unit: 'N' }, card: new ContactMap(run, this.shared) }));
    return mergedCharts(runs, 'main').flatMap((chart) => [...(chart.name === 'contact_load' ? maps : []), { chart, card: new Chart(chart, this.shared) }]);
  }

  #each(act) {
    const shown = this.charts.filter(({ card }) => !card.node.hidden).map(({ card }) => card);
    for (const card of [...shown, ...this.#searched, ...(this.#more && !this.menu.hidden ? [this.#more] : [])]) act(card);
  }

  #tabs() {
    const all = [...this.topics, ...(this.menu ? [{ name: 'more', word: 'More' }] : []), { name: 'all', word: 'All' }];
    const buttons = all.map(({ name, word }) =>
      element('button', { type: 'button', class: 'plot-tab', role: 'tab', id: `plots-${name}`, 'aria-selected': 'false', on: { click: () => this.open(name) } }, word),
    );
    this.search = element('input', { type: 'search', id: 'find-plot', placeholder: 'Find a plot', 'aria-label': 'Find a plot', on: { input: () => this.#find(this.search.value) } });
    const show = (topic) => buttons.forEach((button, i) => button.setAttribute('aria-selected', String(all[i].name === topic)));
    return { node: element('div', { class: 'plot-tabs' }, element('div', { class: 'tab-list', role: 'tablist', 'aria-label': 'Topics of the plots' }, buttons)), show };
  }

  #bar() {
    const { window } = this.shared;
    const mode = (zooming, word, title) =>
      element('button', { type: 'button', class: 'quiet word', 'aria-pressed': String(!zooming), title, on: { click: () => window.setZooming(zooming) } }, word);
    const scrub = mode(false, 'Scrub', 'Dragging in a plot moves the replay');
    const zoom = mode(true, 'Zoom', 'Dragging in a plot selects a time interval (or hold the shift key)');
    zoom.id = 'zoom-mode';
    const reset = iconButton('Show the full time range (or double-click a plot)', ICONS.reset, () => window.reset(), { class: 'quiet', id: 'zoom-reset', hidden: true });
    window.listen(() => {
      scrub.setAttribute('aria-pressed', !window.zooming);
      zoom.setAttribute('aria-pressed', window.zooming);
      reset.hidden = window.whole;
    });
    return element(
      'div',
      { class: 'plots-bar' },
      element('h2', {}, 'Time series'),
      this.search,
      element('div', { class: 'modes', role: 'group', 'aria-label': 'Effect of dragging in a plot' }, element('span', { class: 'muted' }, 'Drag:'), scrub, zoom, reset),
    );
  }

  /** A list of all other variables, and the plot of the chosen one. */
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
