// Images of the robot's cameras, one figure for each camera; they are sent while the panel is open.
import { element } from '../dom.js';

const MARK = 'JPEG'; // first bytes of a message with an image; see snakelab/plugins/studio/server/feeds.py

/** Whether a message is an image and not a frame. */
export function isImage(buffer) {
  return buffer.byteLength > 8 && String.fromCharCode(...new Uint8Array(buffer, 0, 4)) === MARK;
}

export class Cameras {
  #figures = new Map();

  /** @param changed () is called when another stream was chosen. */
  constructor(changed) {
    this.changed = changed;
    this.problem = element('p', { class: 'banner', id: 'camera-problem', role: 'alert', hidden: true });
    this.list = element('div', { class: 'live-cameras' });
    this.node = element('div', { id: 'live-cameras' }, this.problem, this.list);
  }

  /** @param cameras {name, streams, rate} of each camera of the robot. */
  open(cameras) {
    for (const { url } of this.#figures.values()) URL.revokeObjectURL(url);
    this.#figures = new Map(cameras.map((camera) => [camera.name, this.#figure(camera)]));
    this.list.replaceChildren(...[...this.#figures.values()].map(({ node }) => node));
    this.problem.hidden = true;
  }

  get known() {
    return this.#figures.size > 0;
  }

  /** Chosen stream of each camera. */
  get streams() {
    return [...this.#figures].map(([name, { choice }]) => `${name}.${choice.value}`);
  }

  /** Show a message with an image. */
  show(buffer) {
    const length = new DataView(buffer).getUint32(4, true);
    const { camera, stream, time } = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 8, length)));
    const figure = this.#figures.get(camera);
    // An image that comes before its predecessor is decoded is dropped, so that a slow browser shows some at least.
    if (!figure || figure.decoding || figure.choice.value !== stream) return;
    figure.decoding = true;
    figure.time = time;
    figure.url = URL.createObjectURL(new Blob([new Uint8Array(buffer, 8 + length)], { type: 'image/jpeg' }));
    figure.image.src = figure.url;
    this.problem.hidden = true;
  }

  /** Say why there are no images. */
  fail(reason) {
    this.problem.hidden = false;
    this.problem.textContent = reason;
  }

  #figure({ name, streams, rate }) {
    const image = element('img', { alt: `Image of the camera ${name}`, hidden: true });
    const words = element('span', { class: 'muted' }, 'Waiting for an image ...');
    const choice = element('select', { 'aria-label': `Image of ${name}`, hidden: streams.length < 2, on: { change: () => this.changed() } }, streams.map((stream) => element('option', { value: stream }, stream)));
    const node = element('figure', { class: 'live-camera', 'data-camera': name }, element('figcaption', {}, element('strong', {}, name), element('small', { class: 'muted' }, `${rate} Hz`), choice, words), image);
    const figure = { node, image, words, choice, url: '', time: 0, decoding: false };
    const decoded = () => {
      URL.revokeObjectURL(figure.url);
      figure.decoding = false;
    };
    image.onload = () => {
      decoded();
      image.hidden = false;
      words.textContent = `t = ${figure.time.toFixed(2)} s`;
      node.dataset.time = figure.time;
    };
    image.onerror = decoded;
    return figure;
  }
}
