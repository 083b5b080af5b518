// The legend of a plot: a chip for each curve, which shows its value and hides or shows it.
import { element } from '../dom.js';
import { shown, shownUnit } from '../format.js';

export class Legend {
  #chips = [];

  /**
   * @param entries {name, colour, dash} of each chip.
   * @param act {toggle(i), only(i), all(), few(), focus(i or null)}.
   */
  constructor(entries, unit, act) {
    this.visible = entries.map(() => true);
    this.#chips = entries.map(({ name, colour, dash }, i) => {
      const value = element('span', { class: 'value' });
      const swatch = element('span', { class: 'swatch', data: { dash: dash ?? 0 } });
      swatch.style.setProperty('--colour', colour);
      const chip = element(
        'button',
        {
          type: 'button',
          class: 'chip',
          'aria-pressed': 'true',
          title: `${name}: click to hide or show, double click to show only this one`,
          on: {
            click: () => act.toggle(i),
            dblclick: () => act.only(i),
            pointerenter: () => act.focus(i),
            pointerleave: () => act.focus(null),
          },
        },
        swatch,
        element('span', { class: 'name' }, name),
        value,
      );
      return { chip, swatch, value };
    });
    const many = entries.length > 12;
    const button = (word, title, listener) => element('button', { type: 'button', class: 'chip plain', title, on: { click: listener } }, word);
    this.node = element(
      'div',
      { class: many ? 'legend many' : 'legend', role: 'group', 'aria-label': `Curves${unit ? ` [${shownUnit(unit)}]` : ''}` },
      this.#chips.map(({ chip }) => chip),
      many ? [button('all', 'Show all curves', act.all), button('a few', 'Show a few evenly selected curves', act.few)] : null,
    );
  }

  setVisible(visible) {
    this.visible = visible;
    this.#chips.forEach(({ chip }, i) => chip.setAttribute('aria-pressed', visible[i]));
  }

  setColours(colours) {
    this.#chips.forEach(({ swatch }, i) => swatch.style.setProperty('--colour', colours[i]));
  }

  /** Values of each chip: a list, one number for each run. */
  setValues(values) {
    this.#chips.forEach(({ value }, i) => {
      value.textContent = values[i].map((one) => shown(one, 3)).join(' | ');
    });
  }

  /** Mark the chip of the curve under the pointer. */
  mark(i) {
    this.#chips.forEach(({ chip }, k) => chip.classList.toggle('marked', k === i));
  }
}
