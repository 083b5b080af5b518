// Looking up values over time.

/** The last index whose time is not after `time`, at least 0. */
export function indexBefore(times, time) {
  let low = 0;
  let high = times.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (times[middle] <= time) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Value at a time, on the straight line between rows; NaN outside the record. */
export function valueAt(times, values, time) {
  if (!times.length || time < times[0] - 1e-9 || time > times[times.length - 1] + 1e-9) return NaN;
  const i = indexBefore(times, time);
  if (i >= times.length - 1) return values[i];
  const share = (time - times[i]) / (times[i + 1] - times[i]);
  return share <= 0 ? values[i] : values[i] + share * (values[i + 1] - values[i]);
}

/** The value below which the given fraction of the finite values lies; of a sample where there are many. */
export function quantile(values, share, most = 4000) {
  const stride = Math.max(1, Math.floor(values.length / most));
  const sample = [];
  for (let i = 0; i < values.length; i += stride) if (Number.isFinite(values[i])) sample.push(values[i]);
  sample.sort((a, b) => a - b);
  return sample.length ? sample[Math.round(share * (sample.length - 1))] : NaN;
}
