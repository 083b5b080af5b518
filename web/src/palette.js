// Colours that the colour-blind can distinguish: those of Okabe and Ito for few curves, viridis for many.

const FEW = {
  light: ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9'],
  dark: ['#56b4e9', '#e69f00', '#009e73', '#cc79a7', '#f0e442', '#d55e00'], // the dark blue would not be seen
};
// Viridis at nine equal steps; between them, straight lines.
const VIRIDIS = ['#440154', '#472d7b', '#3b528b', '#2c728e', '#21918c', '#28ae80', '#5ec962', '#addc30', '#fde725'];
const CHANNELS = VIRIDIS.map((hex) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16)));

export const MOST_FEW = FEW.light.length;

/** Colours for `count` curves, as CSS text. */
export function curveColours(count, theme) {
  if (count <= MOST_FEW) return FEW[theme].slice(0, count);
  // The ends that vanish into the background are left out.
  const [from, to] = theme === 'dark' ? [0.2, 1] : [0, 0.88];
  return Array.from({ length: count }, (_, i) => css(viridis(from + ((to - from) * i) / (count - 1))));
}

/** The colour of one run. */
export function runColour(i, theme) {
  return FEW[theme][i % MOST_FEW];
}

/** Red, green and blue, 0 to 255, at a share between 0 and 1. */
export function viridis(share) {
  const place = Math.min(Math.max(share || 0, 0), 1) * (CHANNELS.length - 1);
  const i = Math.min(Math.floor(place), CHANNELS.length - 2);
  return CHANNELS[i].map((value, k) => value + (place - i) * (CHANNELS[i + 1][k] - value));
}

export function css(channels) {
  return `rgb(${channels.map(Math.round).join(' ')})`;
}

// Loads: from yellow to dark red on white, from dark red to yellow on black, so that more always stands out more.
const LOADS = {
  light: ['#ffd25a', '#fb9a29', '#e2521b', '#a81529', '#52061f'],
  dark: ['#9c2337', '#d23c2c', '#f0752c', '#fdb64c', '#fff3b0'],
};
const LOAD_CHANNELS = Object.fromEntries(
  Object.entries(LOADS).map(([theme, scale]) => [theme, scale.map((hex) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16)))]),
);

/** Red, green and blue of a load, 0 to 255, at a fraction of the full scale between 0 and 1. */
export function loadColour(share, theme) {
  const scale = LOAD_CHANNELS[theme];
  const place = Math.min(Math.max(share || 0, 0), 1) * (scale.length - 1);
  const i = Math.min(Math.floor(place), scale.length - 2);
  return scale[i].map((value, k) => value + (place - i) * (scale[i + 1][k] - value));
}

/** A bar of loads, for legends. */
export function loadGradient(theme) {
  return `linear-gradient(to right, ${LOADS[theme].join(', ')})`;
}

/** A bar from 0 to 1, for legends. */
export function viridisGradient() {
  return `linear-gradient(to right, ${VIRIDIS.join(', ')})`;
}
