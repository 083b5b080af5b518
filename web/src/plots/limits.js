// The range of a vertical axis: all that is visible, unless a few peaks would press the rest flat.
import { quantile } from '../series.js';

const PEAK = 8; // how much larger than nearly all values the range may be
const SHARE = 0.95; // nearly all
const ROOM = 0.06;

/**
 * @param columns Arrays of values of the visible curves.
 * @param between First and last index of the visible rows.
 * @param level A level that must be seen with its mirror if the values come near that, or null.
 * @returns {{low, high, cut}} with `cut` the largest |value| that is cut off, or null.
 */
export function limitsOf(columns, [first, last], level, whole) {
  let [low, high] = [Infinity, -Infinity];
  const seen = [];
  for (const column of columns) {
    for (let i = first; i <= last; i++) {
      const value = column[i];
      if (value === null || value === undefined || Number.isNaN(value)) continue;
      if (value < low) low = value;
      if (value > high) high = value;
      seen.push(value);
    }
  }
  if (low > high) return { low: -1, high: 1, cut: null };
  let cut = null;
  if (!whole && seen.length > 40) {
    const [nearLow, nearHigh] = [quantile(seen, 1 - SHARE), quantile(seen, SHARE)];
    const usual = nearHigh - nearLow;
    if (usual > 0 && high - low > PEAK * usual) {
      cut = Math.max(Math.abs(low), Math.abs(high));
      low = Math.max(low, nearLow - 0.6 * usual);
      high = Math.min(high, nearHigh + 0.6 * usual);
    }
  }
  if (level !== null) {
    if (low < -level / 2) low = Math.min(low, -level);
    high = Math.max(high, level);
  }
  if (high - low < 1e-12 * Math.max(Math.abs(low), Math.abs(high), 1e-300)) {
    const room = Math.abs(high) > 0 ? 0.5 * Math.abs(high) : 1;
    return { low: low - room, high: high + room, cut };
  }
  const room = ROOM * (high - low);
  return { low: low - room, high: high + room, cut };
}
