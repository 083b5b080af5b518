// The end of a scale that follows its values: it grows at once, and shrinks after a while in which all were much smaller.

const STEPS = [1, 2, 5, 10]; // a scale ends at one of these times a power of ten
const SMALL = 0.3; // share of the scale below which values are much smaller
const PATIENCE = 4; // before a scale shrinks [s]

export class RunningScale {
  most = 0;
  #recent = 0;
  #since = 0;

  /** Take the largest value of a frame; true if the scale has changed. */
  take(value, now = performance.now() / 1000) {
    this.#recent = Math.max(this.#recent, value);
    if (value > SMALL * this.most) this.#since = now;
    const grows = value > this.most;
    if (!grows && now - this.#since < PATIENCE) return false;
    const end = rounded(grows ? value : this.#recent);
    this.#recent = value;
    this.#since = now;
    if (!(end > 0) || end === this.most) return false;
    this.most = end;
    return true;
  }
}

/** The next round number that is not smaller. */
function rounded(value) {
  if (!(value > 0)) return 0;
  const unit = 10 ** Math.floor(Math.log10(value));
  return unit * STEPS.find((step) => step * unit >= value * (1 - 1e-9));
}
