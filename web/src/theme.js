// Light or dark: as the system says, until the button says otherwise. Nothing is stored.
import { ICONS, iconButton } from './dom.js';

export class Theme {
  #listeners = [];
  #chosen = null;
  #system = matchMedia('(prefers-color-scheme: dark)');

  constructor() {
    this.#system.addEventListener('change', () => this.#apply());
    this.#apply();
  }

  /** "light" or "dark". */
  get name() {
    return this.#chosen ?? (this.#system.matches ? 'dark' : 'light');
  }

  /** The value of a colour of the style sheet, such as "--ink". */
  colour(name) {
    return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  }

  listen(listener) {
    this.#listeners.push(listener);
  }

  button() {
    return iconButton('Light or dark theme', ICONS.theme, () => {
      this.#chosen = this.name === 'dark' ? 'light' : 'dark';
      this.#apply();
    }, { class: 'quiet', id: 'theme' });
  }

  #apply() {
    document.documentElement.dataset.theme = this.name;
    for (const listener of this.#listeners) listener(this);
  }
}
