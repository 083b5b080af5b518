// The one clock of the page: replay, scrubber and plots all follow it.
import { indexBefore } from './series.js';

export const SPEEDS = [0.25, 0.5, 1, 2, 4, 8];

export class Player {
  #listeners = [];
  #last = 0;

  /** @param frames Times at which single steps stop, in order. */
  constructor(start, end, frames) {
    Object.assign(this, { start, end, frames, time: start, playing: false, speed: 1, loop: false });
  }

  /** Call `listener(player, what)` after every change; what is "time" or "state". */
  listen(listener) {
    this.#listeners.push(listener);
  }

  seek(time) {
    this.time = Math.min(Math.max(time, this.start), this.end);
    this.#notify('time');
  }

  /** To the next (+1) or the last (-1) frame. */
  step(direction) {
    this.pause();
    if (!this.frames.length) return;
    const tie = 1e-9 * Math.max(1, Math.abs(this.time));
    const i = indexBefore(this.frames, this.time + tie);
    const onFrame = Math.abs(this.frames[i] - this.time) <= tie;
    const next = direction > 0 ? i + 1 : onFrame ? i - 1 : i;
    this.seek(this.frames[Math.min(Math.max(next, 0), this.frames.length - 1)]);
  }

  play() {
    if (this.playing || this.end <= this.start) return;
    if (this.time >= this.end) this.time = this.start;
    this.playing = true;
    this.#last = performance.now();
    this.#notify('state');
    requestAnimationFrame((now) => this.#tick(now));
  }

  pause() {
    if (!this.playing) return;
    this.playing = false;
    this.#notify('state');
  }

  toggle() {
    if (this.playing) this.pause();
    else this.play();
  }

  setSpeed(speed) {
    this.speed = speed;
    this.#notify('state');
  }

  setLoop(loop) {
    this.loop = loop;
    this.#notify('state');
  }

  #tick(now) {
    if (!this.playing) return;
    // A hidden tab is not called; when it comes back, it goes on from where it was.
    const passed = Math.min(Math.max(now - this.#last, 0), 250) / 1000;
    this.#last = now;
    let time = this.time + passed * this.speed;
    if (time >= this.end && this.loop) time = this.start + ((time - this.start) % (this.end - this.start));
    this.seek(time);
    if (this.time >= this.end && !this.loop) this.pause();
    else requestAnimationFrame((next) => this.#tick(next));
  }

  #notify(what) {
    for (const listener of this.#listeners) listener(this, what);
  }
}
