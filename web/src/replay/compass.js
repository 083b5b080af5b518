// The world's axes, drawn in the corner as the camera sees them.
import { Vector3 } from 'three';

const SPACE = 'http://www.w3.org/2000/svg';
const LONG = 22;

export class Compass {
  #axes;
  #point = new Vector3();

  constructor() {
    this.node = make('svg', { viewBox: '-34 -34 68 68', class: 'compass', role: 'img', 'aria-label': 'Axes of the world' });
    this.#axes = ['x', 'y', 'z'].map((name) => {
      const line = make('line', { class: `axis-${name}`, x1: 0, y1: 0 });
      const word = make('text', { class: `axis-${name}` });
      word.textContent = name;
      this.node.append(line, word);
      return { line, word };
    });
  }

  update(camera) {
    this.#axes.forEach(({ line, word }, i) => {
      // Into the camera's axes; its y is up, and that of a drawing is down.
      const { x, y } = this.#point.set(i === 0 ? 1 : 0, i === 1 ? 1 : 0, i === 2 ? 1 : 0).transformDirection(camera.matrixWorldInverse);
      set(line, { x2: (LONG * x).toFixed(1), y2: (-LONG * y).toFixed(1) });
      set(word, { x: ((LONG + 7) * x).toFixed(1), y: (-(LONG + 7) * y).toFixed(1) });
      line.style.opacity = Math.hypot(x, y) < 0.08 ? 0 : 1;
      word.style.opacity = line.style.opacity;
    });
  }
}

function make(tag, attributes) {
  return set(document.createElementNS(SPACE, tag), attributes);
}

function set(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  return node;
}
