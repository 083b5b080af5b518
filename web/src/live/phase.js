// One variable against another over the last seconds: a line that fades into the past, and a dot for the present.
import { element } from '../dom.js';
import { shown } from '../format.js';

const MARGIN = { left: 46, right: 10, top: 8, bottom: 22 };
const PIECES = 24; // of the line, each fainter than the next

export class Phase {
  /** @param names of the variables along both axes, with their unit */
  constructor(theme, height, names = [], unit = '') {
    Object.assign(this, { theme, height, names, unit });
    this.canvas = element('canvas', { class: 'phase' });
  }

  show(xs, ys) {
    const { canvas, height } = this;
    const width = canvas.parentElement?.clientWidth ?? 0;
    if (!width) return;
    const ratio = Math.min(devicePixelRatio, 2);
    if (canvas.width !== Math.round(width * ratio)) {
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
      canvas.style.width = `${width}px`;
      canvas.style.height = `${height}px`;
    }
    const pen = canvas.getContext('2d');
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.clearRect(0, 0, width, height);
    const [x0, x1] = range(xs);
    const [y0, y1] = range(ys);
    const [left, right, top, bottom] = [MARGIN.left, width - MARGIN.right, MARGIN.top, height - MARGIN.bottom];
    const px = (x) => left + ((x - x0) / (x1 - x0)) * (right - left);
    const py = (y) => bottom - ((y - y0) / (y1 - y0)) * (bottom - top);
    this.#grid(pen, { x0, x1, y0, y1, left, right, top, bottom, px, py });
    if (xs.length < 2) return;
    pen.strokeStyle = pen.fillStyle = this.theme.colour('--accent');
    pen.lineWidth = 1.6;
    for (let k = 0; k < PIECES; k++) {
      const [from, to] = [Math.floor((k * (xs.length - 1)) / PIECES), Math.ceil(((k + 1) * (xs.length - 1)) / PIECES)];
      pen.globalAlpha = 0.15 + (0.85 * (k + 1)) / PIECES;
      pen.beginPath();
      for (let i = from; i <= to; i++) pen.lineTo(px(xs[i]), py(ys[i]));
      pen.stroke();
    }
    pen.globalAlpha = 1;
    pen.beginPath();
    pen.arc(px(xs.at(-1)), py(ys.at(-1)), 4, 0, 2 * Math.PI);
    pen.fill();
  }

  #grid(pen, { x0, x1, y0, y1, left, right, top, bottom, px, py }) {
    pen.font = '11px system-ui, sans-serif';
    pen.strokeStyle = this.theme.colour('--line');
    pen.fillStyle = this.theme.colour('--muted');
    pen.lineWidth = 1;
    pen.textAlign = 'center';
    for (const x of ticks(x0, x1, 5)) {
      line(pen, px(x), top, px(x), bottom);
      pen.fillText(shown(x, 3), px(x), bottom + 15);
    }
    pen.textAlign = 'right';
    for (const y of ticks(y0, y1, 5)) {
      line(pen, left, py(y), right, py(y));
      pen.fillText(shown(y, 3), left - 6, py(y) + 4);
    }
    const [across, up] = this.names.map((name) => (this.unit ? `${name} [${this.unit}]` : name));
    if (!up) return;
    pen.fillText(across, right - 2, bottom - 5);
    pen.textAlign = 'left';
    pen.fillText(up, left + 5, top + 11);
  }
}

function line(pen, ax, ay, bx, by) {
  pen.beginPath();
  pen.moveTo(ax, ay);
  pen.lineTo(bx, by);
  pen.stroke();
}

function range(values) {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) [low, high] = [Math.min(low, value), Math.max(high, value)];
  if (!(low <= high)) return [0, 1];
  const room = 0.06 * (high - low) || 0.5 * Math.abs(high) || 0.5;
  return [low - room, high + room];
}

function ticks(low, high, most) {
  const raw = (high - low) / most;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = power * [1, 2, 5, 10].find((k) => k * power >= raw);
  const found = [];
  for (let k = Math.ceil(low / step); k * step <= high; k++) found.push(k * step);
  return found;
}
