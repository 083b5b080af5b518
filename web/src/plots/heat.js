// Many values over the last seconds as a heat map: a row for each, from the first at the bottom to the last at the top.
import { SLIP, element } from '../dom.js';
import { shown } from '../format.js';
import { viridis } from '../palette.js';

const MARGIN = { left: 62, right: 10, top: 4, bottom: 22 };
const LABEL = 13; // least height of the name of a row [px]
const COLD = [33, 102, 172], ZERO = [247, 247, 247], HOT = [178, 60, 12]; // of values of both signs

export class Heat {
  constructor(theme, labels, unit) {
    Object.assign(this, { theme, labels, unit });
    this.canvas = element('canvas', { class: 'heat' });
    this.read = element('span', { class: 'strip-value' });
    this.low = element('span');
    this.high = element('span');
    this.bar = element('span', { class: 'heat-bar' });
    this.legend = element('span', { class: 'heat-legend' }, this.low, this.bar, this.high);
    this.line = element('div', { class: 'now-line', hidden: true });
    this.raster = document.createElement('canvas');
    this.canvas.addEventListener('pointermove', (event) => { this.over = { x: event.offsetX, y: event.offsetY }; this.#point(); });
    this.canvas.addEventListener('pointerleave', () => { this.over = null; this.#point(); });
  }

  /** @param times of the columns, @param rows values of each row, @param span first and last time of the picture */
  show(times, rows, [from, to]) {
    const holder = this.canvas.parentElement;
    const width = holder?.clientWidth ?? 0;
    const height = Math.max(132, holder?.clientHeight ?? 0);
    if (!width) return;
    const ratio = Math.min(devicePixelRatio, 2);
    if (this.canvas.width !== Math.round(width * ratio) || this.canvas.height !== Math.round(height * ratio)) {
      this.canvas.width = Math.round(width * ratio);
      this.canvas.height = Math.round(height * ratio);
      this.canvas.style.width = `${width}px`;
      this.canvas.style.height = `${height}px`;
    }
    const box = { left: MARGIN.left, right: width - MARGIN.right, top: MARGIN.top, bottom: height - MARGIN.bottom };
    Object.assign(this, { times, rows, box, from, to });
    this.#scale();
    this.#fill(Math.max(1, Math.round(box.right - box.left)));
    const pen = this.canvas.getContext('2d');
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.clearRect(0, 0, width, height);
    pen.imageSmoothingEnabled = false;
    pen.drawImage(this.raster, box.left, box.top, box.right - box.left, box.bottom - box.top);
    this.#label(pen);
    this.#point();
  }

  /** Draw a line at a time; null for none. */
  mark(time) {
    this.line.hidden = time === null || !this.box;
    if (!this.line.hidden) this.line.style.transform = `translateX(${this.#placeOf(time)}px)`;
  }

  /** Let presses and drags on the map move a player. */
  seekBy(player) {
    const seek = (event) => this.box && player.seek(Math.min(Math.max(this.#timeAt(event.offsetX), this.from), this.to));
    let touched = null; // where a finger began that may still scroll the page [px]
    this.canvas.addEventListener('pointerdown', (event) => {
      this.canvas.setPointerCapture(event.pointerId);
      touched = event.pointerType === 'touch' ? event.offsetX : null;
      if (touched === null) seek(event);
    });
    this.canvas.addEventListener('pointermove', (event) => {
      if (touched !== null && Math.abs(event.offsetX - touched) >= SLIP) touched = null;
      if (touched === null && this.canvas.hasPointerCapture(event.pointerId)) seek(event);
    });
    this.canvas.addEventListener('pointerup', (event) => touched !== null && seek(event)); // a tap
  }

  #placeOf(time) {
    return this.box.left + ((time - this.from) / (this.to - this.from)) * (this.box.right - this.box.left);
  }

  #timeAt(x) {
    return this.from + ((x - this.box.left) / (this.box.right - this.box.left)) * (this.to - this.from);
  }

  /** Limits of the colours: symmetric about zero for values of both signs. */
  #scale() {
    let [low, high] = [Infinity, -Infinity];
    for (const row of this.rows) for (const value of row) if (Number.isFinite(value)) [low, high] = [Math.min(low, value), Math.max(high, value)];
    if (!(low <= high)) [low, high] = [0, 1];
    this.signed = low < 0 && high > 0;
    if (this.signed) [low, high] = [-Math.max(-low, high), Math.max(-low, high)];
    Object.assign(this, { lowest: low, highest: high > low ? high : low + 1 });
    this.low.textContent = shown(this.lowest, 2);
    this.high.textContent = `${shown(this.highest, 2)} ${this.unit}`.trim();
    const stops = Array.from({ length: 9 }, (_, i) => `rgb(${this.#colour(this.lowest + (i / 8) * (this.highest - this.lowest)).map(Math.round).join(' ')})`);
    this.bar.style.background = `linear-gradient(to right, ${stops.join(', ')})`;
  }

  #colour(value) {
    const share = (value - this.lowest) / (this.highest - this.lowest);
    if (!this.signed) return viridis(share);
    const end = share < 0.5 ? COLD : HOT;
    return ZERO.map((channel, k) => channel + Math.abs(2 * share - 1) * (end[k] - channel));
  }

  #fill(width) {
    const n = this.rows.length;
    this.raster.width = width;
    this.raster.height = n;
    const image = new ImageData(width, n);
    const span = this.to - this.from;
    let at = 0;
    for (let x = 0; x < width; x++) {
      const time = this.from + ((x + 0.5) / width) * span;
      if (!this.times.length || time < this.times[0] || time > this.times.at(-1)) continue;
      while (at + 1 < this.times.length && this.times[at + 1] <= time) at++;
      for (let row = 0; row < n; row++) {
        const value = this.rows[row][at];
        if (Number.isFinite(value)) image.data.set([...this.#colour(value), 255], 4 * ((n - 1 - row) * width + x));
      }
    }
    this.raster.getContext('2d').putImageData(image, 0, 0);
  }

  #label(pen) {
    const { left, right, top, bottom } = this.box;
    const n = this.labels.length;
    const each = (bottom - top) / n;
    pen.font = '11px system-ui, sans-serif';
    pen.fillStyle = this.theme.colour('--muted');
    pen.textAlign = 'right';
    pen.textBaseline = 'middle';
    const every = Math.max(1, Math.ceil(LABEL / each));
    for (let row = 0; row < n; row += every) pen.fillText(this.labels[row].slice(0, 9), left - 5, bottom - (row + 0.5) * each);
    pen.textBaseline = 'alphabetic';
    pen.textAlign = 'center';
    for (const time of [this.from, (this.from + this.to) / 2, this.to]) {
      const x = left + ((time - this.from) / (this.to - this.from)) * (right - left);
      pen.fillText(time === this.to ? `${shown(time, 3)} s` : shown(time, 3), Math.min(Math.max(x, left + 8), right - 14), bottom + 15);
    }
  }

  /** Value under the pointer. */
  #point() {
    const { over, box } = this;
    if (!over || !box || !this.times.length || over.x < box.left || over.x > box.right || over.y > box.bottom) {
      this.read.textContent = '';
      return;
    }
    const time = this.#timeAt(over.x);
    const row = Math.min(this.labels.length - 1, Math.max(0, Math.floor(((box.bottom - over.y) / (box.bottom - box.top)) * this.labels.length)));
    let at = 0;
    while (at + 1 < this.times.length && this.times[at + 1] <= time) at++;
    this.read.textContent = `${this.labels[row]} ${shown(this.rows[row][at], 3)} at ${shown(this.times[at], 3)} s`;
  }
}
