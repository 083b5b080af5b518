// Albedo of natural grounds: square pictures that repeat without a seam, drawn from a seed.
import { CanvasTexture, Color, LinearMipmapLinearFilter, RepeatWrapping, SRGBColorSpace } from 'three';

const SIDE = 512; // pixels
const known = new Map();

/** Side of one repetition of each kind [m]. */
export const TILE = { grass: 0.7, sand: 1.0, gravel: 0.6, rock: 1.4, soil: 1.2 };

/** @returns {{texture, mean}} of a kind: "grass", "sand", "gravel", "rock" or "soil". */
export function groundTexture(kind) {
  if (!known.has(kind)) {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = SIDE;
    DRAWN[kind](canvas.getContext('2d'), random(kind.length * 7919));
    const texture = new CanvasTexture(canvas);
    Object.assign(texture, { wrapS: RepeatWrapping, wrapT: RepeatWrapping, colorSpace: SRGBColorSpace, minFilter: LinearMipmapLinearFilter, anisotropy: 8 });
    known.set(kind, { texture, mean: meanOf(canvas) });
  }
  return known.get(kind);
}

// A second, larger and turned layer of the same texture hides that the first one repeats.
export const LAYERED = `
  vec3 layered(sampler2D map, vec2 spot, vec3 mean) {
    vec3 coarse = texture2D(map, mat2(0.83, 0.56, -0.56, 0.83) * spot / 4.7).rgb;
    return texture2D(map, spot).rgb * mix(vec3(1.0), coarse / mean, 0.6);
  }`;

/** Mean colour, as its three numbers in linear light. */
function meanOf(canvas) {
  const small = document.createElement('canvas');
  small.width = small.height = 8;
  const context = small.getContext('2d');
  context.drawImage(canvas, 0, 0, 8, 8);
  const { data } = context.getImageData(0, 0, 8, 8);
  const sums = [0, 0, 0];
  data.forEach((value, i) => { if (i % 4 < 3) sums[i % 4] += value / 64; });
  return new Color().setRGB(...sums.map((sum) => sum / 255), SRGBColorSpace);
}

const DRAWN = {
  grass(context, next) {
    speckle(context, noise(next, [[6, 1], [14, 0.6], [40, 0.5]]), [[66, 78, 40], [104, 116, 62]]);
    context.lineCap = 'round';
    for (let k = 0; k < 7000; k++) {
      const [x, y, angle, long] = [next() * SIDE, next() * SIDE, next() * 2 * Math.PI, 7 + 15 * next()];
      const [hue, light] = [60 + 32 * next(), 24 + (26 * k) / 7000 + 12 * next()];
      context.strokeStyle = `hsl(${hue} ${22 + 12 * next()}% ${light}%)`;
      context.lineWidth = 0.8 + 1.3 * next();
      repeated(x, y, long, (u, v) => {
        context.beginPath();
        context.moveTo(u, v);
        context.quadraticCurveTo(u + 0.5 * long * Math.cos(angle), v + 0.5 * long * Math.sin(angle), u + long * Math.cos(angle + 0.5), v + long * Math.sin(angle + 0.5));
        context.stroke();
      });
    }
  },
  sand(context, next) {
    const ripples = noise(next, [[3, 1], [6, 0.5]]);
    const grains = noise(next, [[24, 0.5], [64, 0.5], [170, 1]]);
    const waves = ripples.map((bend, i) => 0.5 + 0.5 * Math.sin((2 * Math.PI * 9 * Math.floor(i / SIDE)) / SIDE + 5 * bend));
    speckle(context, grains.map((grain, i) => 0.8 * grain + 0.2 * waves[i]), [[176, 152, 112], [222, 202, 163]]);
  },
  gravel(context, next) {
    context.fillStyle = '#5d5850';
    context.fillRect(0, 0, SIDE, SIDE);
    for (let k = 0; k < 2600; k++) stone(context, next, 6 + 13 * next() ** 2);
  },
  rock(context, next) {
    const layers = noise(next, [[4, 1], [9, 0.7], [22, 0.5], [60, 0.4], [150, 0.35]]);
    speckle(context, layers, [[103, 98, 92], [172, 166, 157]]);
  },
  soil(context, next) {
    speckle(context, noise(next, [[5, 0.8], [16, 0.6], [48, 0.6], [140, 0.7]]), [[140, 130, 117], [190, 181, 167]]);
  },
};

