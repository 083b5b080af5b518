// Still pictures and videos of the 3-D view, saved by the browser.
import { element, icon } from '../dom.js';

const SIZES = { shown: null, '1280\u00d7720': [1280, 720], '1920\u00d71080': [1920, 1080], '3840\u00d72160': [3840, 2160], '1200\u00d71200': [1200, 1200] };
const RATE = 30; // frames of a video [1/s]
const BITS = 12e6; // of a video [1/s]
const KINDS = ['video/mp4;codecs=avc1', 'video/webm;codecs=vp9', 'video/webm;codecs=vp8', 'video/webm'];
const CAMERA = ['M4 8h3l2-3h6l2 3h3v11H4z', 'M12 10a3.5 3.5 0 1 0 0 7a3.5 3.5 0 1 0 0-7'];

/** The menu with the size of the picture and the two buttons. */
export function saveMenu(view) {
  const size = element('select', { id: 'picture-size', 'aria-label': 'Size of pictures and videos' }, Object.keys(SIZES).map((name) => element('option', { value: name }, name === 'shown' ? 'as shown' : name)));
  const chosen = () => SIZES[size.value];
  const still = element('button', { type: 'button', class: 'layer', id: 'save-picture', on: { click: async () => download(await picture(view, chosen()), `${fileName()}.png`) } }, 'Save picture (PNG)');
  let recorder = null;
  const video = element('button', { type: 'button', class: 'layer', id: 'save-video', 'aria-pressed': 'false', on: { click: () => (recorder ? recorder.stop() : start()) } }, 'Record video');
  const start = () => {
    video.setAttribute('aria-pressed', 'true');
    video.textContent = 'Stop and save video';
    node.classList.add('recording');
    recorder = record(view, chosen(), (blob) => {
      recorder = null;
      video.setAttribute('aria-pressed', 'false');
      video.textContent = 'Record video';
      node.classList.remove('recording');
      if (blob.size) download(blob, `${fileName()}.${blob.type.includes('mp4') ? 'mp4' : 'webm'}`);
    });
  };
  const canRecord = typeof MediaRecorder !== 'undefined';
  const node = element(
    'details',
    { class: 'menu', id: 'save' },
    element('summary', { class: 'quiet', title: 'Save a picture or a video', 'aria-label': 'Save a picture or a video' }, icon(CAMERA)),
    element('div', { class: 'menu-list' }, element('label', { class: 'menu-row' }, 'Size', size), still, canRecord ? video : null),
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
 * @param done Called with the video.
 * @returns {{stop}}
 */
function record(view, size, done) {
  const { stage, player } = view;
  const restore = stage.resizeTo(size);
  const stream = stage.canvas.captureStream(RATE);
  const type = KINDS.find((kind) => MediaRecorder.isTypeSupported(kind));
  const recorder = new MediaRecorder(stream, { mimeType: type, videoBitsPerSecond: BITS });
  const pieces = [];
  const ended = () => player.playing === false && recorder.state === 'recording' && recorder.stop();
  recorder.ondataavailable = ({ data }) => data.size && pieces.push(data);
  recorder.onstop = () => {
    for (const track of stream.getTracks()) track.stop();
    restore();
    stopped = true;
    done(new Blob(pieces, { type: recorder.mimeType.split(';')[0] }));
  };
  let stopped = false;
  recorder.start(500);
  if (player.play) {
    player.pause();
    player.setLoop(false);
    player.seek(player.start);
    player.play();
    player.listen((_, what) => !stopped && what === 'state' && ended());
  }
  stage.ask();
  return { stop: () => recorder.state === 'recording' && recorder.stop() };
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
