// Quantities for the colour of links: their speed, or the torques of the adjacent joints.
import { SRGBColorSpace } from 'three';
import { viridis } from '../palette.js';
import { quantile, valueAt } from '../series.js';

const FULL = 0.98; // fraction of the values that the scale holds; a start's peak must not make all else look the same

/** All measures of the runs: name, title, unit, most, and `of(run, part, link, time)`. */
export function measuresOf(runs, tracks) {
  const measures = [speedMeasure(tracks)];
  const effort = effortMeasure(runs);
  if (effort) measures.push(effort);
  return measures.filter((measure) => measure.most > 0);
}

/** Fills a colour for a value. */
export function paintMeasure(measure, value, colour) {
  const { least = 0, most } = measure;
  const [red, green, blue] = viridis((value - least) / (most - least));
  return colour.setRGB(red / 255, green / 255, blue / 255, SRGBColorSpace);
}

function speedMeasure(tracks) {
  const most = Math.max(0, ...tracks.map((track) => (track.empty ? 0 : quantile(track.allSpeeds(), FULL, 20000) || 0)));
  return { name: 'speed', word: 'by speed', title: 'Speed of each link', unit: 'm/s', most, of: (run, part, link) => tracks[run].speed(link) };
}

/** Name, words and unit of the measure of efforts. */
export function effortWords(unit) {
  const force = unit === 'N';
  return { name: 'effort', word: force ? 'by |force|' : 'by |torque|', title: force ? 'Largest |force| of each section' : 'Largest |torque| at the joints of each link', unit };
}

function effortMeasure(runs) {
  const known = runs.map((run) => run.replay.efforts);
  if (known.some((efforts) => efforts === null || efforts.unit !== known[0].unit)) return null;
  const { unit } = known[0];
  const charts = runs.map((run) => run.charts.find((chart) => chart.name === (unit === 'N' ? 'tau.m' : 'tau.rad')));
  if (charts.some((chart) => !chart)) return null;
  const most = Math.max(...charts.map((chart) => quantile(chart.values.data.map(Math.abs), FULL, 20000) || 0));
  const of = (run, part, link, time) => {
    const times = charts[run].times.curve(0);
    const efforts = known[run].coordinates[part].map((i) => Math.abs(valueAt(times, charts[run].values.curve(i), time)));
    return Math.max(0, ...efforts.filter(Number.isFinite));
  };
  return { ...effortWords(unit), most, of };
}