function stone(context, next, size) {
  const [x, y, flat, turn, light] = [next() * SIDE, next() * SIDE, 0.62 + 0.3 * next(), next() * Math.PI, 46 + 28 * next()];
  const warm = 20 + 24 * next();
  const corners = Array.from({ length: 9 }, () => 0.82 + 0.2 * next());
  const outline = (u, v, scale) => {
    context.beginPath();
    corners.forEach((corner, k) => {
      const angle = (2 * Math.PI * k) / corners.length;
      const [a, b] = [scale * corner * size * Math.cos(angle), scale * corner * flat * size * Math.sin(angle)];
      context.lineTo(u + a * Math.cos(turn) - b * Math.sin(turn), v + a * Math.sin(turn) + b * Math.cos(turn));
    });
    context.closePath();
    context.fill();
  };
  repeated(x, y, 2 * size, (u, v) => {
    context.fillStyle = 'rgb(40 37 33 / 55%)';
    outline(u + 1.5, v + 1.5, 1.06);
    context.fillStyle = `hsl(${warm} 9% ${light - 8}%)`;
    outline(u, v, 1);
    context.fillStyle = `hsl(${warm} 9% ${light}%)`;
    outline(u - 0.12 * size, v - 0.12 * size, 0.72);
  });
}

/** Draw at a place, and again beyond the edges that it overlaps. */
function repeated(x, y, reach, draw) {
  for (const u of [x - SIDE, x, x + SIDE]) {
    for (const v of [y - SIDE, y, y + SIDE]) if (u > -reach && u < SIDE + reach && v > -reach && v < SIDE + reach) draw(u, v);
  }
}

/** Fill the picture with colours between two by values from 0 to 1. */
function speckle(context, values, [low, high]) {
  const picture = context.createImageData(SIDE, SIDE);
  values.forEach((value, i) => {
    const share = Math.min(Math.max(value, 0), 1);
    for (let c = 0; c < 3; c++) picture.data[4 * i + c] = low[c] + share * (high[c] - low[c]);
    picture.data[4 * i + 3] = 255;
  });
  context.putImageData(picture, 0, 0);
}

/** Sum of smooth random fields that repeat, from 0 to 1; each layer is [cells along a side, weight]. */
export function noise(next, layers, side = SIDE) {
  const sum = new Float32Array(side * side);
  const whole = layers.reduce((total, [, weight]) => total + weight, 0);
  for (const [cells, weight] of layers) {
    const lattice = Float32Array.from({ length: cells * cells }, next);
    const places = Array.from({ length: side }, (_, k) => {
      const at = (k * cells) / side;
      const t = at - Math.floor(at);
      return [Math.floor(at) % cells, (Math.floor(at) + 1) % cells, t * t * (3 - 2 * t)];
    });
    for (let j = 0; j < side; j++) {
      const [a, b, s] = places[j];
      for (let i = 0; i < side; i++) {
        const [c, d, t] = places[i];
        const low = lattice[a * cells + c] + t * (lattice[a * cells + d] - lattice[a * cells + c]);
        const high = lattice[b * cells + c] + t * (lattice[b * cells + d] - lattice[b * cells + c]);
        sum[j * side + i] += (weight / whole) * (low + s * (high - low));
      }
    }
  }
  return sum;
}

/** Random numbers from 0 to 1, the same for the same seed (mulberry32). */
export function random(seed) {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
