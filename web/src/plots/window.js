// The stretch of time that all plots show, and the time that the pointer hovers over.

export class TimeWindow {
  #listeners = [];

  constructor(start, end) {
    Object.assign(this, { start, end, from: start, to: end, hover: null, zooming: false });
  }

  get whole() {
    return this.from === this.start && this.to === this.end;
  }

  listen(listener) {
    this.#listeners.push(listener);
  }

  show(from, to) {
    const least = 1e-4 * (this.end - this.start);
    if (to - from < least) return;
    this.from = Math.max(from, this.start);
    this.to = Math.min(to, this.end);
    this.#notify('range');
  }

  reset() {
    this.from = this.start;
    this.to = this.end;
    this.#notify('range');
  }

  setHover(time) {
    if (this.hover === time) return;
    this.hover = time;
    this.#notify('hover');
  }

  /** Whether a drag zooms; else it moves the replay. */
  setZooming(zooming) {
    this.zooming = zooming;
    this.#notify('mode');
  }

  #notify(what) {
    for (const listener of this.#listeners) listener(what);
  }
}
