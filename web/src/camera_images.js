// Images of a camera of the robot, below the 3-D view, at the time of the page's clock.
import { element } from './dom.js';
import { indexBefore } from './series.js';

/** A figure for each run with images; null without any. */
export function cameraImages(runs, player) {
  const figures = runs.filter((run) => run.camera).map((run) => cameraFigure(run, runs.length > 1, player));
  return figures.length ? element('div', { class: 'cameras', id: 'cameras' }, ...figures) : null;
}

function cameraFigure({ name, camera }, named, player) {
  const times = camera.times.curve(0);
  const urls = new Map(); // made when an image is first shown
  const image = element('img', { alt: `Image of ${camera.name}` });
  const words = element('figcaption', {});
  let shown = -1;
  const url = (i) => {
    if (!urls.has(i)) {
      const piece = camera.files.subarray(i ? camera.ends[i - 1] : 0, camera.ends[i]);
      urls.set(i, URL.createObjectURL(new Blob([piece], { type: 'image/jpeg' })));
    }
    return urls.get(i);
  };
  const show = () => {
    const i = Math.max(0, indexBefore(times, player.time + 1e-9));
    if (i === shown) return;
    shown = i;
    image.src = url(i);
    const stream = ['left', 'right'].includes(camera.stream) ? `, ${camera.stream}` : '';
    words.textContent = `${named ? `${name}: ` : ''}${camera.name}${stream}, t = ${times[i].toFixed(2)} s`;
  };
  player.listen(show);
  show();
  return element('figure', { class: 'camera' }, image, words);
}
