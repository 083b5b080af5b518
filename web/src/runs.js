// Which runs are shown: one list for the replay and for all plots.
import { element } from './dom.js';
import { runColour } from './palette.js';

export class Runs {
  #listeners = [];

  constructor(runs) {
    this.all = runs;
    this.visible = runs.map(() => true);
  }

  listen(listener) {
    this.#listeners.push(listener);
  }

  toggle(i) {
    this.visible[i] = !this.visible[i];
    for (const listener of this.#listeners) listener(this);
  }

  /** A button for each run, with its colour; nothing for a single run. */
  buttons(theme) {
    if (this.all.length < 2) return null;
    const buttons = this.all.map((run, i) =>
      element(
        'button',
        { type: 'button', class: 'chip run', 'aria-pressed': 'true', title: `Show or hide ${run.name}`, on: { click: () => this.toggle(i) } },
        element('span', { class: 'swatch', data: { dash: i % 4 } }),
        run.name,
      ),
    );
    const paint = () => {
      buttons.forEach((button, i) => {
        button.setAttribute('aria-pressed', this.visible[i]);
        button.firstChild.style.setProperty('--colour', runColour(i, theme.name));
      });
    };
    this.listen(paint);
    theme.listen(paint);
    paint();
    return element('div', { class: 'runs', role: 'group', 'aria-label': 'Runs' }, buttons);
  }
}
