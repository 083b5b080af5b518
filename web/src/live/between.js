// Poses between frames: a run with fewer frames per second than the screen has pictures moves smoothly, one frame late.
const DENSE = 25; // frames closer together than this are drawn as they come [ms]
const APART = 1000; // a frame that comes later after its predecessor is drawn at once [ms]

export class Between {
  #from = null; // pose at the time of the last frame's arrival
  #to = null; // last frame
  #came = 0;
  #gap = 0; // usual time between two frames [ms]

  /** The last frame; null before the first. */
  get last() {
    return this.#to;
  }

  /**
   * Take a frame.
   * @param now Time of its arrival [ms].
   * @param moving False where the run stands still: the frame is drawn at once.
   * @returns Whether the frame is reached later, through poses between.
   */
  take(frame, now, moving) {
    const apart = now - this.#came;
    const before = this.#to;
    const follows = moving && before && frame.time > before.time && frame.positions.length === before.positions.length && apart < APART;
    if (follows) this.#gap += (apart - this.#gap) * (this.#gap > 0 ? 0.2 : 1);
    else this.#gap = 0;
    this.#from = follows && this.#gap > DENSE ? this.pose(now) : null;
    this.#to = frame;
    this.#came = now;
    return this.#from !== null;
  }

  /** Whether the pose of a time [ms] is that of the last frame. */
  reached(now) {
    return this.#from === null || now - this.#came >= this.#gap;
  }

  /** Time of the run, and pose, at a time [ms]: on the way to the last frame. */
  pose(now) {
    const to = this.#to;
    if (this.reached(now)) return to;
    const from = this.#from;
    const share = (now - this.#came) / this.#gap;
    return {
      time: from.time + share * (to.time - from.time),
      com: mixed(from.com, to.com, share),
      positions: mixed(from.positions, to.positions, share),
      turns: mixedTurns(from.turns, to.turns, share),
    };
  }
}

function mixed(from, to, share) {
  return Float32Array.from(to, (value, i) => from[i] + share * (value - from[i]));
}

/** Quaternions on the shorter way, to be normalised by their reader. */
function mixedTurns(from, to, share) {
  const turns = new Float32Array(to.length);
  for (let i = 0; i < to.length; i += 4) {
    let dot = 0;
    for (let k = i; k < i + 4; k++) dot += from[k] * to[k];
    for (let k = i; k < i + 4; k++) turns[k] = (1 - share) * (dot < 0 ? -from[k] : from[k]) + share * to[k];
  }
  return turns;
}
