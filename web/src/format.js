// Numbers as people read them.

const MINUS = '\u2212';

/** Four significant digits, no useless zeros, a true minus sign; a dash where there is no number. */
export function shown(value, digits = 4) {
  if (value === null || value === undefined || !Number.isFinite(value)) return '\u2013';
  if (value === 0) return '0';
  const size = Math.abs(value);
  let text;
  if (size < 1e-3 || size >= 1e6) {
    const [front, power] = value.toExponential(digits - 1).split('e');
    text = `${Number(front)}e${Number(power)}`;
  } else {
    text = String(Number(value.toPrecision(digits)));
  }
  return text.replaceAll('-', MINUS);
}

/** Numbers at an axis, with as many digits as distinguish them. */
export function shownTicks(ticks, digits = 3) {
  for (let more = digits; more < 8; more += 1) {
    const texts = ticks.map((tick) => shown(tick, more));
    if (new Set(texts).size === ticks.length) return texts;
  }
  return ticks.map((tick) => shown(tick, 8));
}

/** Width of an axis with these numbers [px]; uPlot asks before there are any. */
export function axisWidth(texts, least, gap) {
  return Math.max(least, gap + 6.5 * Math.max(0, ...(texts ?? []).map(({ length }) => length)));
}

/** A number that comes as text, with a true minus sign and no break inside; a dash where there is none. */
export function typeset(text) {
  return text ? text.replaceAll('-', MINUS).replaceAll(' ', '\u00a0') : '\u2013';
}

/** With the same digits after the point for all times of a run, so that the readout does not jump. */
export function shownTime(time, digits = 2) {
  return time.toFixed(digits).replace('-', MINUS);
}

/** "N m" and "m/s" with spaces that do not break; nothing for a number without a unit. */
export function shownUnit(unit) {
  return !unit || unit === '-' || unit === '1' ? '' : unit.replaceAll(' ', '\u00a0').replaceAll('^2', '\u00b2').replaceAll('^3', '\u00b3');
}

/** "mean_path_speed" for people: "mean path speed". */
export function plainWords(name) {
  return name.replaceAll('_', ' ');
}
