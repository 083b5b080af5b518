// Play, pause, single frames, speed, loop and the scrubber.
import { ICONS, element, icon, iconButton } from './dom.js';
import { shownTime } from './format.js';
import { SPEEDS } from './player.js';

export function transport(player) {
  const play = iconButton('Play or pause (space)', ICONS.play, () => player.toggle(), { class: 'play', id: 'play' });
  const back = iconButton('One frame back (left arrow)', ICONS.back, () => player.step(-1), { class: 'quiet frame-step' });
  const forward = iconButton('One frame forward (right arrow)', ICONS.forward, () => player.step(1), { class: 'quiet frame-step' });
  const loop = iconButton('Restart at the end (l)', ICONS.loop, () => player.setLoop(!player.loop), {
    class: 'quiet',
    id: 'loop',
    'aria-pressed': 'false',
  });
  const speed = element(
    'select',
    { id: 'speed', 'aria-label': 'Speed of the replay', title: 'Speed ([ and ])', on: { change: () => player.setSpeed(Number(speed.value)) } },
    SPEEDS.map((value) => element('option', { value, selected: value === 1 }, `${value}\u00d7`)),
  );
  const scrubber = element('input', {
    type: 'range',
    id: 'scrubber',
    min: player.start,
    max: player.end,
    step: 'any',
    value: player.start,
    'aria-label': 'Time',
    on: { input: () => player.seek(Number(scrubber.value)) },
  });
  const digits = player.end - player.start < 2 ? 3 : 2;
  const now = element('span', { class: 'now' });
  const readout = element('output', { id: 'time', for: 'scrubber' }, now, ` / ${shownTime(player.end, digits)} s`);

  const follow = () => {
    now.textContent = shownTime(player.time, digits);
    scrubber.value = player.time;
    scrubber.setAttribute('aria-valuetext', `${shownTime(player.time, digits)} s`);
    const share = (player.time - player.start) / (player.end - player.start || 1);
    scrubber.style.setProperty('--share', `${100 * share}%`);
  };
  player.listen((_, what) => {
    follow();
    if (what !== 'state') return;
    play.replaceChildren(icon(player.playing ? ICONS.pause : ICONS.play));
    play.dataset.playing = player.playing;
    loop.setAttribute('aria-pressed', player.loop);
    speed.value = player.speed;
  });
  follow();
  return element('div', { class: 'transport', role: 'group', 'aria-label': 'Replay' }, play, back, forward, scrubber, readout, speed, loop);
}
