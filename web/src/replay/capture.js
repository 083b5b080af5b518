// Still pictures and videos of the 3-D view, saved by the browser.
import { element, icon } from '../dom.js';

const SIZES = { shown: null, '1280\u00d7720': [1280, 720], '1920\u00d71080': [1920, 1080], '3840\u00d72160': [3840, 2160], '1200\u00d71200': [1200, 1200] };
const RATE = 30; // frames of a video [1/s]
const LAST = 500; // time for which the last picture is held [ms]
const BITS = 12e6; // of a video [1/s]
const KINDS = ['video/mp4;codecs=avc1', 'video/webm;codecs=vp9', 'video/webm;codecs=vp8', 'video/webm'];
const CAMERA = ['M4 8h3l2-3h6l2 3h3v11H4z', 'M12 10a3.5 3.5 0 1 0 0 7a3.5 3.5 0 1 0 0-7'];

const VIEWS = { follow: 'follows the robot', top: 'from above', side: 'from the side', head: 'from the head', shown: 'this view' };

/**
 * The menu with the size of the picture and the two buttons.
 *
 * With a server (`view.live.film`), a video is the film that `snakelab movie` makes of the recorded interval; where the
 * server cannot make it, the page saves its own video and says why.
 */
export function saveMenu(view) {
  const size = element('select', { id: 'picture-size', 'aria-label': 'Size of pictures and videos' }, Object.keys(SIZES).map((name) => element('option', { value: name }, name === 'shown' ? 'as shown' : name)));
  const chosen = () => SIZES[size.value];
  const still = element('button', { type: 'button', class: 'layer', id: 'save-picture', on: { click: async () => download(await picture(view, chosen()), `${fileName()}.png`) } }, 'Save picture (PNG)');
  let recorder = null;
  const video = element('button', { type: 'button', class: 'layer', id: 'save-video', 'aria-pressed': 'false', on: { click: () => (recorder ? recorder.stop() : start()) } }, 'Record video');
  const camera = view.live?.film ? element('select', { id: 'video-camera', 'aria-label': 'Camera of videos' }, Object.entries(VIEWS).map(([name, word]) => element('option', { value: name }, word))) : null;
  const why = element('p', { class: 'menu-note', id: 'video-note', role: 'status', hidden: true });
  const say = (words) => {
    why.textContent = words;
    why.hidden = !words;
  };
  const start = () => {
    const begin = view.player.time;
    say('');
    video.setAttribute('aria-pressed', 'true');
    video.textContent = 'Stop and save video';
    node.classList.add('recording');
    recorder = record(view, chosen(), captioned.checked, async (blob) => {
      recorder = null;
      video.setAttribute('aria-pressed', 'false');
      video.textContent = 'Record video';
      node.classList.remove('recording');
      const film = camera && camera.value !== 'shown' ? await made(begin, view.player.time) : null;
      if (film ?? blob.size) download(film ?? blob, `${fileName()}.${(film ?? blob).type.includes('mp4') ? 'mp4' : 'webm'}`);
    });
  };
  /** The film of an interval, or null with a line on why there is none. */
  const made = async (begin, end) => {
    video.disabled = true;
    say('Making the film ...');
    try {
      const film = await view.live.film({ begin, end, view: camera.value, size: chosen() ?? [1280, 720] });
      say('');
      return film;
    } catch (problem) {
      say(`The video shows this view, as no film could be made: ${problem.message}`);
      return null;
    } finally {
      video.disabled = false;
    }
  };
  const captioned = element('input', { type: 'checkbox', id: 'video-caption', checked: true });
  const canRecord = typeof MediaRecorder !== 'undefined';
  const node = element(
    'details',
    { class: 'menu', id: 'save' },
    element('summary', { class: 'quiet', title: 'Save a picture or a video', 'aria-label': 'Save a picture or a video' }, icon(CAMERA)),
    element('div', { class: 'menu-list' }, element('label', { class: 'menu-row' }, 'Size', size), still, canRecord && camera ? element('label', { class: 'menu-row' }, 'Video', camera) : null, canRecord ? video : null, canRecord ? element('label', { class: 'menu-row' }, 'Title and time in videos', captioned) : null, why),
  );
  return node;
}

/** The view as a PNG of a size in pixels, or as large as it is shown. */
export async function picture(view, size) {
  const { stage } = view;
  return stage.drawnAt(size, () => new Promise((done) => stage.canvas.toBlob(done, 'image/png')));
}

/**
 * Record the view: of a replay from its start to its end, of a live view until `stop` is called.
 * @param captioned Whether the title of the page and the time are written on it.
 * @param done Called with the video.
 * @returns {{stop}}
 */
function record(view, size, captioned, done) {
  const { stage, player } = view;
  if (player.play) {
    player.pause();
    player.setLoop(false);
    player.seek(player.start);
  }
  const restore = stage.resizeTo(size);
  const film = document.createElement('canvas');
  const pen = film.getContext('2d');
  stage.filmed = () => {
    const { width, height } = stage.canvas;
    if (film.width !== width || film.height !== height) Object.assign(film, { width, height });
    pen.drawImage(stage.canvas, 0, 0);
    if (captioned) caption(pen, document.title, player.time, player.speed ?? 1);
  };
  stage.draw();
  const stream = film.captureStream(RATE);
  const type = KINDS.find((kind) => MediaRecorder.isTypeSupported(kind));
  const recorder = new MediaRecorder(stream, { mimeType: type, videoBitsPerSecond: BITS });
  const pieces = [];
  const stop = () => recorder.state === 'recording' && recorder.stop();
  const ended = () => player.playing === false && setTimeout(stop, LAST); // the last pictures are still on their way
  recorder.ondataavailable = ({ data }) => data.size && pieces.push(data);
  recorder.onstop = () => {
    for (const track of stream.getTracks()) track.stop();
    stage.filmed = null;
    restore();
    stopped = true;
    done(new Blob(pieces, { type: recorder.mimeType.split(';')[0] }));
  };
  let stopped = false;
  recorder.start(500);
  if (player.play) {
    player.play();
    player.listen((_, what) => !stopped && what === 'state' && ended());
  }
  stage.ask();
  return { stop };
}

/** The title at the left of the upper edge, and the time [s] at the right, with the speed of the replay if it is not 1. */
export function caption(pen, title, time, speed) {
  const { width, height } = pen.canvas;
  const unit = height / 720;
  const clock = `${time.toFixed(2)} s${speed === 1 ? '' : `  ${speed}\u00d7`}`;
  Object.assign(pen, { font: `${Math.round(24 * unit)}px system-ui, sans-serif`, textBaseline: 'top', lineJoin: 'round', lineWidth: 6 * unit, strokeStyle: '#fafaf7', fillStyle: '#222222' });
  let words = title;
  while (words.length > 1 && pen.measureText(words).width > 0.7 * width) words = `${words.slice(0, -2).trimEnd()}\u2026`;
  for (const [text, align, x] of [[words, 'left', 18 * unit], [clock, 'right', width - 18 * unit]]) {
    pen.textAlign = align;
    pen.strokeText(text, x, 14 * unit);
    pen.fillText(text, x, 14 * unit);
  }
}

function download(blob, name) {
  const link = element('a', { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/** Title of the page as the name of a file. */
function fileName() {
  return document.title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_').replaceAll(/^_|_$/g, '') || 'snakelab';
}
